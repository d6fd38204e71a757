"""Looking at a memory in a browser: every view, by its address and by its links."""

import re

import pytest

pytestmark = pytest.mark.browser


def heading(page, name, level=1):
    return page.get_by_role("heading", name=name, level=level, exact=True)


def hits(page):
    return page.locator("ol.cards > li")


def asking(page):
    return page.get_by_role("searchbox")


def test_whose_memory_is_chosen_from_a_list_or_typed(window, expect, user, ids):
    page = window.open()
    row = page.get_by_role("row").filter(has=page.get_by_role("link", name=user, exact=True))
    expect(row).to_contain_text("6 messages")
    row.get_by_role("link").click()
    expect(heading(page, "Search")).to_be_visible()
    expect(page.locator(".whose")).to_contain_text(user)
    page.go_back()
    expect(heading(page, "Whose memory?")).to_be_visible()
    page.get_by_label("User").fill(user)
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("link", name="I moved to Porto.")).to_be_visible()
    assert page.title() == "Search · recollect"


def test_without_a_question_the_newest_is_shown(window, expect, user, ids):
    page = window.open("search", user=user)
    expect(heading(page, "Newest notes", 2)).to_be_visible()
    expect(page.locator("section").first.get_by_role("listitem").first).to_contain_text("light")
    page.get_by_text("Filters").click()
    page.get_by_label("Kind").select_option("message")
    expect(heading(page, "Newest notes", 2)).to_have_count(0)
    page.get_by_label("Said by").select_option("assistant")
    expect(page.locator(".cards > li")).to_have_count(1)
    expect(page.locator(".cards > li")).to_contain_text("How early")
    page.get_by_label("Before").fill("2026-01-01")
    expect(page.get_by_text("Nothing passes these filters.")).to_be_visible()


def test_more_of_a_long_list_is_shown_at_a_button(window, expect, house, user):
    house.add([{"content": f"Number {count} of many."} for count in range(45)], user)
    page = window.open("search", user=user)
    for shown in (20, 40, 45):
        expect(page.locator(".cards > li")).to_have_count(shown)
        if shown < 45:
            page.get_by_role("button", name="Show more").click()
    expect(page.get_by_role("button", name="Show more")).to_be_hidden()


def test_a_search_answers_while_one_types_and_its_address_keeps_it(window, expect, user, ids):
    page = window.open("search", user=user)
    asking(page).press_sequentially("moved to Porto", delay=20)
    expect(hits(page).first).to_contain_text("I moved to Porto.")
    expect(page.get_by_text(re.compile("memor.* found, the best first"))).to_be_visible()
    hits(page).first.get_by_text(re.compile("% relevant: why")).click()
    expect(hits(page).first.get_by_text(re.compile("shares words"))).to_be_visible()
    assert "q=moved+to+Porto" in page.url
    page.reload()
    expect(hits(page).first).to_contain_text("I moved to Porto.")
    hits(page).first.get_by_role("link").first.click()
    expect(heading(page, "A message (user)")).to_be_visible()
    page.go_back()
    expect(asking(page)).to_have_value("moved to Porto")
    expect(hits(page).first).to_contain_text("I moved to Porto.")


def test_an_answer_that_comes_late_is_dropped(window, expect, user, ids):
    page = window.open("search", user=user)
    held = []

    def late(route):
        if '"query":"Lisbon"' in route.request.post_data:
            held.append(route)  # answered below, after the next question
        else:
            route.continue_()

    page.route("**/v1/search", late)
    asking(page).fill("Lisbon")
    page.wait_for_timeout(400)
    assert held
    asking(page).fill("dark mode")
    expect(hits(page).first).to_contain_text("dark mode")
    for route in held:
        route.fulfill(json={"hits": [], "degraded": []})
    page.wait_for_timeout(300)
    expect(hits(page).first).to_contain_text("dark mode")
    assert "q=dark+mode" in page.url


def test_one_question_is_asked_for_many_letters(window, expect, user, ids):
    page = window.open("search", user=user)
    sent = []
    page.on("request", lambda one: sent.append(one.url) if "search" in one.url else None)
    asking(page).press_sequentially("dark mode", delay=5)
    expect(hits(page).first).to_contain_text("dark mode")
    assert len(sent) <= 3


