"""The front door, as one class of many small ones. `sync/` is generated from `aio/`.

What becomes of a message, from `add` on:

    add              remember    checked, signed, screened: `write.accept`, `write.screen`
    ├ _learned       remember    one commit of the words and of the notes that rules take of them
    │ ├ _claims      learning    what they claim that is news: `write.extract`, `write.echo`
    │ ├ _decide      learning    claims held against what is known: `write.reconcile`
    │ ├ _puts        embedding   terms and vectors: `write.index`
    │ └ _commit      shell       all of it or nothing; without vectors if the embedder failed
    └ _study_now     lessons     then a language model reads them, if there is one

What becomes of a question, from `search` on:

    search           recall      taken apart: `read.question`
    ├ _hits          finding     one question, or several in one: `read.several`
    │ └ _best        finding     what helps most with one
    │   ├ _looking   finding     its vector, its terms, and the notes that its names lead to
    │   ├ _ranked    finding     candidates, best first: `read.rank`, `read.rivals`, `read.rerank`
    │   │ └ _look    look        everything that may answer: of the store, or of its parts
    │   └ _judge     finding     how likely each helps: `read.relevance`
    └ _guarded       finding     marked by the rules against instructions: `read.quarantine`

The rooms:

    the whole    `door`, `tenant` a tenant's part of it, `shell` what every path shares, `closing`
    write        `remember` add, set, update, `removing` delete, `graph` relate, `rolling` back
    take notes   `learning` by rules, `study` by a model, `lessons` when, `spending` on it,
                 `claims` who is at it, `guarding` whether the words are still there
    vectors      `embedding`, and `following` for the indexes beside the store
    read         `recall`, `finding`, `look`, `knowing` why, `living` what has not ended
    relations    `around` an entity, `walking` from one to the next
    show         `showing` a context, `prompting` what a prompt holds beside the turns
    converse     `session`, `talking` for wrapped clients, `streams`, `summing` up, `tools`,
                 `windows` in a cache
    look back    `time` as_of, diff, undo, `lineage` of a note, `watching` changes
    keep         `ruling` policies and pins, `pruning`, `consolidating`, `holding` back
    erase        `forget`, `probing` for a rest, `standing` again what it had ended, `pieces`
    look after   `upkeep` verify, reindex, export, import, `worker` what waits
    move         `copying`, `mover`, `cursors`
    stores       `confined` to a tenant, `ledger` of recollect's own records
"""
