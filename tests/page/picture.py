"""The picture of the page in the guide: `python -m tests.page.picture` makes it anew."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from tests.page.house import browsing, furnish, serving

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "page.png"


def main() -> None:
    """Look at a note of dana's."""
    with TemporaryDirectory(prefix="recollect-") as folder, serving(Path(folder)) as house:
        note = furnish(house, "dana")["place"]
        with browsing() as browser:
            page = browser.new_page(viewport={"width": 960, "height": 860})
            page.goto(f"{house.url}#/record?user=dana&id={note}")
            page.wait_for_selector("main[aria-busy=false] h1")
            page.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
