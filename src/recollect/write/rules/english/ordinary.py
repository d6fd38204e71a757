"""Words that may stand where a name is looked for."""

PLAIN = frozenset(
    "a about above across actually after again ago all almost alone already also although always"
    " am among an and another any anymore anyone anything anyway are around as at atm away back be"
    " because been before behind being below beside between both but by can cause coming could"
    " currently cuz did do does doing done down during each either else even ever every everyone"
    " everything except far few finally fine five for four from full fyi generally get go going"
    " good got great had haha hahaha has have having he he's hello help her here hey hi him his"
    " how however i i'd i'll i'm i've if in inside instead into is it it's its just kinda last"
    " lately later let like likely lmao lol looking maybe me might mine mostly much my myself near"
    " nearby need never new next nice no none nope not nothing now of off often ok okay omg on"
    " once one only onto or originally other our out outside over past per please pls plus"
    " probably quite rather really recently right rn sadly same seven she she's should side simply"
    " since six so some someone something sometimes somewhere soon sorry still such sure tbh"
    " temporarily than thank thanks that that's the their them then there these they they're thing"
    " things this those though three through thx till to today together tomorrow tonight too"
    " toward town two under unfortunately until up upon us usually very via want was we we're"
    " we've well were what what's when where whether which while who whose why will with within"
    " without would yeah years yes yesterday yet you your yours".split()
)
"""What goes on after a name, or stands in its place."""

ORDINARY = PLAIN | frozenset(
    # where, and how, people live
    "accommodation agony anger anguish apartments beach big bliss boots boxes capital captivity"
    " caravan chaos cities city coastal college comfort constant council crocs danger darkness"
    " debt denial despair dorm dorms downtown dread dreams exile fear filth fishing flats freedom"
    " gated gratitude grief halls harmony heaven hell hiding holiday hoodies hope horror hostels"
    " hotels houses housing ignorance inner isolation jail jeans leggings limbo love luxury major"
    " midtown misery motels mountain nature oblivion pain pajamas paradise peace perpetual poverty"
    " prison public pyjamas quarantine quiet rehab residence ruins rural sandals school secrecy"
    " secret shame shared shelter shelters shock silence sin small sneakers social solitude sorrow"
    " squalor stress student style suburbia suburbs suspense sweatpants temporary tents terror"
    " torment total tourist trailer tranquility turmoil uncertainty uni unity university uptown"
    " vans villages"
    # where people come from that is no place
    " abroad accounting admin bed beyond billing birth childhood church customer design dev"
    " discord earth engineering facebook farmers finance gen google home hr immigrants instagram"
    " legal linkedin management marketing mars memory mobile money nowhere online operations"
    " overseas procurement product reddit sales scratch security space support team tech telegram"
    " tiktok twitter whatsapp work youtube"
    # what a name is
    " ambiguous annoying awful bad basic beautiful boring changed changing cheesy classified"
    " common complicated confidential confusing cool cute different difficult dirt dumb easy"
    " embarrassing exotic fake famous female foreign forgettable forgotten funny generic gone hard"
    " hidden hilarious hyphenated important incorrect irish irrelevant italian jewish kind known"
    " legion long male meaningless missing misspelled mud neutral obvious odd old ordinary"
    " personal pretty private pronounced rare redacted ridiculous shit short silly similar simple"
    " special spelled spelt stupid taken terrible tough tricky ugly unclear uncommon unimportant"
    " unique unisex unknown unpronounceable unusual weird written wrong"
    # what one is called, and when
    " , Words afternoon anon anonymous anytime asap biased blessed bro called. crazy cruel cynical"
    " dad daddy daily dramatic dude evening evil follow forever friday ignorant insane jaded lazy"
    " lord maam mad madam man mate miss mister mom mommy monday morning mum naive names names."
    " night nostalgic nuts obsessed optimistic paranoid people pessimistic picky saturday selfish"
    " sentimental skeptical soft spoiled sunday superstitious thursday traditional tuesday"
    " ungrateful user wednesday weekend weekends whatever whenever wild".split()
)
"""Words that follow "I live in", "I'm from", "my name is" or "call me" and are no names."""

NAMES_TOO = frozenset("dev hope love will".split())
"""Words of these that people are called."""
