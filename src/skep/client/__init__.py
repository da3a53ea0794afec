"""A scripted person: for bots, tests and load. It knows the messages and no rules.

A `Person` is somebody with a cookie; a `Session` is their socket at one game. A command given to
`do` is sent again under the same id until it is answered, across reconnects and restarts.

    async with Person("http://127.0.0.1:8080") as me:
        created = await me.create({"game": "hive", "seats": [{"who": "me"}, {"who": "me"}]})
        async with me.sit(created.game.id) as session:
            await session.play("wS1")
"""

try:
    from skep.client.person import Person
    from skep.client.session import Session
except ModuleNotFoundError as error:
    if error.name is None or error.name.partition(".")[0] == "skep":
        raise
    raise ModuleNotFoundError(
        f"skep.client needs the package {error.name}: pip install 'skep[client]'", name=error.name
    ) from None

__all__ = ["Person", "Session"]
