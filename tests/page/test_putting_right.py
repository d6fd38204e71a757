"""Putting a memory right in a browser: every action, what it asks first, and what is told after."""

import re
import time

import pytest

pytestmark = pytest.mark.browser


def button(page, name):
    return page.get_by_role("button", name=name, exact=True)


def dialog(page):
    return page.get_by_role("dialog")


def told(page):
    return page.locator("#told")


def there(house, id, user):
    return house.http.get(f"/v1/records/{id}", params={"user_id": user}).status_code == 200


def test_an_edit_is_a_new_version(window, expect, house, user, ids):
    (note,) = house.get("/v1/notes", user_id=user, key="user.prefers.dark_mode")["items"]
    page = window.open("record", user=user, id=note["id"])
    button(page, "Edit").click()
    dialog(page).get_by_label("Words").fill("The user prefers dark mode at night.")
    dialog(page).get_by_label("Importance, 0 to 1").fill("0.9")
    dialog(page).get_by_label("Kind").select_option("procedural")
    button(page, "Keep as a new version").click()
    expect(told(page)).to_have_text("Kept as a new version: The user prefers dark mode at night.")
    expect(page.get_by_role("heading", name="A note (procedural)")).to_be_visible()
    history = page.locator("ol.cards")
    expect(history.locator("li.card")).to_have_count(2)
    expect(history.locator("ins").filter(has_text="at night")).to_be_visible()
    (now,) = house.get("/v1/notes", user_id=user, key="user.prefers.dark_mode")["items"]
    assert (now["text"], now["importance"]) == ("The user prefers dark mode at night.", 0.9)
    assert now["replaces"] == note["id"]
    assert f"id={now['id']}" in page.url
    page.get_by_role("link", name="Search").click()
    expect(told(page)).to_be_empty()  # it was said once


def test_a_fact_is_edited_by_its_value(window, expect, house, user):
    id = house.set("shoes", {"size": 38}, user)
    page = window.open("record", user=user, id=id)
    button(page, "Edit").click()
    dialog(page).get_by_label("Value").fill('{"size": 39}')
    button(page, "Keep as a new version").click()
    expect(told(page)).to_contain_text("Kept as a new version")
    assert house.get("/v1/facts/shoes", user_id=user)["value"] == {"size": 39}


def test_an_edit_without_a_change_writes_nothing(window, expect, house, user, ids):
    page = window.open("record", user=user, id=ids["place"])
    button(page, "Edit").click()
    button(page, "Keep as a new version").click()
    expect(told(page)).to_have_text("Nothing was changed.")
    button(page, "Edit").click()
    dialog(page).get_by_label("Value").fill("Braga")
    button(page, "Cancel").click()
    assert house.get("/v1/facts/user.home.place", user_id=user)["value"] == "Porto"


def test_of_two_who_edit_one_is_told(window, expect, house, user, ids):
    page = window.open("record", user=user, id=ids["theme"])
    button(page, "Edit").click()
    house.set("ui.theme", "sepia", user)  # somebody else, meanwhile
    dialog(page).get_by_label("Value").fill("blue")
    window.expected.append("412")
    button(page, "Keep as a new version").click()
    expect(page.get_by_role("alert")).to_contain_text("Read it again, then retry with its ETag.")
    assert house.get("/v1/facts/ui.theme", user_id=user)["value"] == "sepia"


def test_what_the_server_refuses_is_told_in_its_words(window, expect, house, user, ids):
    (note,) = house.get("/v1/notes", user_id=user, key="user.prefers.dark_mode")["items"]
    page = window.open("record", user=user, id=note["id"])
    button(page, "Edit").click()
    dialog(page).get_by_label("Words").fill("   ")
    window.expected.append("400")
    button(page, "Keep as a new version").click()
    expect(page.get_by_role("alert")).to_contain_text("Text is empty")
    expect(page.get_by_role("alert")).to_contain_text("nothing was written")


