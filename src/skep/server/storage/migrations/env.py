"""Run by Alembic with the connection that `database.migrate` hands over."""

from alembic import context

from skep.server.storage.schema import metadata


def run() -> None:
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=metadata,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()


if hasattr(context, "config"):  # not when something only imports this file
    run()
