"""What is said in the demo, and what is asked."""

from __future__ import annotations

USER = "dana"
SESSION = "first"
KEY = "deploy.target"
BUDGET = 400
SHOWN = 2

# days ago, who, what
SAID = (
    (9, "user", "Hi! My name is Dana, and I look after the billing service."),
    (9, "assistant", "Hello Dana, good to meet you."),
    (9, "user", "For the UI I prefer dark mode; bright screens give me a headache."),
    (9, "user", "We decided to deploy the billing service on Heroku."),
    (6, "user", "My sister is visiting this weekend, and she brings her cat Biscuit."),
    (2, "user", "We decided to move the deployment to Fly.io instead, Heroku got too expensive."),
    (2, "assistant", "Understood, Fly.io from now on."),
)

# days ago, the value of the fact KEY from then on
FACTS = ((9, "Heroku"), (2, "Fly.io"))

QUESTIONS = (
    "What is my name?",
    "Which UI theme do I like?",
    "Where do we deploy now?",
)
