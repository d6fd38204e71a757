"""The same verbs, awaited: three users at once, each with a memory of their own."""

import asyncio

from recollect import AsyncMemory

PETS = {"dana": "My dog is called Rex.", "kim": "My cat is called Miso.", "lee": "I have no pet."}


async def talk(memory: AsyncMemory, user: str) -> str:
    async with memory.session(user_id=user) as chat:
        await chat.user(PETS[user])
    async with memory.session(user_id=user) as chat:
        await chat.user("What is my pet called?")
        recalled, *_ = await chat.prompt(budget=500)
    return next(line for line in recalled["content"].splitlines() if line.startswith("[1]"))


async def main() -> None:
    async with AsyncMemory("memory://") as memory:
        recalled = await asyncio.gather(*(talk(memory, user) for user in PETS))
    for user, line in zip(PETS, recalled, strict=True):
        print(f"{user}: {line}")


asyncio.run(main())