def test_a_pin_is_set_and_taken_out(window, expect, house, user, ids):
    page = window.open("record", user=user, id=ids["moved"])
    button(page, "Pin").click()
    expect(told(page)).to_have_text("Pinned: I moved to Porto.")
    assert [one["id"] for one in house.get("/v1/pins", user_id=user)["items"]] == [ids["moved"]]
    button(page, "Unpin").click()
    expect(told(page)).to_have_text("No longer pinned: I moved to Porto.")
    expect(button(page, "Pin")).to_be_visible()
    assert house.get("/v1/pins", user_id=user)["items"] == []


def test_an_end_is_set_lifted_and_comes(window, expect, house, user, ids):
    page = window.open("record", user=user, id=ids["home"])
    button(page, "Set an end").click()
    dialog(page).get_by_label("Moment (UTC)").fill("2099-01-01T10:00")
    button(page, "Set it").click()
    expect(told(page)).to_have_text("Ends at 2099-01-01 10:00: I live in Lisbon.")
    button(page, "Set an end").click()
    dialog(page).get_by_label("How").select_option("never")
    button(page, "Set it").click()
    expect(told(page)).to_have_text("Has no end: I live in Lisbon.")
    button(page, "Set an end").click()
    button(page, "Set it").click()
    expect(told(page)).to_contain_text("no moment was named")
    assert there(house, ids["home"], user)
    button(page, "Set an end").click()
    dialog(page).get_by_label("How").select_option("now")
    button(page, "Set it").click()
    expect(told(page)).to_have_text("Ended: I live in Lisbon.")
    expect(page.get_by_role("heading", name="Search")).to_be_visible()
    assert not there(house, ids["home"], user)


def test_the_last_change_is_undone(window, expect, house, user, ids):
    page = window.open("record", user=user, id=ids["theme"])
    button(page, "Undo the last change").click()
    expect(dialog(page)).to_contain_text("what it replaced stands again")
    button(page, "Undo it").click()
    expect(told(page)).to_contain_text("Closed: ui.theme: light")
    expect(told(page)).to_contain_text("Stands again: 1 note.")
    expect(page.locator(".text")).to_have_text("ui.theme: dark")
    assert house.get("/v1/facts/ui.theme", user_id=user)["value"] == "dark"
    window.open("record", user=user, id=ids["theme"])
    button(page, "Undo the last change").click()
    window.expected.append("409")
    button(page, "Undo it").click()
    expect(page.get_by_role("alert")).to_contain_text("A newer note came after it")


def test_a_note_that_replaced_nothing_is_closed_by_an_undo(window, expect, house, user):
    id = house.set("plan", "walk", user)
    page = window.open("record", user=user, id=id)
    button(page, "Undo the last change").click()
    button(page, "Undo it").click()
    expect(told(page)).to_contain_text("Closed: plan: walk")
    expect(page.get_by_text("This note has ended")).to_be_visible()


def test_deleting_says_what_goes_and_then_what_went(window, expect, house, user, ids):
    page = window.open("record", user=user, id=ids["moved"])
    button(page, "Delete").click()
    expect(dialog(page)).to_contain_text("With it 1 note learned from it alone:")
    expect(dialog(page)).to_contain_text("The user moved to Porto")
    page.keyboard.press("Escape")
    expect(dialog(page)).to_have_count(0)
    assert there(house, ids["moved"], user)
    button(page, "Delete").click()
    dialog(page).get_by_role("button", name="Delete").click()
    expect(told(page)).to_have_text("Removed 1 message, 1 note.")
    expect(page.get_by_role("heading", name="Search")).to_be_visible()
    assert not there(house, ids["moved"], user)
    assert not there(house, ids["place"], user)
    assert house.get("/v1/facts/user.home.place", user_id=user)["value"] == "Lisbon"


def test_what_goes_with_a_message_goes_though_it_had_ended(window, expect, house, user, ids):
    page = window.open("record", user=user, id=ids["home"])
    button(page, "Delete").click()
    expect(dialog(page)).to_contain_text("With it 1 note learned from it alone:")
    dialog(page).get_by_role("button", name="Delete").click()
    expect(told(page)).to_have_text("Removed 1 message, 1 note.")
    assert house.get("/v1/facts/user.home.place", user_id=user)["value"] == "Porto"


