"""What people say when something has changed, from the first words to the notes that stand."""

import pytest

from recollect import Memory

from .standing import standing

CHANGES = [
    ("My daughter is 6.", "My daughter is 7 now.", "The user's daughter is 7 years old."),
    ("Mia is 6 now.", "Mia turned 7 today!", "Mia is 7 years old."),
    ("My wife is 34.", "My wife turned 35 last week.", "The user's wife is 35 years old."),
    ("I weigh 82 kg.", "I weigh 80 kg now.", "The user weighs 80 kg."),
    (
        "I work at Acme.",
        "I just started a new job at Bosch.",
        "The user started a new job at Bosch.",
    ),
    ("I work at Acme.", "I started working for Bosch.", "The user started working for Bosch."),
    ("I work at Acme.", "I got a new job at Bosch.", "The user got a new job at Bosch."),
    ("I work at Acme.", "I left Acme and joined Bosch.", "The user left Acme and joined Bosch."),
    ("I love sushi.", "I hate sushi.", "The user hates sushi."),
    ("I love sushi.", "I don't like sushi.", "The user doesn't like sushi."),
    ("I love sushi.", "I don't like sushi anymore.", "The user no longer likes sushi."),
    ("I hate running.", "I love running.", "The user loves running."),
    ("I'm vegan.", "I'm not vegan anymore.", "The user is no longer vegan."),
    (
        "We decided to use Redis for the queue.",
        "We decided not to use Redis for the queue.",
        "The user decided not to use Redis for the queue.",
    ),
    ("We decided against a band.", "We settled on a band.", "The user settled on a band."),
    ("I'm a fan of jazz.", "I'm not a fan of jazz.", "The user is not a fan of jazz."),
    ("I'm not into jazz.", "I'm into jazz.", "The user is into jazz."),
    (
        "Always use tabs in code.",
        "Never use tabs in code.",
        "The user asks: never use tabs in code.",
    ),
    (
        "Please don't use emojis in mails.",
        "From now on, use emojis in mails.",
        "The user asks, from now on: use emojis in mails.",
    ),
    (
        "We always squash commits before merging.",
        "We never squash commits before merging.",
        "The user's side never does this: squash commits before merging.",
    ),
    ("I've lived in Bath since 1971.", "I moved to Porto.", "The user moved to Porto."),
    ("Tim lives in Oslo.", "Tim has moved to Bergen.", "Tim has moved to Bergen."),
    (
        "Tim is allergic to eggs.",
        "Tim's not allergic to eggs any more.",
        "Tim is no longer allergic to eggs.",
    ),
    (
        "Tim no longer manages Project Alpha.",
        "Tim manages Project Alpha.",
        "Tim manages Project Alpha.",
    ),
    (
        "The deadline for the migration is May 3, 2040.",
        "The migration is due May 9, 2040.",
        "The migration is due May 9, 2040.",
    ),
    ("I'm married to Ana.", "I got divorced.", "The user got divorced."),
    ("I use Slack.", "We switched from Slack to Teams.", "The user switched from Slack to Teams."),
    ("My doctor is Dr. Wu.", "My new doctor is Dr. Kim.", "The user's doctor is Dr. Kim."),
    ("My address is 5 Elm St.", "My new address is 9 Oak Ave.", "The user's address: 9 Oak Ave."),
    (
        "I drive a Golf.",
        "I sold my Golf and bought a Tesla.",
        "The user sold their Golf and bought a Tesla.",
    ),
    ("My email is a@x.com.", "My email is now b@x.com.", "The user's email: b@x.com."),
    ("My email is a@x.com.", "My email has changed to b@x.com.", "The user's email: b@x.com."),
    ("My email address is a@x.com.", "My e-mail is b@x.com.", "The user's e-mail: b@x.com."),
    ("My phone number is 555-0101.", "My phone is now 555-0199.", "The user's phone: 555-0199."),
    (
        "My favourite colour is blue.",
        "My favorite color is green.",
        "The user's favourite color is green.",
    ),
    ("I work at Google.", "I got laid off.", "The user got laid off."),
    ("I work at Google.", "I was fired.", "The user was fired."),
    ("I work at Google.", "I lost my job.", "The user lost their job."),
    ("I work as a nurse.", "I lost my job.", "The user lost their job."),
    ("I have two cats.", "I have three cats now.", "The user has three cats."),
    ("I have two kids.", "I have three kids now.", "The user has three kids."),
    (
        "I'm allergic to nuts.",
        "It turned out I'm not allergic to nuts.",
        "The user is not allergic to nuts.",
    ),
    (
        "I'm allergic to nuts.",
        "I'm not allergic to nuts after all.",
        "The user is not allergic to nuts.",
    ),
    (
        "I'm severely allergic to nuts.",
        "I'm no longer allergic to nuts.",
        "The user is no longer allergic to nuts.",
    ),
    (
        "I'm lactose intolerant.",
        "I'm no longer lactose intolerant.",
        "The user is no longer lactose intolerant.",
    ),
    ("I'm a student.", "I'm a teacher now.", "The user is a teacher."),
    ("I'm a student at MIT.", "I'm now a teacher.", "The user is a teacher."),
    ("I drive a Volvo.", "I drive a Skoda now.", "The user drives a Skoda."),
    ("I drive a Volvo.", "I drive an Opel these days.", "The user drives an Opel."),
    ("Tim lives in Oslo.", "Tim moved to Bergen.", "Tim moved to Bergen."),
    ("Tim moved to Bergen.", "Tim lives in Oslo now.", "Tim lives in Oslo."),
    (
        "I have a meeting with Bob on Friday.",
        "The meeting with Bob is cancelled.",
        "The meeting with Bob was cancelled.",
    ),
    (
        "My dentist appointment is tomorrow.",
        "My dentist appointment got cancelled.",
        "The dentist appointment was cancelled.",
    ),
    (
        "I have a dentist appointment tomorrow.",
        "I cancelled my dentist appointment.",
        "The user cancelled their dentist appointment.",
    ),
    (
        "We're going to Greece in July.",
        "We cancelled the trip to Greece.",
        "The user cancelled the trip to Greece.",
    ),
    ("I'm vegetarian.", "I eat meat again.", "The user eats meat again."),
    ("I'm vegan.", "I started eating meat again.", "The user eats meat again."),
    ("I don't eat meat.", "I eat meat again.", "The user eats meat again."),
    ("I eat meat again.", "I'm vegan.", "The user is vegan."),
    ("I eat meat again.", "I don't eat meat.", "The user doesn't eat meat."),
    ("I no longer eat meat.", "I eat meat again.", "The user eats meat again."),
    ("I no longer love jazz.", "I love jazz.", "The user loves jazz."),
    ("I no longer work at Acme.", "I work at Acme again.", "The user works at Acme."),
    ("I'm no longer a student.", "I'm a student.", "The user is a student."),
    ("I no longer live in Porto.", "I moved to Porto.", "The user moved to Porto."),
    (
        "I no longer work at Acme.",
        "I left Bosch to join Acme.",
        "The user left Bosch to join Acme.",
    ),
    ("I prefer dark mode.", "I prefer light mode.", "The user prefers light mode."),
    ("I prefer window seats.", "I prefer aisle seats now.", "The user prefers aisle seats."),
    (
        "I have a girlfriend named Eve.",
        "Eve and I broke up.",
        "The user broke up with Eve.",
    ),
    ("I'm dating Eve.", "I broke up with Eve.", "The user broke up with Eve."),
    ("I have a girlfriend named Eve.", "I broke up with Eve.", "The user broke up with Eve."),
]

