// A lesson: the words, the board, what is done on it and what the server says to that.

import { createDialogs } from "../base/dialogs.js";
import { el, keyed, pageData, partsIn, put, write } from "../base/dom.js";
import { t } from "../base/i18n.js";
import { prefer, preferences } from "../base/preferences.js";
import { createStore } from "../base/store.js";
import { ask } from "../net/questions.js";
import { listenToQuestionMark } from "../play/keys.js";
import { createTileSet } from "../laruche/tiles.js";
import { mountHiveStage } from "../school/hive_stage.js";
import { mountLaRucheStage } from "../school/laruche_stage.js";
import { begin, isLast, reduceLesson, resultsOf, SHOW_AFTER, stepOf } from "../school/lesson.js";
import { keep, keepStep, keptStep, merged, ownProgress } from "../school/progress.js";
import { mountTimer } from "../school/timer.js";
import { answerWords, deadWords, hintWords, letteredWords, lineWords, ruleAddress, stepWords, verdictWords } from "../school/words.js";

/** @typedef {import("../school/lesson.js").LessonState} LessonState */
/** @typedef {import("../net/messages.js").LessonTold} LessonTold */

/** @param {LessonTold} told */
const nameOf = ({ course, lesson, is_repeated: isRepeated }) => `${course}/${lesson}${isRepeated ? "/again" : ""}`;

