"""The school: courses of small lessons for both games, and the judge of what a pupil does.

A course is text files: `courses/` holds positions and tasks, `words/` what is said, one folder a
language. What is right is decided by the rules of the games, never by a list of answers. Nothing
here knows of pages; a standing is made anew from the step and what was done in it.
"""

from skep.school.actions import Action, Choose, Give, Lay, Play, Tap
from skep.school.judging import Judge, Standing, judge_of
from skep.school.lessons import Course, Lesson, Step, all_courses, course_named
from skep.school.progress import LessonResult, Progress, stars_of
from skep.school.verdicts import Verdict
from skep.school.words import LessonWords, StepWords, words_of

__all__ = [
    "Action",
    "Choose",
    "Course",
    "Give",
    "Judge",
    "Lay",
    "Lesson",
    "LessonResult",
    "LessonWords",
    "Play",
    "Progress",
    "Standing",
    "Step",
    "StepWords",
    "Tap",
    "Verdict",
    "all_courses",
    "course_named",
    "judge_of",
    "stars_of",
    "words_of",
]