ENDED = [
    ("My car is a Golf.", "My new car is a Kia."),
    ("I work at Acme.", "I left Acme for Globex."),
    ("I work at Acme.", "Acme fired me today."),
    ("I love coffee.", "I hate coffee now, gives me migraines"),
    ("I'm allergic to peanuts.", "I'm no longer allergic to peanuts, did the desensitization"),
    ("Our Postgres is 15.4 on RDS.", "We upgraded Postgres to 16.2."),
    ("We use Postgres 15.4.", "We upgraded Postgres from 15.4 to 16.2."),
    ("Our Postgres is 15.4 on RDS.", "Our Postgres is 16.2 on RDS."),
    ("My blood sugar is 140 mg/dl.", "My blood sugar is 118 mg/dl."),
    ("Our budget is 25k.", "We upped the budget to 28k."),
    ("My rent is 540 euros.", "My landlord raised the rent to 575."),
    ("We use Datadog for monitoring.", "We replaced Datadog with Grafana Cloud."),
    ("I use Overleaf for writing.", "I've moved everything from Overleaf to Typst."),
    ("I use Overleaf for writing.", "I switched from Overleaf to Typst."),
    ("I have a Game Pass subscription.", "Cancelled Game Pass, too pricey."),
    ("I drive a Ford Transit.", "Traded the Transit in for a VW Crafter."),
    ("My car is a Skoda Octavia.", "I sold the Octavia and bought a Kia."),
    ("My laptop is a MacBook Air.", "My laptop is now a MacBook Pro."),
    ("I go swimming every Tuesday.", "I stopped swimming."),
    ("I go to a drawing class on Fridays.", "I don't go to the drawing class anymore."),
    ("I take metformin 500 mg twice a day.", "I stopped taking metformin, now I'm on Ozempic."),
    ("My manager Denise is nice.", "Denise left the company."),
    ("My manager Denise is nice.", "Our new manager is called Robert."),
    ("Els works for us on Saturdays.", "Els left us, Joke is doing Saturdays now."),
    ("Joris works at Asml.", "Joris quit his job at Asml."),
    ("My doctor is Dr. Wu.", "Dr. Kim is our new doctor."),
    ("I work at the campus bar on Saturdays.", "I quit the bar job, too tired."),
    ("I have an exam on May 3, 2040.", "The exam got pushed to May 9, 2040."),
    ("I have an exam on May 3, 2040.", "I rescheduled my exam to May 9, 2040."),
    ("My flight is on May 3, 2040.", "Our flight was rebooked to May 9, 2040."),
    ("I have an appointment on May 3, 2040.", "The dentist cancelled my appointment."),
    ("I'm on leave from May 3 to May 9, 2040.", "I had to cancel my leave, too much work."),
    (
        "I have a call with my boss on May 3, 2040.",
        "The call with my boss was moved to May 9, 2040.",
    ),
    ("We're going on a cruise to Norway in May 2040.", "The cruise is off."),
]