def test_filters_narrow_a_search(window, expect, user, ids):
    page = window.open("search", user=user, q="Porto", kind="message", session="the move")
    expect(page.get_by_label("Conversation")).to_have_value("the move")
    expect(hits(page).first).to_be_visible()
    for text in hits(page).all_inner_texts():
        assert "the move" in text
    page.get_by_label("Said by").select_option("tool")
    expect(hits(page)).to_have_count(1)
    expect(hits(page)).to_contain_text("web (tool)")
    page.get_by_label("Said by").select_option("")
    page.get_by_label("From").fill("2026-03-03")
    expect(page.get_by_text("Nothing fits.")).to_be_visible()


def test_what_is_held_back_says_why(window, expect, user, ids):
    page = window.open("search", user=user, q="Porto guide Acme")
    attack = hits(page).filter(has_text="Acme Hotels")
    expect(attack).to_contain_text("Held back from models")
    expect(attack).to_contain_text("override.instructions")


def test_as_of_a_day_everything_is_as_it_was(window, expect, user, ids):
    page = window.open("facts", user=user)
    expect(page.get_by_role("row").filter(has_text="user.home.place")).to_contain_text("Porto")
    page.get_by_label("As of").fill("2026-03-01")
    expect(page.get_by_role("row").filter(has_text="user.home.place")).to_contain_text("Lisbon")
    expect(page.get_by_text("as it stood at the end of 2026-03-01")).to_be_visible()
    page.get_by_role("link", name="Search").click()
    expect(page.get_by_text("The user lives in Lisbon.")).to_be_visible()
    expect(page.get_by_text("Porto")).to_have_count(0)
    page.get_by_role("link", name="The user lives in Lisbon.").click()
    expect(heading(page, "Why it is known", 2)).to_be_visible()
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)
    page.get_by_role("link", name="Back to now").click()
    expect(page.get_by_role("button", name="Delete")).to_be_visible()
    window.open("sessions", user=user, as_of="2026-03-02")
    expect(page.locator(".card")).to_have_count(2)  # what was said on that day is there


def test_a_note_leads_down_to_the_words_and_to_their_conversation(window, expect, user, ids):
    page = window.open("record", user=user, id=ids["place"])
    expect(page.get_by_text("Taken by the rule home.moved_to")).to_be_visible()
    expect(heading(page, "It took the place of", 2)).to_be_visible()
    history = page.locator("section").filter(has=heading(page, "History", 2))
    expect(history.locator("del").filter(has_text="Lisbon").first).to_be_visible()
    expect(history.locator("ins").filter(has_text="Porto").first).to_be_visible()
    page.get_by_role("link", name="I moved to Porto.").click()
    expect(heading(page, "A message (user)")).to_be_visible()
    expect(heading(page, "What that ended", 2)).to_be_visible()
    expect(page.get_by_role("link", name="The user lives in Lisbon.")).to_be_visible()
    page.get_by_role("link", name="the move").click()
    expect(page.locator(".turn.here")).to_contain_text("I moved to Porto.")
    page.go_back()
    page.go_back()
    expect(heading(page, "A note (semantic)")).to_be_visible()


def test_a_closed_note_says_what_replaced_it(window, expect, house, user, ids):
    notes = house.get("/v1/notes", user_id=user, closed=True)["items"]
    (old,) = (one for one in notes if one["value"] == "Lisbon")
    page = window.open("record", user=user, id=old["id"])
    expect(page.get_by_text("This note has ended")).to_be_visible()
    expect(page.get_by_role("button", name="Edit")).to_have_count(0)
    section = page.locator("section").filter(has=heading(page, "It was replaced by", 2))
    section.get_by_role("link").first.click()
    expect(page.get_by_text("Taken by the rule home.moved_to")).to_be_visible()


def test_the_context_is_the_very_text_that_a_model_would_get(window, expect, house, user, ids):
    page = window.open("context", user=user)
    page.get_by_label("Question").fill("Porto guide")
    page.get_by_label("Budget in tokens").fill("300")
    page.get_by_role("button", name="Show it").click()
    asked = {"query": "Porto guide", "user_id": user, "budget": 300}
    made = house.ask("POST", "/v1/context", **asked)
    expect(page.get_by_label("The context")).to_be_visible()
    assert page.get_by_label("The context").text_content() == made["text"]
    expect(page.get_by_text(f"{made['tokens']} tokens of 300.")).to_be_visible()
    held = page.locator("section").filter(has=heading(page, "Held back", 2))
    expect(held).to_contain_text("Acme Hotels")
    page.get_by_label("also what is held back").check()
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_label("The context")).to_contain_text("Acme Hotels")
    assert "held=1" in page.url
    page.go_back()
    expect(page.get_by_label("The context")).not_to_contain_text("Acme Hotels")
    page.get_by_label("The context").get_by_role("link", name="[1]").click()
    expect(page).to_have_url(re.compile(f"id={made['citations'][0]['id']}"))


