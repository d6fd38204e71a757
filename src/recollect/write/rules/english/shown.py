"""Texts that are shown, not said: what another wrote, a draft to look at, a puzzle, a game."""

from __future__ import annotations

import re

_TEXT = (
    r"(?:essay|paragraph|e-?mails?|letter|article|story|resume|résumé|cv|bio|draft|posts?|abstract"
    r"|speech|poem|homework|transcript|thread|review|texts?|messages?|comments?|caption|tweet"
    r"|dialogue|conversation|passage|excerpt|script|headline|tagline|monologue)"
)
_MAIL = r"(?:e-?mail|message|review|comment|conversation|post|thread)"
"""Of these a line may only say where one is: "Email: dana@example.com"."""
_WEB = (
    r"(?:reddit|facebook|fb|quora|twitter|x|tumblr|instagram|insta|tiktok|linkedin|craigslist"
    r"|a forum|the (?:internet|web)|some forum)"
)
_OPENS = r"(?:\s*\n|: *(?!\s*[\"“„«»'‘])(?=\S|\s*\n))"
"""A text begins here, and no quotation marks will tell where it ends."""

SHOWN = re.compile(
    # another's words, to the end of the message
    r"\b(?:wrote|emailed|e-mailed|texted|messaged|dmed|dm'd|posted|replied|sent)"
    r"(?: (?:me|us|back|this|that|the following|today|yesterday|earlier|last night|just now))*"
    + _OPENS
    + r"|\b(?:got|received|found|saw|read) (?:this|the following)(?: [\w-]+){0,2}"
    rf" (?:from|on|in|by|at) [^.:?!\n]{{2,40}}{_OPENS}"
    rf"|\bfound (?:this |it )?on {_WEB}\b"
    r"|\b(?:here(?:'?s| is)|this is|that(?:'?s| is)|below is) (?:what|how) (?!(?:i|we)\b)"
    r"[^.:?!\n]{2,50}?\b(?:wrote|sent|said|texted|emailed|posted|replied|answered|told|left)\b"
    rf"[^.:?!\n]{{0,30}}{_OPENS}"
    # a text that is to be looked at
    r"|\b(?:here(?:'?s| is| are)|this is|below is) (?:an?|my|our|the|his|her|their|[\w-]+'s)"
    rf" (?:[\w-]+ ){{0,3}}?{_TEXT}\b[^.?!\n:]{{0,60}}{_OPENS}"
    rf"|\bthis (?:[\w-]+ ){{0,2}}{_TEXT}(?:\?\s*\n|{_OPENS})"
    rf"|\bfollowing (?:[\w-]+ ){{0,2}}{_TEXT}(?:[.?]\s*\n|{_OPENS})"
    rf"|^\W{{0,9}}(?:(?:my|our|the|new|current|short) ){{0,3}}(?:[\w-]+ )?(?!{_MAIL}){_TEXT}"
    r"(?: (?:so far|idea|ideas|draft|for [^.:?!\n]{2,30}))? ?: *(?=\S)"
    r"|(?:^\W{0,9}|\b(?:give(?: me)?|need|want|like) (?:some |your |honest )?)"
    r"(?:feedback|critique|comments) (?:on|for) (?:my|this|the|our) "
    rf"(?:[\w-]+ ){{0,2}}{_TEXT}\b"
    rf"|\b(?:headline|caption|tagline|slogan|bio) (?:ideas?|suggestions?)\b"
    r"|\b(?:is|are) (?:this|these|the following|my) (?:[\w-]+ )?sentences? "
    r"(?:right|correct|ok|okay|grammatical|wrong|good)\b"
    r"|\bwhich (?:one |sentence )?(?:is|sounds) (?:(?:more|grammatically) )?"
    r"(?:correct|right|grammatical)[^.?!:\n]{0,20}:"
    r"|\b(?:does|do|is) (?:this|it|that|these)(?: (?:sentence|text|email))? (?:sound|read)? ?"
    r"(?:grammatical|natural|professional|polite|good english|correct english)"
    r"|\b(?:shorten|condense|simplify|polish|tighten|punch up|spell-?check) this\b"
    r"|(?:^|[.!?] |please |you )(?:make|turn) (?:this|it|that) (?:a bit )?"
    r"(?:sounds?|more|less|into|shorter|longer|better|nicer|simpler|punchier)\b[^.:?!\n]{0,40}:"
    # numbers of a puzzle, and the world of a game
    r"|\b(?:word|math|maths|logic) (?:problem|puzzle)(?: \d+)? ?:|^\W{0,9}(?:riddle|puzzle)\b"
    r"|\bhow many [\w ]{2,30} do (?:i|we) (?:now have|have (?:left|now|in total|altogether))\b"
    r"|\blet'?s play (?:a (?:\w+ )?game|(?:20|twenty) questions|pretend|make[- ]believe)\b"
    r"|\b(?:d ?& ?d|dnd|ttrpg|fictional|fantasy) character\b|\bmy (?:oc\b|character ?(?:is\b|[:,]))"
    r"|\bfor the (?:purposes?|sake) of (?:this|the|our|an?) (?:[\w-]+ )?"
    r"(?:exercise|example|test|game|demo|role-?play|simulation|experiment|argument)\b"
    r"|\bfor (?:an?|the|my|our|this) (?:[\w-]+ )?(?:story|novel|game|campaign|script|skit|song|poem"
    r"|role-?play) ?:"
    r"|\basking for a friend\b",
    re.IGNORECASE | re.MULTILINE,
)
"""A message with such words is not about its writer, or nobody can tell how far it is."""
