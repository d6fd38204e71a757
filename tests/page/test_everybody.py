"""The page is for everybody: by keyboard, by ear, in the dark, on a phone, in any language."""

import pytest

from tests.page.house import furnish

pytestmark = pytest.mark.browser

LONG = "Donaudampfschifffahrtsgesellschaft" * 40
HUGE = ("All work and no play makes a long story. " * 2600)[:100_000]
ARABIC = "أعيش في القاهرة وأحب الشاي."


def views(user, ids):
    whose = {"user": user}
    return [
        ("", {}), ("search", whose), ("search", {**whose, "q": "Porto guide", "kind": "message"}),
        ("record", {**whose, "id": ids["place"]}), ("record", {**whose, "id": ids["moved"]}),
        ("context", whose), ("context", {**whose, "q": "Porto guide"}), ("sessions", whose),
        ("session", {**whose, "session": "the move"}), ("facts", whose),
        ("facts", {**whose, "as_of": "2026-03-01"}), ("changes", {**whose, "since": "2026-01-01"}),
        ("relations", whose), ("relations", {**whose, "entity": "Project Alpha", "hops": "2"}),
        ("held", whose), ("health", whose), ("search", {"user": f"{user} nobody"}),
    ]  # fmt: skip


@pytest.fixture(scope="session")
def axe():
    """The rules of axe-core."""
    from axe_playwright_python.sync_playwright import Axe

    return Axe()


def sound(axe, page):
    found = axe.run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_view_breaks_a_rule_of_accessibility(windows, expect, house, user, ids, axe, scheme):
    window = windows(house, color_scheme=scheme)
    for view, params in views(user, ids):
        page = window.open(view, **params)
        for summary in page.locator("summary").all():
            summary.click()
        sound(axe, page)
    for name in ("Edit", "Set an end", "Undo the last change", "Delete"):
        window.open("record", user=user, id=ids["place"])
        page.get_by_role("button", name=name, exact=True).click()
        sound(axe, page)
    window.open("held", user=user)
    page.get_by_role("button", name="Release", exact=True).click()
    sound(axe, page)
    window.open("record", user=user, id=ids["place"])
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.get_by_role("heading", name="Newest notes")).to_be_visible()
    expect(page.locator("#told .done")).to_be_visible()
    sound(axe, page)
    window.expected.append("404")
    window.open("record", user=user, id="none")
    sound(axe, page)


def test_the_dark_is_dark_and_the_light_is_light(windows, house, user, ids):
    for scheme, dark in (("light", False), ("dark", True)):
        page = windows(house, color_scheme=scheme).open("search", user=user)
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        light = sum(int(part) for part in colour.strip("rgb()").split(",")) / 3
        assert (light < 60) is dark, colour


def test_everything_fits_on_a_phone(windows, expect, house, user):
    name = f"{user} {LONG[:200]}"
    ids = furnish(house, name)
    house.add({"content": LONG, "role": "user", "name": LONG[:200]}, name, session_id=LONG[:200])
    (huge,) = house.add(HUGE, name, metadata={LONG[:200]: LONG})
    house.set(LONG[:100], LONG, name)
    triple = {"subject": LONG[:200], "relation": "IS_LONGER_THAN", "object": "Project Alpha"}
    house.ask("POST", "/v1/relations", **triple, user_id=name)
    window = windows(house, viewport={"width": 360, "height": 740}, has_touch=True)
    every = [*views(name, ids), ("record", {"user": name, "id": huge}),
             ("session", {"user": name, "session": LONG[:200]}),
             ("search", {"user": name, "q": "play makes a long story"})]  # fmt: skip
    for view, params in every:
        page = window.open(view, **params)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 360, (view, wide)
    window.open("record", user=name, id=huge)
    assert page.locator(".text").text_content() == HUGE
    assert page.evaluate("document.querySelector('.text').clientHeight") < 740
    page.get_by_role("button", name="Delete").click()
    box = page.get_by_role("dialog").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360


def test_words_run_as_their_language_does(window, expect, house, user):
    said = [{"content": ARABIC}, {"content": "I live in Cairo and love tea."}]
    house.add(said, user, session_id="s")
    page = window.open("session", user=user, session="s")
    for turn, way in ((0, "rtl"), (1, "ltr")):
        expect(page.locator(".turn .words").nth(turn)).to_have_css("direction", way)
    page.locator(".turn").first.get_by_role("link").click()
    expect(page.locator(".text")).to_have_text(ARABIC)
    expect(page.locator(".text")).to_have_css("direction", "rtl")
    window.open("search", user=user, q="القاهرة")
    expect(page.locator("ol.cards > li").first).to_contain_text(ARABIC)


def test_nothing_moves_for_whoever_wants_it_so(windows, house):
    still = "getComputedStyle(document.querySelector('main')).transitionDuration"
    assert windows(house).open().evaluate(still) == "0s"
    assert windows(house, reduced_motion="no-preference").open().evaluate(still) != "0s"


def test_the_whole_way_goes_by_keyboard(window, expect, house, user, ids):
    page = window.open()
    press = page.keyboard.press

    def tab_to(name):
        for _ in range(200):
            press("Tab")
            here = page.locator("a:focus, button:focus, summary:focus")
            if here.count() and name in (here.text_content() or ""):
                expect(here).not_to_have_css("outline-style", "none")
                return
        raise AssertionError(f"{name} cannot be reached")

    page.evaluate("document.activeElement.blur()")
    page.locator("body").focus()
    tab_to("Skip to the content")
    press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert "#/" not in page.url  # it is no view
    tab_to(user)
    press("Enter")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("moved to Porto")
    expect(page.locator("ol.cards > li").first).to_contain_text("I moved to Porto.")
    tab_to("% relevant: why")
    press("Enter")
    expect(page.locator("ol.cards > li").first.get_by_text("score")).to_be_visible()
    press("Shift+Tab")
    press("Shift+Tab")
    expect(page.locator(":focus")).to_have_text("I moved to Porto.")
    press("Enter")
    expect(page.get_by_role("heading", name="A message (user)")).to_be_visible()
    tab_to("Delete")
    press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    for _ in range(8):  # the focus stays in the question
        press("Tab")
        outside = "document.activeElement.matches(':not(body, dialog *)')"
        assert not page.evaluate(outside)
    press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("button", name="Delete")).to_be_focused()
    press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Delete").focus()
    press("Enter")
    expect(page.locator("#told")).to_contain_text("Removed 1 message")


def test_a_new_view_is_heard(window, expect, user, ids):
    page = window.open("search", user=user)
    page.get_by_role("link", name="Conversations", exact=True).click()
    expect(page.get_by_role("heading", name="Conversations")).to_be_visible()
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.title() == "Conversations · recollect"
    assert page.locator("nav [aria-current=page]").inner_text() == "Conversations"