def test_a_mark_that_somebody_wrote_is_no_link(window, expect, house, user):
    house.add("See [1] and [2], said the cook of the ferry.", user)
    page = window.open("context", user=user, q="cook of the ferry")
    expect(page.get_by_label("The context")).to_contain_text("See [1] and [2]")
    expect(page.get_by_label("The context").get_by_role("link")).to_have_count(1)


def test_conversations_are_newest_first_and_turns_in_their_order(window, expect, user, ids):
    page = window.open("sessions", user=user)
    names = page.locator(".card a").all_inner_texts()
    assert names == ["work", "the move", "january"]
    page.get_by_role("link", name="january").click()
    expect(page.locator(".turn")).to_have_count(3)
    turns = [text.split("\n")[-1] for text in page.locator(".turn").all_inner_texts()]
    assert turns == ["I live in Lisbon.", "Noted. How early do you start?", "I prefer dark mode."]


def test_a_long_conversation_is_read_backwards(window, expect, house, user):
    said = [{"role": "user", "content": f"Turn {count}."} for count in range(230)]
    house.add(said, user, session_id="long")
    page = window.open("session", user=user, session="long")
    expect(page.locator(".turn")).to_have_count(100)
    for shown in (200, 230):
        page.get_by_role("button", name="Show earlier ones").click()
        expect(page.locator(".turn")).to_have_count(shown)
    turns = [text.split("\n")[-1] for text in page.locator(".turn").all_inner_texts()]
    assert turns == [f"Turn {count}." for count in range(230)]
    expect(page.get_by_role("button", name="Show earlier ones")).to_be_hidden()


def test_a_loose_session_can_be_read_and_its_messages_too(window, expect, house, user):
    name = f"loose {user}"
    house.ask("POST", "/v1/messages", content="Nobody's words.", session_id=name)
    page = window.open()
    page.get_by_role("link", name=name).click()
    expect(page.locator(".turn")).to_contain_text("Nobody's words.")
    page.locator(".turn").get_by_role("link").click()
    expect(heading(page, "A message (user)")).to_be_visible()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Removed 1 message.")).to_be_visible()


def test_an_agent_has_a_memory_of_its_own(window, expect, house, user):
    house.ask("POST", "/v1/messages", content="I plan in sprints.", agent_id=f"coach {user}")
    page = window.open()
    page.get_by_role("link", name=f"coach {user}").click()
    expect(page.locator(".whose")).to_contain_text(f"agent coach {user}")
    expect(page.get_by_text("I plan in sprints.")).to_be_visible()


