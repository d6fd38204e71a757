"""The files of the page, over plain HTTP: who gets them, under which policy, and nothing else."""

import http.client
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from recollect.server import page
from recollect.server.rules import Rules
from tests.server.conftest import Running

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "src" / "recollect" / "server" / "page" / "static"
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
FREELY = {"rate": 1e6, "burst": 10**6}


@pytest.fixture(scope="module")
def running():
    """A server that asks for keys."""
    with Running(rules=Rules(**FREELY)) as made:
        made.key("acme", right="admin")
        yield made


@pytest.fixture
def web(running):
    """A browser without a key."""
    with running.client() as client:
        client.headers.update(BROWSER)
        yield client


def directives(answer):
    policy = answer.headers["content-security-policy"]
    return {name: rest for name, _, rest in (part.partition(" ") for part in policy.split("; "))}


def test_a_browser_finds_the_page_at_the_front_door_without_a_key(web):
    answer = web.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.text.startswith("<!doctype html>")


def test_a_program_finds_what_it_found_before(running):
    with running.client() as client:
        assert client.get("/").status_code == 401
        client.headers["Accept"] = "application/json"
        assert client.get("/").json()["error"]["code"] == "no_key"
        client.headers["Authorization"] = f"Bearer {running.key('acme')}"
        assert client.get("/").json()["error"]["code"] == "no_such_path"
        client.headers.update(BROWSER)
        assert client.get("/healthz").json() == {"status": "ok"}
        assert client.post("/", json={}).status_code == 405


def test_every_file_is_served_as_it_is_and_as_what_it_is(web):
    kinds = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
             ".svg": "image/svg+xml", ".html": "text/html; charset=utf-8"}  # fmt: skip
    names = {file.name for file in FOLDER.iterdir()}
    assert len(page.ASSETS) == len(names) > 10
    for name in names:
        answer = web.get("/" if name == "index.html" else f"/page/{name}")
        assert answer.status_code == 200, name
        assert answer.content == (FOLDER / name).read_bytes()
        assert answer.headers["content-type"] == kinds[Path(name).suffix]


def test_no_file_of_the_page_lets_anything_foreign_in(web):
    for path in page.ASSETS:
        answer = web.get(path)
        rules = directives(answer)
        assert rules["default-src"] == "'none'"
        assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
        assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"
        assert rules["require-trusted-types-for"] == "'script'"
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answer.headers
        assert "set-cookie" not in answer.headers


def test_a_browser_asks_each_time_and_is_sent_only_what_is_new(web):
    for path in page.ASSETS:
        first = web.get(path)
        assert first.headers["cache-control"] == "no-cache"
        assert "accept" in first.headers["vary"].lower()
        known = {"If-None-Match": f'"old", {first.headers["etag"]}'}
        again = web.get(path, headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        assert again.headers["content-security-policy"]
        assert web.get(path, headers={"If-None-Match": '"old"'}).status_code == 200
    tags = {web.get(path).headers["etag"] for path in page.ASSETS}
    assert len(tags) == len(page.ASSETS)


def test_only_what_looks_is_answered(web):
    head = web.head("/page/app.js")
    assert (head.status_code, head.content) == (200, b"")
    assert int(head.headers["content-length"]) > 1000 or "gzip" in str(head.headers)
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert web.request(method, "/page/app.js").status_code == 401


@pytest.mark.parametrize(
    "path",
    [
        "/page/", "/page", "/page/index.html", "/page/../guard.py", "/page/../../settings.py",
        "/page/%2e%2e/guard.py", "/page/..%2fguard.py", "/page/%2e%2e%2fguard.py",
        "/page//etc/passwd", "/page/%2fetc%2fpasswd", "/page/..\\guard.py", "/page/app.js/",
        "/page/app.js%00.css", "/page/APP.JS", "/page/./app.js", "/page/static/app.js",
        "/page/__init__.py", "/page/files.py", "/../pyproject.toml", "//page/app.js",
    ],
)  # fmt: skip
def test_nothing_else_can_be_reached(running, path):
    line = http.client.HTTPConnection("127.0.0.1", running.port, timeout=60)
    line.putrequest("GET", path, skip_host=False)  # as it stands: httpx would tidy it up
    line.putheader("Accept", "text/html")
    line.endheaders()
    answer = line.getresponse()
    assert answer.status == 401, path
    assert b"no_key" in answer.read()
    line.close()


def test_what_guards_the_server_guards_the_page(web):
    for path in page.ASSETS:
        assert web.get(path, headers={"Host": "evil.example"}).status_code == 421
        assert web.get(path, headers={"Origin": "https://evil.example"}).status_code == 403
        assert web.get(path, headers={"Origin": "null"}).status_code == 403
        own = str(web.base_url).rstrip("/")
        assert web.get(path, headers={"Origin": own}).status_code == 200


def test_a_flood_of_those_without_a_key_is_stopped():
    with Running(rules=Rules(rate=0.1, burst=5, hold=0.0)) as made, made.client() as client:
        made.key("acme")
        seen = {client.get("/page/app.js").status_code for _ in range(8)}
        assert seen == {200, 429}


@pytest.mark.parametrize(("opened", "status"), [(True, 404), (False, 401)])
def test_without_the_page_there_is_nothing_of_it(opened, status):
    with Running(rules=Rules(page=False, open=opened, **FREELY)) as made, made.client() as client:
        client.headers.update(BROWSER)
        assert {client.get(path).status_code for path in page.ASSETS} == {status}


def test_the_files_name_nothing_of_elsewhere_and_make_no_html():
    for file in FOLDER.iterdir():
        text = file.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://", text), file.name
        for never in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(",
                      "DOMParser", "localStorage", "document.cookie", "setHTML"):  # fmt: skip
            assert never not in text, (file.name, never)
    first = (FOLDER / "index.html").read_text("utf-8")
    assert not re.search(r"<style|<script>|\son\w+=|\sstyle=", first)


def test_the_files_are_few_small_and_all_used():
    names = {file.name for file in FOLDER.iterdir()}
    texts = {name: (FOLDER / name).read_text("utf-8") for name in names}
    for name, text in texts.items():
        assert len(text.splitlines()) <= (400 if name == "page.css" else 200), name
        others = "".join(other for key, other in texts.items() if key != name)
        assert name == "index.html" or f"/{name}" in others, name
    for name, text in texts.items():
        for found in re.findall(r'from "\./([^"]+)"', text):
            assert found in names, (name, found)


def test_the_wheel_has_every_file(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        inside = {name: packed.read(name) for name in packed.namelist() if "/page/static/" in name}
    assert {name.rpartition("/")[2]: body for name, body in inside.items()} == {
        file.name: file.read_bytes() for file in FOLDER.iterdir()
    }


def test_the_picture_in_the_guide_is_a_small_one():
    picture = (ROOT / "docs" / "page.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) <= 150_000
