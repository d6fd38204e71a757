"""What notes say, whatever the language of the words they rest on.

A rule of another language is an English rule with a pattern of its own: slot, relation, kind and
weight are those of the English one, so that "Ich wohne in Köln" and "I moved to Porto" speak of the
same thing. The note is an English sentence, with its object as it was said.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .english import ENGLISH
from .rule import Rule

_ENGLISH = {rule.name: rule for rule in (*ENGLISH.rules, *ENGLISH.denials)}


@dataclass(frozen=True, slots=True)
class Frame:
    """The English rule that it is, the sentence, and what of the rule is filled otherwise."""

    of: str
    text: str
    object: str | None = None
    slot: str | None = None


FRAMES = {
    "identity.name": Frame("identity.name", "{whose} name is {name}", "{name}"),
    "identity.introduced": Frame("identity.i_am_name", "{whose} name is {name}", "{name}"),
    "identity.called": Frame("identity.called", "{who} goes by {name}", "{name}"),
    "identity.age": Frame("identity.age", "{who} is {age} years old", "{age}"),
    "identity.birthday": Frame(
        "identity.birthday", "{whose} birthday is {month} {day}", "{month} {day}", "birthday"
    ),
    "identity.from": Frame("identity.from", "{who} is from {place}", "{place}"),
    "identity.speaks": Frame("identity.speaks", "{who} speaks {tongue}", "{tongue}"),
    "identity.contact": Frame(
        "identity.contact", "{whose} {contact}: {exact}", "{exact}", "contact.{contact}"
    ),
    "home.lives_in": Frame("home.lives_in", "{who} lives in {place}", "{place}"),
    "home.moved_to": Frame("home.moved_to", "{who} moved to {place} {when}", "{place}"),
    "work.at": Frame("work.at", "{who} works at {place}", "{place}"),
    "work.as": Frame("work.as", "{who} works as {job}", "{job}"),
    "work.in": Frame("work.in", "{who} works in {field}", "{field}"),
    "work.is_a_now": Frame("work.is_a_now", "{who} is {job}", "{job}"),
    "work.is_a": Frame("work.is_a", "{who} is {job}", "{job}"),
    "work.new_place": Frame(
        "work.new_place", "{who} started a new job at {place} {when}", "{place}"
    ),
    "work.left": Frame("work.left", "{who} left {place} {when}", "{place}"),
    "work.lost": Frame("work.lost", "{who} lost their job {when}", "their job"),
    "work.quit": Frame("work.lost", "{who} quit their job {when}", "their job"),
    "work.retired": Frame("work.lost", "{who} retired {when}", "their job"),
    "work.status": Frame("work.status", "{who} is {employment}", "{employment}"),
    "work.studies": Frame("work.studies", "{who} is studying {what}", "{what}"),
    "preference.favourite": Frame(
        "preference.favourite",
        "{whose} favourite {favourite} is {value}",
        "{value}",
        "favourite.{favourite}",
    ),
    "preference.prefer": Frame("preference.prefer", "{who} prefers {what}", "{what}"),
    "preference.better": Frame(
        "preference.better", "{who} likes {what} better than {other}", "{what} to {other}"
    ),
    "preference.love": Frame("preference.love", "{who} loves {what}", "{what}"),
    "preference.like": Frame("preference.enjoy", "{who} likes {what}", "{what}"),
    "preference.hate": Frame("preference.hate", "{who} hates {what}", "{what}"),
    "preference.does_not_like": Frame(
        "preference.does_not_like", "{who} doesn't like {what}", "{what}"
    ),
    "preference.does_not_eat": Frame(
        "preference.does_not_like", "{who} doesn't eat {what}", "{what}"
    ),
    "preference.does_not_drink": Frame(
        "preference.does_not_like", "{who} doesn't drink {what}", "{what}"
    ),
    "health.allergic": Frame("health.allergic", "{who} is allergic to {what}", "{what}"),
    "health.intolerant": Frame("health.allergic", "{who} is {food} intolerant"),
    "health.cannot_eat": Frame("health.cannot_eat", "{who} can't have {what}", "{what}"),
    "health.diet": Frame("health.diet", "{who} is {diet}", "{diet}"),
    "health.eats_again": Frame("health.eats_again", "{who} eats {food} again", "{food}"),
    "health.condition": Frame("health.condition", "{who} has {illness}", "{illness}"),
    "family.name_is": Frame("family.name_is", "{whose} {relative} is called {name}", "{name}"),
    "family.named": Frame("family.named", "{name} is {whose_} {relative}", "{name}"),
    "family.pet_named": Frame("family.pet_named", "{who} has a {relative} named {name}", "{name}"),
    "family.pet_died": Frame("family.pet_died", "{whose} {relative} {name} died {when}"),
    "family.pet_gone": Frame(
        "family.pet_gone", "{whose} {relative} died {when}", "their {relative}"
    ),
    "family.pet_given": Frame(
        "family.pet_given",
        "{who} gave their {relative} {name} away {when}",
        "their {relative} {name}",
    ),
    "family.count": Frame(
        "family.count", "{who} has {number} {kin}", "{number} {kin}", "family.{kin}"
    ),
    "family.status": Frame("family.status", "{who} is {status}", "{status}"),
    "family.parted": Frame("family.parted", "{who} got divorced {when}", "divorced"),
    "family.broke_up": Frame("family.broke_up", "{who} broke up with {name} {when}", "{name}"),
    "family.parted_from": Frame(
        "family.parted_from", "{who} and their {relative} split up {when}", "their {relative}"
    ),
    "family.split": Frame(
        "family.split", "{who} and their partner split up {when}", "their partner"
    ),
    "possession.gone": Frame("possession.gone", "{who} sold their {thing} {when}", "their {thing}"),
    "correction.has": Frame(
        "correction.no_longer", "{who} no longer has a {owned}", "has a {owned}"
    ),
    "correction.lives": Frame(
        "correction.no_longer", "{who} no longer lives in {place}", "lives in {place}"
    ),
    "correction.works_at": Frame(
        "correction.no_longer", "{who} no longer works at {place}", "works at {place}"
    ),
    "correction.works_as": Frame(
        "correction.no_longer", "{who} no longer works as {job}", "works as {job}"
    ),
    "correction.likes": Frame(
        "correction.no_longer", "{who} no longer likes {what}", "likes {what}"
    ),
    "correction.is": Frame("correction.is_no_longer", "{who} is no longer {diet}", "{diet}"),
    "correction.status": Frame(
        "correction.is_no_longer", "{who} is no longer {status}", "{status}"
    ),
    "correction.allergic": Frame(
        "correction.is_no_longer", "{who} is no longer allergic to {what}", "allergic to {what}"
    ),
    "denial.name": Frame("denial.name", "{whose} name is {name}", "{name}"),
    "denial.lives": Frame("denial.lives", "{who} lives in {place}", "{place}"),
    "denial.works": Frame("denial.works", "{who} works at {place}", "{place}"),
    "denial.diet": Frame("denial.diet", "{who} is {diet}", "{diet}"),
    "denial.allergic": Frame("denial.allergic", "{who} is allergic to {what}", "{what}"),
    "denial.status": Frame("denial.status", "{who} is {status}", "{status}"),
    "denial.is_a": Frame("denial.is_a", "{who} is {job}", "{job}"),
    "procedure.always": Frame(
        "procedure.always", "{who} asks: always answer {manner}", "always answer {manner}"
    ),
    "procedure.from_now_on": Frame(
        "procedure.from_now_on", "{who} asks, from now on: answer {manner}", "answer {manner}"
    ),
    "procedure.order": Frame("procedure.always", "{who} asks: {order}", "{order}"),
    "explicit.remember": Frame("explicit.remember", "{who} asks to remember: {clause}", "{clause}"),
}
"""By the name of the rule; each language has a pattern for most of them."""


def rule(
    name: str,
    *,
    on: str,
    pattern: str,
    examples: tuple[tuple[str, str], ...],
    counter: tuple[str, ...],
) -> Rule:
    """A rule of another language: what it is called here, and its own pattern."""
    frame = FRAMES[name]
    base = _ENGLISH[frame.of]
    return replace(
        base,
        name=name,
        on=on,
        pattern=pattern,
        text=frame.text,
        relation=(base.relation or "").replace("{kin}", "") or None,
        object=frame.object,
        slot=frame.slot or base.slot,
        whole=name.startswith(("procedure.", "explicit.")),
        last=name.startswith("explicit."),
        least=0,
        time="" if base.time == "future" else base.time,
        examples=examples,
        counter=counter,
    )