/** @param {HTMLElement} root @param {LessonTold} first @param {readonly string[]} tileNames */
function openLesson(root, first, tileNames) {
  const part = partsIn(root);
  const store = createStore(begin(first, keptStep(nameOf(first))), reduceLesson);
  const state = store.get;
  const isPractice = () => state().told.course === "practice";
  const timer = isPractice() ? mountTimer(part("timer-button"), part("timer"), new AbortController().signal) : null;
  const laruche = first.game === "hive"
    ? null
    : mountLaRucheStage({ board: part("board"), hand: part("hand"), spots: part("spots"), others: part("others"), carry: part("carry") }, state, createTileSet(tileNames), {
      act,
      tries,
      idle: () => say(t("First tap a tile of your hand, then the player who gets it.")),
      turned: () => draw(),
      chosen: (twice) => say(twice ? deadWords(twice) : t("Now tap the tile that goes there.")),
    });
  const stage = laruche ?? mountHiveStage(part("board"), state, {
    act,
    tries,
    tell,
    idle: () => !state().isDone && say(idleWords(stepOf(state()).wants)),
    named: () => say(t("Yes, that one. Now tap the cells that it can reach.")),
  });

  /** The lesson that follows, asked for while the last step is still looked at. @type {{address: string, told: Promise<LessonTold>}|null} */
  let ahead = null;
  let judging = Promise.resolve();

  /** @param {import("../school/lesson.js").Remark} remark */
  function tell(remark) {
    store.dispatch({ type: "remark", remark });
  }

  /** @param {string} words */
  const say = (words) => tell({ words });

  function tries() {
    store.dispatch({ type: "tries" });
  }

  /** One after another: whoever taps quickly loses no tap. @param {any} action */
  function act(action) {
    const at = stepOf(state());
    judging = judging.then(() => (stepOf(state()) === at ? judge(action) : undefined));
  }

  /** @param {any} action */
  async function judge(action) {
    const before = state();
    if (before.isDone) return;
    store.dispatch({ type: "asked" });
    try {
      const judged = await ask("/api/school/judge", question(before, [...before.actions, action], false));
      const byKeys = isByKeys();
      store.dispatch({ type: "judged", action, judged });
      if (state().isDone && byKeys) part("next").focus();
      if (state().hasHint && !state().isDone && !state().advised) void advise();
      if (state().misses >= SHOW_AFTER && !state().shown && !state().isDone) await show();
    } catch {
      store.dispatch({ type: "failed" });
      say(t("No answer from the server. Try again."));
    }
    if (state().isDone && isLast(state())) await learned();
  }

  /** @param {LessonState} at @param {readonly any[]} actions @param {boolean} isShown */
  const question = (at, actions, isShown) =>
    ({ course: at.told.course, lesson: at.told.lesson, step: stepOf(at).id, actions, show: isShown });

  async function show() {
    const at = state();
    const { shown, line } = await ask("/api/school/judge", question(at, at.actions, true));
    if (state().at === at.at && shown) store.dispatch({ type: "shown", action: shown, line });
  }

  /** What the hint is about now: a tile may have been laid since, or turned over. */
  async function advise() {
    const at = state();
    if (at.told.game !== "laruche" || stepOf(at).wants !== "lay") return;
    const { shown } = await ask("/api/school/judge", question(at, at.actions, true));
    if (stepOf(state()) === stepOf(at) && state().actions === at.actions && shown) store.dispatch({ type: "advised", action: shown });
  }

  /** Does somebody go through the page by keys? */
  const isByKeys = () => Boolean(document.activeElement?.matches(":focus-visible") && root.contains(document.activeElement));

  /** What is to be done in a step that was reached by a key. */
  function focusStep() {
    const answer = /** @type {HTMLElement|null} */ (part("answers").querySelector("button"));
    if (answer) answer.focus();
    else stage.focus();
  }

  async function learned() {
    const { told } = state();
    const steps = resultsOf(state());
    keepStep(nameOf(told), null);
    timer?.stop();
    if (told.following) void askAhead(told.following.join("/"));
    try {
      const { progress } = await ask(told.is_repeated ? "/api/school/again" : "/api/school/progress", { course: told.course, lesson: told.lesson, steps });
      keep({ stars: merged(ownProgress(), progress).stars, again: progress.again });
      if (!told.is_repeated) put(root, { "data-stars": progress.stars[`${told.course}/${told.lesson}`] });
    } catch {
      keep(merged(ownProgress(), { stars: { [`${told.course}/${told.lesson}`]: 1 }, again: [] }));
    }
    draw();
  }

  /** @param {string} address @returns {Promise<LessonTold>} */
  function askAhead(address) {
    if (ahead?.address === address) return ahead.told;
    const told = fetch(`/api/school/lessons/${address}`).then((response) => {
      if (!response.ok) throw new Error(String(response.status));
      return response.json();
    });
    told.catch(() => {
      ahead = null; // asked for again when it is wanted
    });
    ahead = { address, told };
    return told;
  }

  async function next() {
    const at = state();
    if (!at.isDone) return;
    const byKeys = isByKeys();
    if (!isLast(at)) {
      store.dispatch({ type: "next" });
      keepStep(nameOf(at.told), state());
      if (byKeys) focusStep();
      return;
    }
    const { following } = at.told;
    if (!following) {
      if (at.told.coached) playFirstGame();
      else location.assign(isPractice() ? "/learn/practice" : `/learn#${at.told.course}-${at.told.lesson}`);
      return;
    }
    const address = following.join("/");
    try {
      const told = await askAhead(address);
      history.pushState({}, "", `/learn/${address}`);
      start(told);
      if (byKeys) focusStep();
    } catch {
      location.assign(`/learn/${address}`);
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
    store.dispatch({ type: "open", told, kept: keptStep(nameOf(told)) });
    document.title = `${stepWords(state()).title} · skep`;
    timer?.start();
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
      void advise();
      if (state().misses >= SHOW_AFTER) void show();
    },
    show: () => {
      store.dispatch({ type: "hint" });
      void show();
    },
    again: () => store.dispatch({ type: "again" }),
    flip: () => {
      tries();
      laruche?.flip();
    },
    aloud: readAloud,
  };
  root.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const answer = target.closest("[data-answer]")?.getAttribute("data-answer");
    if (answer) act({ do: "choose", answer: Number(answer) });
    const name = target.closest("[data-action]")?.getAttribute("data-action");
    if (name && name in actions) void actions[/** @type {keyof typeof actions} */ (name)]();
  });
  const keys = /** @type {HTMLElement|null} */ (document.querySelector("dialog[data-part=keys]"));
  const dialogs = createDialogs(document.body);
  listenToQuestionMark(keys, dialogs, new AbortController().signal);
  keys?.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("[data-action=close]")) dialogs.close();
  });
  window.addEventListener("popstate", () => location.reload());

  function draw() {
    const now = state();
    const step = stepOf(now);
    const said = stepWords(now);
    const rule = ruleAddress(now);
    write(part("title"), said.title);
    write(part("say"), said.say);
    write(part("hint"), now.isDone ? "" : lineWords(now) || (now.hasHint ? hintWords(now, laruche?.faces() ?? "dealt") : ""));
    write(part("verdict-words"), verdictWords(now));
    put(part("rule"), { href: rule, hidden: !rule });
    put(part("verdict"), { "data-kind": now.remark ? null : now.verdict?.kind ?? null });
    put(part("hint-button"), { disabled: now.hasHint, hidden: now.isDone });
    if (part("flip-button")) put(part("flip-button"), { hidden: now.isDone || step.wants !== "lay" || !step.turns_over });
    put(part("again-button"), { disabled: !now.actions.length });
    put(part("show-button"), { hidden: !isPractice() || !now.misses || now.isDone || now.line.length > 0 });
    put(part("next"), { hidden: !now.isDone });
    write(part("next"), nextWords(now));
    keyed(part("dots"), now.told.steps, (one) => one.id, () => el("i"), (node, one) => {
      const at = now.told.steps.indexOf(one);
      const done = at < now.at || (at === now.at && now.isDone);
      put(node, { "data-is": done ? "done" : at === now.at ? "now" : "later" });
    });
    put(part("dots"), { hidden: now.told.steps.length < 2, "aria-label": t("Step {n} of {all}", { n: now.at + 1, all: now.told.steps.length }) });
    keyed(part("answers"), now.isDone ? [] : step.answers, (one) => `${step.id}:${one}`, (one) =>
      answerButton(step, step.answers.indexOf(one)), (node, one) => put(node, { "data-tried": now.tried.includes(step.answers.indexOf(one)) ? "yes" : null }));
    stage.draw();
    put(part("board"), { "data-bare": now.stage.game === "hive" && !now.stage.reserves.w.length ? "yes" : null });
    put(root, { "data-foot": footOf(now.told), "data-wants": now.isDone ? null : step.wants, "data-step": step.id, "data-done": now.isDone ? "yes" : "no", "data-asking": now.isAsking ? "yes" : "no", "data-actions": now.actions.length, "data-ready": "yes" });
    drawStars();
  }

  function drawStars() {
    const stars = Number(root.getAttribute("data-stars") ?? 0);
    put(part("end"), { hidden: !stars });
    put(part("stars-why"), { hidden: stars === 3 });
    put(part("stars"), { "aria-label": t("{n} of 3 stars", { n: stars }) });
    write(part("stars"), "★".repeat(stars) + "☆".repeat(3 - stars));
  }

  store.subscribe(draw);
  draw();
}

