"""What a speaker says is not so. It makes no note, and ends the one that says it is."""

from ..rule import Rule

_HERE = r"(?=[.,;!]|$| but | and | n?or )"
_I_AM_NOT = r"{start}[Ii](?:'m| am) not(?: actually| really| even)? "
_I_DO_NOT = r"{start}[Ii] (?:don't|do not)(?: actually| even)? "

RULES = (
    Rule(
        name="denial.name",
        on="name",
        pattern=r"{my} name (?:isn't|is not) (?P<name>{Given})(?=[.;!]|$)",
        text="{whose} name is {name}",
        act="deny",
        relation="NAMED",
        object="{name}",
        examples=(("My name isn't Dana.", "The user's name is Dana."),),
        counter=("My name is Dana.", "My sister's name isn't Dana.", "Isn't my name Dana?"),
    ),
    Rule(
        name="denial.lives",
        on="live",
        pattern=_I_DO_NOT + r"live in (?P<place>{Place})" + _HERE,
        text="{who} lives in {place}",
        act="deny",
        relation="LIVES_IN",
        object="{place}",
        examples=(("I don't live in Lisbon.", "The user lives in Lisbon."),),
        counter=("I don't live in Lisbon yet.", "If I don't live in Lisbon", "I live in Lisbon."),
    ),
    Rule(
        name="denial.works",
        on="work",
        pattern=_I_DO_NOT
        + r"work (?:at|for) (?P<place>[A-Z][\w.&'-]*\w(?: [A-Z&][\w.&'-]*){0,3})"
        + _HERE,
        text="{who} works at {place}",
        act="deny",
        relation="WORKS_AT",
        object="{place}",
        examples=(("I don't work at Acme.", "The user works at Acme."),),
        counter=("I don't work at Acme on Mondays.", "Why don't I work at Acme?"),
    ),
    Rule(
        name="denial.diet",
        on="vegan vegetarian pescatarian",
        pattern=_I_AM_NOT + r"(?:an? )?(?P<what>vegan|vegetarian|pescatarian)" + _HERE,
        text="{who} is {what}",
        act="deny",
        relation="DIET",
        object="{what}",
        examples=(
            ("I'm not vegetarian.", "The user is vegetarian."),
            ("I'm not vegetarian or anything.", "The user is vegetarian."),
        ),
        counter=("I'm not vegetarian for my health.", "If I'm not vegetarian"),
    ),
    Rule(
        name="denial.allergic",
        on="allergic",
        pattern=_I_AM_NOT + r"allergic to (?P<what>[^,;.!]{2,40}?)" + _HERE,
        text="{who} is allergic to {what}",
        act="deny",
        relation="ALLERGIC_TO",
        object="{what}",
        examples=(("I'm not allergic to nuts.", "The user is allergic to nuts."),),
        counter=("Am I not allergic to nuts?", "She says I'm not allergic to nuts."),
    ),
    Rule(
        name="denial.status",
        on="married engaged divorced single",
        pattern=_I_AM_NOT + r"(?P<what>married|engaged|divorced|single)" + _HERE,
        text="{who} is {what}",
        act="deny",
        relation="STATUS",
        object="{what}",
        examples=(("I'm not married.", "The user is married."),),
        counter=("I'm not married to the idea.", "If I'm not married"),
    ),
    Rule(
        name="denial.is_a",
        on="m am work",
        pattern=rf"(?:{_I_AM_NOT}|{_I_DO_NOT}work as )"
        r"(?P<job>an? (?:[\w-]+ )?(?!yet\b|any)[\w-]+)" + _HERE,
        text="{who} is {job}",
        act="deny",
        relation="IS_A",
        object="{job}",
        examples=(
            ("No, I'm not a nurse!", "The user is a nurse."),
            ("I don't work as a nurse.", "The user is a nurse."),
        ),
        counter=("I'm not a nurse yet.", "Am I not a nurse?", "She says I'm not a nurse."),
    ),
)