BOTH = [
    ("I live in Leeds.", "I moved to Lisbon for 3 months last year."),
    ("I live in Paris.", "I left Paris for London."),
    ("We use Google Docs for notes.", "We switched from Google to Bing."),
    ("I work at Zalando.", "We moved our database from Zalando to AWS."),
    ("We use Slack and Zoom for calls.", "We switched from Zoom to Teams."),
    ("We use Zabbix for alerts and Ansible for hosts.", "We replaced Zabbix with Prometheus."),
    ("Our Postgres is 15.4 on RDS.", "We upgraded Redis to 7.4."),
    ("My desk is 120 cm wide.", "My desk is 75 cm high."),
    ("My rent is 540 euros.", "We raised the rent to 850."),
    ("I live in Berlin.", "I moved everything from Berlin to Munich."),
    ("My brother-in-law Frank is nice.", "I stopped using Frank, I do my own books."),
    ("My manager Denise is nice.", "My new dentist is Robert."),
    ("My brother Raj is nice.", "Raj left the company."),
    ("I go to the gym on Mondays.", "I stopped swimming."),
    ("I go swimming every Tuesday with Ana.", "I stopped running."),
    ("I have an exam on May 3, 2040.", "The meeting got pushed to May 9, 2040."),
    ("I have an exam on May 3, 2040.", "I moved my desk to the window."),
    ("I work at the campus bar.", "I quit the library job."),
    ("I love sushi.", "I hate sushi that is warm."),
    ("I love running.", "I hate cycling."),
    ("I work at Acme.", "I got a second job at the bar."),
    ("I use Slack.", "We switched from Jira to Linear."),
    ("My doctor is Dr. Wu.", "My dentist is Dr. Kim."),
    ("I'm 34 years old.", "I turned 30 in 2015."),
    ("My email is a@x.com.", "My work email is b@x.com."),
    ("I work at Google.", "I almost got laid off."),
    ("I work at Google.", "If I lost my job, I'd travel."),
    ("I work at Google.", "I wasn't fired."),
    ("I work at Google.", "My brother got laid off."),
    ("I have two cats.", "I have three dogs."),
    ("I have two kids.", "I want three kids."),
    ("I have a brother in Oslo.", "I have a brother in Rome."),
    ("I'm allergic to nuts.", "I'm not allergic to cats after all."),
    ("I'm allergic to nuts and cats.", "I'm not allergic to nuts after all."),
    ("I'm allergic to nuts.", "I stopped eating nuts."),
    ("I love nuts.", "It turned out I'm not allergic to nuts."),
    ("I'm a student.", "I'm a teacher."),
    ("I'm a mom.", "I'm a teacher now."),
    ("I'm a nurse.", "I'm a parent now."),
    ("I drive a Volvo.", "I drive a Skoda."),
    ("I drive a Volvo.", "I ride a Vespa now."),
    ("I have a large garden.", "I drive a Skoda now."),
    ("Tim lives in Oslo.", "Tom moved to Bergen."),
    ("Tim is allergic to eggs.", "Tim isn't allergic to nuts any more."),
    ("We decided to use Redis.", "We decided not to use Kafka."),
    ("Tim lives in Oslo.", "Tim works in Bergen."),
    ("I live in Oslo.", "Tim moved to Bergen."),
    ("I have a meeting with Bob on Friday.", "The meeting with Ann is cancelled."),
    ("We're going to Spain in July.", "We cancelled the trip to Greece."),
    ("I have a meeting about Greece on Friday.", "We cancelled the trip to Greece."),
    ("I have a meeting with Bob on Friday.", "Is the meeting with Bob cancelled?"),
    ("I'm vegetarian.", "I'll never eat meat again."),
    ("I'm vegetarian.", "My son eats meat again."),
    ("I don't eat fish.", "I eat meat again."),
    ("I no longer love jazz.", "I love rock."),
    ("I prefer dark mode.", "I prefer dark chocolate."),
    ("I prefer dark chocolate.", "I prefer dark mode."),
    ("I prefer morning flights.", "I prefer direct flights."),
    ("On my phone, I prefer dark mode.", "On my laptop, I prefer light mode."),
    ("I have a dog named Rex.", "Eve and I broke up."),
    ("I have a son named Rex.", "Rex died last week."),
    ("I have a dog named Rex.", "Max died last week."),
]