def test_a_question_goes_with_the_view_that_asked_it(window, expect, house, user, ids):
    page = window.open("search", user=user)
    page.get_by_role("link", name="I moved to Porto.").click()
    button(page, "Delete").click()
    expect(dialog(page)).to_be_visible()
    page.go_back()
    expect(dialog(page)).to_have_count(0)
    expect(page.get_by_role("heading", name="Search")).to_be_visible()
    assert there(house, ids["moved"], user)


def test_deleting_a_note_leaves_the_words(window, expect, house, user, ids):
    page = window.open("record", user=user, id=ids["place"])
    button(page, "Delete").click()
    expect(dialog(page)).to_contain_text("the messages that it came from, stay")
    dialog(page).get_by_role("button", name="Delete").click()
    expect(told(page)).to_have_text("Removed 1 note.")
    assert there(house, ids["moved"], user)
    assert not there(house, ids["place"], user)


def test_what_was_deleted_meanwhile_is_told(window, expect, house, user, ids):
    page = window.open("record", user=user, id=ids["home"])
    house.http.delete(f"/v1/records/{ids['home']}", params={"user_id": user})
    window.expected.append("404")
    button(page, "Delete").click()
    dialog(page).get_by_role("button", name="Delete").click()
    expect(page.get_by_role("alert")).to_contain_text("Look it up again; it may have been deleted.")


def test_a_button_that_is_pressed_twice_works_once(window, expect, user, ids):
    page = window.open("record", user=user, id=ids["home"])
    sent = []

    def slowly(route):
        sent.append(route.request.method)
        time.sleep(0.2)
        route.continue_()

    page.route(re.compile(r"/pin\b"), slowly)
    button(page, "Pin").dblclick()
    expect(told(page)).to_contain_text("Pinned")
    assert sent == ["PUT"]


def test_health_tells_how_much_and_whether_it_is_whole(window, expect, house, user, ids):
    page = window.open("health", user=user)
    kept = page.locator("section").filter(has_text="How much is kept")
    expect(kept).to_contain_text("Messages6")
    expect(page.get_by_text("no language model has been asked")).to_be_visible()
    button(page, "Verify the store").click()
    expect(page.get_by_text(re.compile(r"^Whole: [\d,]+ messages"))).to_be_visible()
    window.open("health")
    expect(page.get_by_text("How much is kept of everybody")).to_be_visible()
    expect(button(page, "Erase …")).to_have_count(0)


def test_somebody_is_erased_by_a_name_that_is_typed_out(window, expect, house, user, ids, tmp_path):
    house.add("Something of somebody else.", f"{user} too")
    page = window.open("health", user=user)
    button(page, "Erase …").click()
    expect(dialog(page)).to_contain_text("Would remove 6 messages")
    dialog(page).get_by_label("Name", exact=True).fill(f"{user} to")
    button(page, "Erase for good").click()
    expect(dialog(page)).to_be_visible()  # that is not the name
    assert there(house, ids["home"], user)
    dialog(page).get_by_label("Name", exact=True).fill(user)
    button(page, "Erase for good").click()
    receipt = page.locator("section").filter(has=page.get_by_role("heading", name="Erase"))
    expect(receipt).to_contain_text("Removed 6 messages")
    expect(receipt).to_contain_text("Nothing of it was found afterwards.")
    expect(receipt.get_by_role("row").filter(has_text="file")).to_contain_text("0")
    with page.expect_download() as saved:
        button(page, "Save the receipt").click()
    saved.value.save_as(tmp_path / "receipt.json")
    assert '"ok": true' in (tmp_path / "receipt.json").read_text()
    owners = [one["owner"]["id"] for one in house.get("/v1/owners", limit=1000)["items"]]
    assert user not in owners
    assert f"{user} too" in owners
