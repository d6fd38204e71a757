"""Language models that talk: words, calls of tools, in one piece or as they come.

A provider's file says what is sent and how what comes back is read, and knows no colour; `aio`
sends it, and `sync` beside it is generated.
"""