@pytest.mark.parametrize(("before", "after", "note"), CHANGES)
def test_what_changed_takes_the_place_of_what_was(before: str, after: str, note: str):
    assert len(standing(before)) == 1
    assert standing(before, after) == [note]


@pytest.mark.parametrize(("before", "after"), ENDED)
def test_what_a_later_word_ends_stands_no_longer(before: str, after: str):
    assert standing(before)[0] not in standing(before, after)


@pytest.mark.parametrize(("before", "after"), BOTH)
def test_what_only_sounds_alike_stays(before: str, after: str):
    assert standing(before)[0] in standing(before, after)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I stopped driving in 2020.", "I stopped smoking in 2020."),
        ("We upgraded Redis to 7.2.", "We upgraded Redis to 7.4."),
        ("We replaced Datadog with Grafana.", "We replaced Datadog with Zabbix."),
        ("Always use tabs in code.", "Never use spaces in code."),
        ("Tim no longer works on Alpha.", "Tim no longer manages Alpha."),
    ],
)
def test_two_things_are_two_notes(one: str, other: str):
    assert len(standing(one, other)) == 2


def test_a_taste_that_was_said_earlier_ends_nothing():
    with Memory("memory://", embedder=None) as memory:
        memory.add("I love sushi.", user_id="dana", at="2026-03-01")
        memory.add("I hate sushi.", user_id="dana", at="2026-02-01")
        assert "The user loves sushi." in [note.text for note in memory.notes(user_id="dana")]


def values(*said: str) -> dict[str, object]:
    with Memory("memory://", embedder=None) as memory:
        for words in said:
            memory.add(words, user_id="dana")
        return memory.values("user.", user_id="dana")


def test_an_age_is_the_newest():
    for words in ("I turned 35 today.", "I'm 35 now.", "I just turned 35."):
        assert values("I'm 34 years old.", words)["user.age"] == "35"


