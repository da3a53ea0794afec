"""Solitaires that go on another time: each attempt is kept in a file, whole after every step."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from skep.cli.output import tell
from skep.cli.saves import new_file, newest_first
from skep.errors import SkepError
from skep.laruche.records import SolitaireRecord
from skep.laruche.solo_events import SoloCommand
from skep.whole_files import whole_file
from skep.words import N_, Words

__all__ = ["SavedAttempt", "latest_attempt"]

_FOLDER, _ENDING = "solitaires", ".txt"
_DAY = "# the puzzle of "  # a comment to whoever else reads the record


@dataclass
class SavedAttempt:
    """An attempt and the files that hold it: the one to resume, and the one asked for."""

    record: SolitaireRecord
    path: Path | None = None
    day: date | None = None
    also: Path | None = None
    trouble: str = field(default="", init=False)  # why the last step could not be written

    def add(self, at_ms: int, command: SoloCommand) -> None:
        """Take a step that was made. A full disk must not end the game."""
        self.record = replace(self.record, commands=(*self.record.commands, (at_ms, command)))
        day = "" if self.day is None else f"{_DAY}{self.day}\n"
        try:
            if self.path is None:
                self.path = new_file(_FOLDER, _ENDING)
            for path in (self.path, self.also):
                if path is not None:
                    with whole_file(path) as stream:
                        stream.write(str(self.record) + day)
        except OSError as error:
            self.trouble = str(error)
        else:
            self.trouble = ""


def _told(error: SkepError | UnicodeDecodeError, words: Words) -> str:
    return error.sentence(words) if isinstance(error, SkepError) else str(error)


def latest_attempt(words: Words) -> SavedAttempt:
    """The newest attempt that is not over."""
    for path in newest_first(_FOLDER, _ENDING):
        try:
            text = path.read_text(encoding="utf-8")
            record = SolitaireRecord.parse(text)
            is_over = record.replay().outcome() is not None
        except (SkepError, UnicodeDecodeError) as error:
            passed = N_("{file} cannot be read and was passed over: {error}")
            tell(words.say(passed, file=path, error=_told(error, words)))
            continue
        if not is_over:
            found = re.search(rf"^{_DAY}([-0-9]{{10}})$", text, re.MULTILINE)
            return SavedAttempt(record, path, date.fromisoformat(found[1]) if found else None)
    raise SkepError(
        words.say("there is no unfinished solitaire to resume: start one with skep laruche play")
    )
