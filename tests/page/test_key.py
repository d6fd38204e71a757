"""A server that asks for keys, in a browser: typed in once, kept in the tab, and not elsewhere."""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.page.house import serving

pytestmark = pytest.mark.browser


def made(db, *options):
    command = [sys.executable, "-m", "recollect", "keys", "create", "--db", str(db), *options]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture(scope="module")
def keys():
    """A server with keys of two tenants, one of them bound to a user."""
    with TemporaryDirectory(prefix="recollect-") as name:
        db = Path(name) / "page.db"
        admin = made(db, "--tenant", "acme", "--scope", "admin")
        with serving(Path(name)) as house:
            house.http.headers["Authorization"] = f"Bearer {admin}"
            house.add("I live in Lisbon.", "dana")
            house.add("I live in Oslo.", "kim")
            found = {
                "admin": admin,
                "read": made(db, "--tenant", "acme", "--scope", "read"),
                "dana": made(db, "--tenant", "acme", "--user", "dana"),
                "other": made(db, "--tenant", "globex", "--scope", "admin"),
            }
            yield house, found


def enter(window, token):
    window.page.get_by_label("Key", exact=False).fill(token)
    window.page.get_by_role("button", name="Use it").click()


@pytest.fixture
def window(windows, keys):
    made = windows(keys[0])
    made.expected.append("401")
    return made


def test_a_key_is_asked_for_once_and_kept_in_the_tab_alone(window, expect, keys):
    page = window.open("search", user="dana")
    expect(page.get_by_role("heading", name="A key, please")).to_be_visible()
    enter(window, "rk_0000000000000000_wrong")
    expect(page.get_by_role("alert")).to_contain_text("This key is not valid.")
    enter(window, f"  {keys[1]['admin']} ")
    expect(page.get_by_text("The user lives in Lisbon.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("The user lives in Lisbon.")).to_be_visible()
    assert page.evaluate("localStorage.length") == 0
    assert page.context.cookies() == []
    assert "rk_" not in page.url
    other = page.context.new_page()
    other.goto(window.at("search", user="dana"))
    expect(other.get_by_role("heading", name="A key, please")).to_be_visible()
    page.get_by_role("button", name="Forget the key").click()
    expect(page.get_by_role("heading", name="A key, please")).to_be_visible()
    assert page.evaluate("sessionStorage.length") == 0


def test_no_tenant_sees_another(window, expect, keys):
    page = window.open()
    enter(window, keys[1]["other"])
    expect(page.get_by_text("Nothing is remembered here yet.")).to_be_visible()
    window.open("search", user="dana")
    expect(page.get_by_text("Nothing is remembered here yet.")).to_be_visible()


def test_a_key_of_one_user_shows_that_user(window, expect, keys):
    page = window.open()
    enter(window, keys[1]["dana"])
    expect(page.get_by_role("link", name="dana")).to_be_visible()
    expect(page.get_by_role("link", name="kim")).to_have_count(0)
    window.expected.append("403")
    window.open("search", user="kim")
    expect(page.get_by_role("alert").first).to_contain_text("This key is bound to another user.")


def test_what_a_key_may_not_is_told(window, expect, keys):
    page = window.open("search", user="dana")
    enter(window, keys[1]["read"])
    page.get_by_role("link", name="The user lives in Lisbon.").click()
    window.expected.append("403")
    page.get_by_role("button", name="Pin").click()
    expect(page.get_by_role("alert")).to_contain_text("This key may not write.")
    page.get_by_role("link", name="Health").click()
    page.get_by_role("button", name="Verify the store").click()
    expect(page.get_by_role("alert")).to_contain_text("This key may not admin.")
    page.get_by_role("button", name="Erase …").click()
    expect(page.get_by_role("alert")).to_contain_text("Use a key with --scope admin.")