def test_where_somebody_works_is_told_from_what_he_does_there():
    known = values("I work at Google as an engineer.")
    assert known["user.work.employer"] == "Google"
    assert known["user.work.job"] == "an engineer"


def test_what_is_loved_again_is_loved():
    said = ("I love jazz.", "I no longer love jazz.", "I love jazz.")
    assert standing(*said) == ["The user loves jazz."]


def test_the_only_meeting_is_the_one_that_is_cancelled():
    bob, ann = "I have a meeting with Bob on Friday.", "I have a meeting with Ann on Monday."
    cancelled = "My meeting is cancelled."
    assert standing(bob, cancelled) == ["The meeting was cancelled."]
    assert len(standing(bob, ann, cancelled)) == 3


def test_an_animal_that_died_is_nobodys():
    for words in ("Rex died last week.", "My dog Rex died last week."):
        kept = standing("I have a dog named Rex.", words)
        assert not any("has a dog" in note for note in kept)
        assert any("Rex died last week" in note for note in kept)


def test_what_a_job_is_not_stays_with_a_new_job():
    kept = standing("I'm a student.", "I'm a mom.", "I'm a teacher now.")
    assert kept == ["The user is a mom.", "The user is a teacher."]


@pytest.mark.parametrize(
    "words",
    [
        "Translate: I live in Rome.",
        "Translate to French: I work at Shell.",
        "Please translate I live in Rome to French.",
        "Proofread: My name is John and I live in Paris.",
        "Sample sentence: My name is John.",
        "Example: I work at Shell.",
        "My boss: I live in Munich.",
        "In the novel, my name is Ishmael.",
        "In the book, I live in Paris.",
        "In the film, I live in Paris.",
        "In the game, I live in Paris.",
        "In my story, I live in Paris.",
        "Fix the grammar: I lives in Paris. I work at Shell.",
        "Rewrite this: I live in Rome.",
        "Rewrite: I live in Rome.",
        "Correct this sentence: I live in Rome.",
        "Say 'I live in Rome' in Italian.",
        "Say 'I'm vegan' in Italian.",
    ],
)
def test_words_that_are_not_the_users_own_are_not_noted(words: str):
    assert standing(words) == []


@pytest.mark.parametrize(
    "words",
    [
        "Quick update: I moved to Porto.",
        "FYI: I work at Acme.",
        "Good news: I got a new job at Bosch.",
        "About me: I live in Rome.",
        "My situation: I live in Rome.",
        "Correct: I live in Rome.",
        "Check this out: I moved to Porto!",
        "I play a lot of games. I live in Rome.",
        "I work for a film studio.",
    ],
)
def test_an_ordinary_colon_hides_nothing(words: str):
    assert len(standing(words)) == 1


def test_what_the_family_does_is_related():
    with Memory("memory://", embedder=None) as memory:
        memory.add("My brother Tim lives in Oslo.", user_id="dana", at="2026-01-05")
        memory.add("My sister Mia works for Equinor.", user_id="dana", at="2026-01-06")
        [home] = memory.related("Tim", relation="LIVES_IN", user_id="dana")
        [work] = memory.related("Mia", relation="WORKS_AT", user_id="dana")
        assert (home.object, work.object) == ("Oslo", "Equinor")
        assert home.note.text == "The user's brother Tim lives in Oslo."
        memory.add("Tim moved to Bergen.", user_id="dana", at="2026-02-05")
        now = memory.related("Tim", relation="LIVES_IN", user_id="dana")
        then = memory.related("Tim", relation="LIVES_IN", user_id="dana", as_of="2026-01-20")
        assert [edge.object for edge in now] == ["Bergen"]
        assert [edge.object for edge in then] == ["Oslo"]


def test_a_date_is_no_limit():
    kept = standing("I no longer live in Porto.", "I moved to Porto last month.")
    assert len(kept) == 1
    assert kept[0].startswith("The user moved to Porto last month (")


def test_what_was_moved_before_its_day_never_took_place():
    with Memory("memory://", embedder=None) as memory:
        memory.add("My thesis is due on June 30.", user_id="dana", at="2026-04-12")
        memory.add("My thesis is due July 15 now.", user_id="dana", at="2026-05-02")
        first, _ = memory.notes(user_id="dana", closed=True)
        assert first.valid_from == first.valid_to