def test_relations_are_drawn_and_listed(window, expect, user, ids):
    page = window.open("relations", user=user)
    expect(page.get_by_role("link", name="Project Alpha")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Project Alpha")
    page.get_by_role("button", name="Show").click()
    picture = page.locator("svg")
    expect(picture.locator(".node")).to_have_count(4)
    expect(picture.locator(".middle")).to_contain_text("Project Alpha")
    page.get_by_label("How far").select_option("2")
    page.get_by_role("button", name="Show").click()
    expect(picture.locator(".node")).to_have_count(6)
    drawn = picture.evaluate("one => one.outerHTML")
    rows = page.get_by_role("table").get_by_role("row")
    expect(rows).to_have_count(1 + 5)
    expect(rows.filter(has_text="Lee")).to_contain_text("knows")
    page.reload()
    window.settled()
    assert picture.evaluate("one => one.outerHTML") == drawn  # always the same
    picture.locator(".node").filter(has_text="Lee").click()
    expect(picture.locator(".middle")).to_contain_text("Lee")
    page.get_by_label("As of").fill("2026-03-01")
    expect(page.get_by_text("Nothing is known to be related to that name.")).to_be_visible()


def test_many_relations_do_not_lie_on_each_other(window, expect, house, user):
    for count in range(40):
        triple = {"subject": "Hub", "relation": "HAS_PART", "object": f"Part number {count}"}
        house.ask("POST", "/v1/relations", **triple, user_id=user)
    page = window.open("relations", user=user, entity="hub")
    expect(page.locator(".node")).to_have_count(41)
    overlaps = page.evaluate("""() => {
      const drawn = [...document.querySelectorAll(".node rect")];
      const boxes = drawn.map((one) => one.getBoundingClientRect());
      return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)).length;
    }""")
    assert overlaps == 0


def test_facts_contradictions_and_pins_are_listed(window, expect, house, user, ids):
    said = {"content": "I live in Oslo.", "metadata": {"source": "web"}}
    house.add(said, user, at="2026-03-10")
    pairs = house.get("/v1/conflicts", user_id=user)["items"]
    house.ask("PUT", f"/v1/records/{ids['theme']}/pin?user_id={user}")
    page = window.open("facts", user=user)
    expect(page.get_by_role("row").filter(has_text="ui.theme")).to_contain_text("light")
    against = page.locator("section").filter(has=heading(page, "Contradictions", 2))
    expect(against.locator(".card")).to_have_count(2 * len(pairs))
    assert pairs
    pinned = page.locator("section").filter(has=heading(page, "Pinned", 2))
    expect(pinned.locator(".card")).to_contain_text("ui.theme: light")


def test_changes_between_two_days(window, expect, user, ids):
    page = window.open("changes", user=user)
    expect(page.get_by_text("Nothing changed in that time.")).to_be_visible()
    page.get_by_label("Since").fill("2026-03-01")
    page.get_by_label("Until, or now").fill("2026-03-05")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("del")).to_contain_text("Lisbon")
    expect(page.locator("ins")).to_contain_text("Porto")
    page.get_by_role("link", name="2 messages").click()
    expect(page.get_by_role("link", name="I moved to Porto.")).to_be_visible()


def test_where_there_is_nothing_it_says_what_to_do(window, expect, user):
    page = window.open("search", user=user)
    expect(page.get_by_text("Nothing is remembered here yet.")).to_be_visible()
    expect(page.get_by_text("curl http://127.0.0.1")).to_contain_text(user)
    expect(page.get_by_text("memory.add(")).to_be_visible()
    for view, said in {
        "context": "Ask as the user would", "sessions": "There are none.",
        "facts": "No fact has a key yet", "changes": "Nothing changed",
        "relations": "No relations are known yet", "held": "Nothing is held back.",
    }.items():  # fmt: skip
        window.open(view, user=user)
        expect(page.locator(".empty").filter(has_text=said)).to_be_visible()


def test_an_address_that_says_nothing_leads_home(window, expect):
    for view in ("nowhere", "constructor", "__proto__"):
        page = window.open(view, user="x")
        expect(heading(page, "Whose memory?")).to_be_visible()
    window.open("search")
    expect(heading(page, "Whose memory?")).to_be_visible()
    window.expected += ["404", "400"]
    window.open("record", user="x", id="none/such%2f?&#")
    expect(page.get_by_role("alert")).to_contain_text("Look it up again")
    window.open("facts", user="x", as_of="some day")
    expect(page.get_by_role("alert")).to_contain_text("ISO 8601")


def test_a_server_that_is_gone_is_told(window, expect, user, ids):
    page = window.open("search", user=user)
    window.expected.append("ERR_")
    page.route("**/v1/**", lambda route: route.abort())
    page.get_by_role("link", name="Facts").click()
    expect(page.get_by_role("alert")).to_contain_text("The server does not answer.")
    page.unroute("**/v1/**")
    page.get_by_role("link", name="Search").click()
    expect(heading(page, "Newest notes", 2)).to_be_visible()


def test_a_proxy_may_put_it_under_a_path(window, expect, house, user, ids):
    below = f"{house.url}memory/"
    asked = []

    def passed_on(route):
        asked.append(route.request.url)
        url = route.request.url.replace(below, house.url)
        route.fulfill(response=route.fetch(url=url))

    window.page.route(f"{house.url}**", passed_on)
    window.url = below
    page = window.open("search", user=user, q="moved to Porto")
    hits(page).first.get_by_role("link").first.click()
    expect(heading(page, "A message (user)")).to_be_visible()
    page.get_by_role("button", name="Pin").click()
    expect(page.get_by_role("button", name="Unpin")).to_be_visible()
    assert all(url.startswith(below) for url in asked)