/** @param {import("../net/messages.js").StepTold} step @param {number} n */
function answerButton({ answers, asked, stage }, n) {
  const words = answerWords(answers[n], stage);
  const isLettered = asked.length === answers.length;
  const letters = isLettered ? letteredWords(answers[n], n, stage) : words;
  return el("button", { type: "button", class: "button", "data-answer": n, "aria-label": isLettered ? `${letters}. ${words}` : null }, letters);
}

/** Nothing is chosen yet. @param {string} wants */
const idleWords = (wants) => (wants === "choose" ? t("Choose one of the answers below.") : t("First tap a bug, then the cell where it goes."));

/** How much room a lesson needs below its board, whatever its step: as the template says it. @param {LessonTold} told */
function footOf({ course, steps }) {
  if (course === "practice") return "line";
  if (steps.some(({ answers }) => answers.length)) return "answers";
  const stages = steps.flatMap(({ stage }) => (stage.game === "laruche" ? stage : []));
  if (stages.some(({ others }) => others.length)) return "players";
  return stages.some(({ hand }) => hand.length) ? "hand" : null;
}

/** @param {LessonState} state */
function nextWords(state) {
  if (!isLast(state)) return t("Next");
  if (state.told.is_repeated && state.told.following) return t("Next");
  if (state.told.course === "practice" && state.told.following) return t("Next position");
  if (state.told.following) return t("Next lesson");
  if (state.told.coached) return t("Play a first game");
  return t("To the courses");
}

const root = document.getElementById("lesson");
const data = pageData("data");
if (root && data) openLesson(root, data.lesson, data.tiles ?? []);
