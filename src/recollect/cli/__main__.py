"""`python -m recollect.cli` is the `recollect` command."""

from . import main

if __name__ == "__main__":
    main()
