// A lesson: the words, the board, what is done on it and what the server says to that.

import { el, keyed, pageData, partsIn, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { prefer, preferences } from "../base/preferences.js";
import { createStore } from "../base/store.js";
import { ask } from "../net/questions.js";
import { createTileSet } from "../laruche/tiles.js";
import { mountHiveStage } from "../school/hive_stage.js";
import { mountLaRucheStage } from "../school/laruche_stage.js";
import { begin, isLast, reduceLesson, resultsOf, SHOW_AFTER, stepOf } from "../school/lesson.js";
import { keep, merged, ownProgress } from "../school/progress.js";
import { answerWords, verdictWords } from "../school/words.js";

/** @typedef {import("../school/lesson.js").LessonState} LessonState */
/** @typedef {import("../net/messages.js").LessonTold} LessonTold */

/** @param {HTMLElement} root @param {LessonTold} first @param {readonly string[]} tileNames */
function openLesson(root, first, tileNames) {
  const part = partsIn(root);
  const store = createStore(begin(first), reduceLesson);
  const state = store.get;
  const stage = first.game === "hive"
    ? mountHiveStage(part("board"), state, { act })
    : mountLaRucheStage({ board: part("board"), hand: part("hand"), spots: part("spots"), others: part("others") }, state, createTileSet(tileNames), { act });

  /** @param {any} action */
  async function act(action) {
    const before = state();
    if (before.isAsking || before.isDone) return;
    store.dispatch({ type: "asked" });
    try {
      const judged = await ask("/api/school/judge", question(before, [...before.actions, action], false));
      store.dispatch({ type: "judged", action, judged });
      if (state().misses >= SHOW_AFTER && !state().shown && !state().isDone) await show();
    } catch {
      store.dispatch({ type: "failed" });
      write(part("verdict"), t("No answer from the server. Try again."));
    }
    if (state().isDone && isLast(state())) await learned();
  }

  /** @param {LessonState} at @param {readonly any[]} actions @param {boolean} isShown */
  const question = (at, actions, isShown) =>
    ({ course: at.told.course, lesson: at.told.lesson, step: stepOf(at).id, actions, show: isShown });

  async function show() {
    const at = state();
    const { shown } = await ask("/api/school/judge", question(at, at.actions, true));
    if (state().at === at.at && shown) store.dispatch({ type: "shown", action: shown });
  }

  async function learned() {
    const { told } = state();
    const steps = resultsOf(state());
    try {
      const { progress } = await ask("/api/school/progress", { course: told.course, lesson: told.lesson, steps });
      keep(merged(ownProgress(), progress));
      put(root, { "data-stars": progress.stars[`${told.course}/${told.lesson}`] });
    } catch {
      keep(merged(ownProgress(), { stars: { [`${told.course}/${told.lesson}`]: 1 }, again: [] }));
    }
    draw();
  }

  async function next() {
    const at = state();
    if (!at.isDone) return;
    if (!isLast(at)) {
      store.dispatch({ type: "next" });
      return;
    }
    const { following } = at.told;
    if (!following) {
      if (at.told.coached) playFirstGame();
      else location.assign("/learn");
      return;
    }
    const [course, lesson] = following;
    try {
      const response = await fetch(`/api/school/lessons/${course}/${lesson}`);
      if (!response.ok) throw new Error(String(response.status));
      history.pushState({}, "", `/learn/${course}/${lesson}`);
      start(await response.json());
    } catch {
      location.assign(`/learn/${course}/${lesson}`);
    }
  }

  /** Whoever asks for a game beside the coach wants to hear it. */
  function playFirstGame() {
    if (preferences().coach === "no") prefer("coach", "auto");
    /** @type {HTMLFormElement} */ (part("first-game")).submit();
  }

  /** @param {LessonTold} told */
  function start(told) {
    put(root, { "data-stars": null });
    document.title = `${told.title} · skep`;
    store.dispatch({ type: "open", told });
  }

  function readAloud() {
    const { speechSynthesis: speech } = window;
    if (!speech) return;
    speech.cancel();
    const said = new SpeechSynthesisUtterance(part("say").textContent ?? "");
    said.lang = document.documentElement.lang;
    speech.speak(said);
  }

  const actions = {
    next,
    hint: () => {
      store.dispatch({ type: "hint" });
      if (state().misses >= SHOW_AFTER) void show();
    },
    again: () => store.dispatch({ type: "again" }),
    aloud: readAloud,
  };
  root.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const answer = target.closest("[data-answer]")?.getAttribute("data-answer");
    if (answer) void act({ do: "choose", answer: Number(answer) });
    const name = target.closest("[data-action]")?.getAttribute("data-action");
    if (name && name in actions) void actions[/** @type {keyof typeof actions} */ (name)]();
  });
  window.addEventListener("popstate", () => location.reload());

  function draw() {
    const now = state();
    const step = stepOf(now);
    write(part("title"), now.told.title);
    write(part("say"), step.say);
    write(part("hint"), now.hasHint && !now.isDone ? step.hint : "");
    write(part("verdict"), verdictWords(now));
    put(part("verdict"), { "data-kind": now.verdict?.kind ?? null });
    put(part("hint-button"), { disabled: now.isDone || now.hasHint });
    put(part("again-button"), { disabled: !now.actions.length });
    put(part("next"), { hidden: !now.isDone });
    write(part("next"), nextWords(now));
    keyed(part("dots"), now.told.steps, (one) => one.id, () => el("li"), (node, one) => {
      const at = now.told.steps.indexOf(one);
      const done = at < now.at || (at === now.at && now.isDone);
      put(node, { "data-is": done ? "done" : at === now.at ? "now" : "later" });
    });
    put(part("dots"), { "aria-label": t("Step {n} of {all}", { n: now.at + 1, all: now.told.steps.length }) });
    keyed(part("answers"), now.isDone ? [] : step.answers, (one) => `${step.id}:${one}`, (one) =>
      el("button", { type: "button", class: "button button--wide", "data-answer": step.answers.indexOf(one) }, answerWords(one)), () => {});
    stage.draw();
    put(part("board"), { "data-bare": now.stage.game === "hive" && !now.stage.reserves.w.length ? "yes" : null });
    put(root, { "data-step": step.id, "data-done": now.isDone ? "yes" : "no", "data-asking": now.isAsking ? "yes" : "no", "data-ready": "yes" });
    drawStars();
  }

  function drawStars() {
    const stars = Number(root.getAttribute("data-stars") ?? 0);
    put(part("stars"), { hidden: !stars, "aria-label": t("{n} of 3 stars", { n: stars }) });
    write(part("stars"), "★".repeat(stars) + "☆".repeat(3 - stars));
  }

  store.subscribe(draw);
  draw();
}

/** @param {LessonState} state */
function nextWords(state) {
  if (!isLast(state)) return t("Next");
  if (state.told.following) return t("Next lesson");
  if (state.told.coached) return t("Play a first game");
  return t("To the courses");
}

const root = document.getElementById("lesson");
const data = pageData("data");
if (root && data) openLesson(root, data.lesson, data.tiles ?? []);
