// Written by `python -m skep.server.development.javascript_types`: change the messages, not this.

export const PROTOCOL_VERSION: 1;

/** End a game that has hardly begun, with no result. */
export interface Abort {
  kind: "abort";
}

export interface Aborted {
  kind: "aborted";
  seat: number;
}

/** The command with this id is stored for good, as `seq` where it made an event. */
export interface Ack {
  type: "ack";
  id: string;
  seq?: number | null;
}

/** Hive: let the engine look at the position after `ply` moves; progress is reported. */
export interface Analyse {
  type: "analyse";
  id: string;
  ply: number;
  seconds?: number;
}

export interface AnalysisProgress {
  type: "analysis";
  id: string;
  ply: number;
  depth: number;
  nodes: number;
  score: number | null;
  line: Array<string>;
  done: boolean;
  chance?: number | null;
  ends_in?: number | null;
}

export interface AnswerDraw {
  kind: "answer_draw";
  accept: boolean;
  ply: number;
}

export interface AnswerTakeback {
  kind: "answer_takeback";
  accept: boolean;
  ply: number;
}

/** Whoever comes first. */
export interface Anyone {
  who: "open";
  handicap_ms?: number;
  show?: boolean;
}

/** Solitaire: ask for a placement from which a solution exists. */
export interface AskHint {
  kind: "ask_hint";
}

/** La Ruche: ask for a pause; once all have asked, the match pauses. */
export interface AskPause {
  kind: "ask_pause";
}

/** How far somebody has come. `gold`: solved with the most joins that are possible. */
export interface Attempt {
  game: string;
  is_over: boolean;
  solved: boolean;
  laid: number;
  size: number;
  joins: number;
  best: number | null;
  gold: boolean;
  time_ms: number;
  undos: number;
  hints: number;
  grade: "easy" | "expert" | "hard" | "medium" | null;
}

/** A player's connection is gone. */
export interface Away {
  kind: "away";
  seat: number;
}

/** A player is there again. */
export interface Back {
  kind: "back";
  seat: number;
}

/** La Ruche: a bot at this level, 1 to 5. */
export interface Bot {
  who: "bot";
  level: number;
  handicap_ms?: number;
}

/** `state` is that of your best attempt; `on_time`: solved on that very day. */
export interface CalendarDay {
  day: string;
  number: number | null;
  grade: "easy" | "expert" | "hard" | "medium" | null;
  state: "begun" | "given up" | "gold" | "none" | "solved";
  on_time: boolean;
  attempt: Attempt | null;
}

/** A month up to today, from the first numbered day on. */
export interface CalendarTold {
  month: string;
  days: Array<CalendarDay>;
  streak: StreakTold;
}

/** A hexagon of the plane. */
export type Cell = [number, number];

/** Somebody's finished attempt without its layout, and the options that deal the same tiles. */
export interface ChallengeTold {
  name: string;
  options: Record<string, string | number | boolean>;
  attempt: Attempt;
}

/** POST /api/me. */
export interface ChangeName {
  name: string;
}

/** Take one of several answers, counted from 0. */
export interface Choose {
  do: "choose";
  answer: number;
}

/** Claim the win because the other player has been away for long, and it is their turn. */
export interface Claim {
  kind: "claim";
}

/** The other player is away on their turn: `seat` may claim the win from `from_ms` on. */
export interface ClaimDue {
  seat: number;
  from_ms: number;
}

export interface Claimed {
  kind: "claimed";
  seat: number;
}

/** Time left for each seat at `since_ms`; `running` is the seat whose clock runs since then. */
export interface Clock {
  left_ms: Array<number>;
  since_ms: number;
  running: number | null;
}

/** The clock runs. */
export interface ClockStarted {
  kind: "clock_started";
  time_ms: number;
}

/** The clock stands still. */
export interface ClockStopped {
  kind: "clock_stopped";
  time_ms: number;
}

/** POST /api/school/coach: what has the coach to say to this side? */
export interface CoachAsked {
  game_type: string;
  moves: Array<string>;
  opening_queen?: string;
  passed?: boolean;
  pupil?: "b" | "w";
  ended?: boolean;
}

/** A remark for this turn, mostly none; after the game one praise and one piece of advice. */
export interface CoachSaid {
  remark?: Told | null;
  praise?: Told | null;
  advice?: Told | null;
}

/** POST /api/games. Hive: seat 0 is white; `shuffle` draws who sits where. */
export interface CreateGame {
  game: string;
  seats: Array<Me | Anyone | Invited | Engine | Bot>;
  options?: Record<string, string | number | boolean>;
  time?: Timed | Daily | Untimed;
  shuffle?: boolean;
  listed?: boolean;
  rated?: boolean;
}

/** So many days for each move. */
export interface Daily {
  pace: "daily";
  days: number;
}

/** The puzzle of a day and how it went. The lists are null until you have played. `yours` is the attempt that counts, or would if it were over: go on with it instead of beginning another. */
export interface DayTold {
  day: string;
  number: number | null;
  is_today: boolean;
  grade: "easy" | "expert" | "hard" | "medium";
  best: number | null;
  tiles: Array<string>;
  yours: Attempt | null;
  played: number;
  without_hints: Array<Ranked> | null;
  with_hints: Array<Ranked> | null;
  streak: StreakTold;
}

/** A round (or, after a dead start, the same round again) is dealt. */
export interface Dealt {
  kind: "dealt";
  round: number;
  first: number;
  hands: Array<Array<string> | null>;
  redeal: boolean;
}

/** Decline the other's offer of a rematch, or withdraw your own. */
export interface DeclineRematch {
  type: "decline_rematch";
  id: string;
}

/** An edge that does not match: its direction (0 to 5, counterclockwise from the east). */
export type Differing = [number, "B" | "G" | "O" | "R" | "V" | "Y", "B" | "G" | "O" | "R" | "V" | "Y"];

/** A command. Its id is the client's own; sending it again is harmless. */
export interface Do {
  type: "do";
  id: string;
  command: Command;
}

export interface DrawAnswered {
  kind: "draw_answered";
  seat: number;
  accept: boolean;
}

export interface DrawOffered {
  kind: "draw_offered";
  seat: number;
}

export interface DrawWithdrawn {
  kind: "draw_withdrawn";
  seat: number;
}

/** How a game ended. `ranks` has the rank of each seat, 1 is best; empty: no result. */
export interface Ending {
  ranks: Array<number>;
  reason: string;
}

/** Hive: the engine at this level. */
export interface Engine {
  who: "engine";
  level: number;
}

/** Every HTTP error. */
export interface ErrorBody {
  code: string;
  message: string;
  params?: Record<string, unknown>;
}

/** One event. `status` is the state after it; older events of a tail come without. */
export interface EventSent {
  type: "event";
  seq: number;
  at_ms: number;
  event: Event;
  effects?: Array<Effect>;
  status?: Status | null;
}

/** Somebody took a seat, or a name changed. */
export interface GameChanged {
  type: "game";
  game: GameInfo;
}

/** The answer to a creation: `key` and `code` invite others. */
export interface GameCreated {
  game: GameInfo;
  key: string;
  code: string | null;
  link: string;
}

/** What never changes about a game, and who sits there. */
export interface GameInfo {
  id: string;
  game: string;
  status: string;
  options: Record<string, unknown>;
  time: Timed | Daily | Untimed;
  speed: string;
  rated: boolean;
  rules_version: number;
  listed: boolean;
  seats: Array<SeatInfo>;
  created_ms: number;
  started_ms?: number | null;
  finished_ms?: number | null;
  outcome?: Ending | null;
  rematch_of?: string | null;
}

export interface GameJoined {
  game: GameInfo;
  seat: number;
  key: string;
}

export interface GameList {
  games: Array<GameInfo>;
  away?: Array<string>;
}

/** GET /api/games/<id>: the game as you may see it. */
export interface GameRead {
  game: GameInfo;
  you: Array<number>;
  head: number;
  view: View;
}

/** A seat has tiles to give away until a time. */
export interface GiftDue {
  kind: "gift_due";
  seat: number;
  count: number;
  until_ms: number;
}

/** The time to give a tile away has passed. */
export interface GiftLapsed {
  kind: "gift_lapsed";
  seat: number;
  count: number;
}

/** A gift that the looking seat may still make. */
export interface GiftView {
  kind: "bee" | "triple";
  left: number;
  until_ms: number;
  bound_to: number | null;
}

/** La Ruche: give a tile away that a gift allows. */
export interface Give {
  kind: "give";
  round: number;
  tile: string;
  to: number;
}

/** Solitaire: end the attempt. */
export interface GiveUp {
  kind: "give_up";
}

/** Only the giver and the receiver are told the tile. */
export interface Given {
  kind: "given";
  seat: number;
  round: number;
  to: number;
  tile?: string | null;
}

export interface GivenUp {
  kind: "given_up";
}

/** The server stops: reconnect after this time. */
export interface GoingAway {
  type: "going_away";
  retry_ms: number;
}

export interface Heartbeat {
  type: "heartbeat";
  n: number;
  head: number;
  at_ms: number;
  latency_ms?: number | null;
}

/** The first frame. `have` is the last seq the client has, or missing for a snapshot. With `choices` the status tells what may be chosen next, and an event how it came about; with `legal` the legal moves as texts. Both are for the kinds that have them. */
export interface Hello {
  type: "hello";
  version: number;
  have?: number | null;
  legal?: boolean;
  choices?: boolean;
  key?: string;
}

export interface HintAsked {
  kind: "hint_asked";
}

/** A hint was given. */
export interface Hinted {
  kind: "hinted";
  cell: Cell;
  pose: string;
}

/** Where each piece may go: for the side to move its moves, for the other what it could premove. `moves` has for each piece in play the cells by kind (slide, climb, jump, throw); every piece of `placeable` may be put on every cell of `places`. */
export interface HiveChoices {
  moves: Record<string, Record<string, Array<Cell>>>;
  placeable: Array<string>;
  places: Array<Cell>;
  pinned: Array<string>;
  must_pass: boolean;
  queen_due: boolean;
  throwers?: Array<string>;
}

/** A position as a board takes it: pieces with cell and level, targets with their kind. */
export interface HiveStage {
  game: "hive";
  pieces: Array<[string, number, number, number]>;
  reserves: Record<string, Array<string>>;
  turn: "b" | "w";
  targets: Array<[string, number, number, string]>;
  pinned: Array<string>;
  set: string;
  stuck: Record<string, Verdict>;
}

/** What changes with every event. `legal` and `choices` are for who asked for them in hello: the legal moves for the side to move, the choices for both, none for spectators. */
export interface HiveStatus {
  game: "hive";
  ply: number;
  turn: number;
  clock?: Clock | null;
  first_move_due_ms?: number;
  takeback_offer?: number | null;
  draw_offer?: number | null;
  repeated?: boolean;
  plies_left?: number;
  outcome?: Ending | null;
  legal?: Array<string> | null;
  choices?: HiveChoices;
}

export interface HiveView {
  game: "hive";
  game_string: string;
  moves: Array<string>;
  status: HiveStatus;
}

/** Whoever has the private link or the four-letter code. */
export interface Invited {
  who: "invited";
  handicap_ms?: number;
  show?: boolean;
}

/** POST /api/join. */
export interface JoinByCode {
  code: string;
}

/** POST /api/games/<id>/join. The key comes from the private link. At a match of La Ruche that has begun, a newcomer gets a new seat between two rounds. */
export interface JoinGame {
  key?: string;
  seat?: number | null;
}

/** Somebody took a new seat between two rounds. Their name is with the game's seats. */
export interface Joined {
  kind: "joined";
  seat: number;
  user: number;
}

/** The actions that were right so far, and one more. */
export interface Judge {
  course: string;
  lesson: string;
  step: string;
  actions: Array<SchoolPlay | Tap | Choose | SchoolLay | SchoolGive>;
  show?: boolean;
}

export interface Judged {
  verdict: Verdict | null;
  stage: HiveStage | LaRucheStage;
  found: Array<[number, number]>;
  shown?: SchoolPlay | Tap | Choose | SchoolLay | SchoolGive | null;
  line?: Array<string>;
}

export interface LaRucheStage {
  game: "laruche";
  tiles: Array<[number, number, string]>;
  hand: Array<string>;
  spots: Array<[number, number]>;
  others: Array<number>;
}

/** What any event may change. `hand`, `gifts` and `help` are the looking seat's own. */
export interface LaRucheStatus {
  game: "laruche";
  phase: "break" | "over" | "play" | "setup" | "unblock" | "waiting";
  round: number;
  rounds: number;
  now_ms: number;
  next_deadline_ms: number | null;
  turn: number | null;
  turn_until_ms: number | null;
  paused: boolean;
  resumes_ms: number | null;
  pause_asked: Array<number>;
  ready: Array<number>;
  hand: Array<string>;
  help: "none" | "show" | "turn";
  gifts: Array<GiftView>;
  players: Array<PlayerView>;
  results: Array<RoundEnded>;
  outcome: OutcomeView | null;
}

export interface LaRucheView {
  game: "laruche";
  table: Array<[[number, number], string]>;
  status: LaRucheStatus;
}

export interface Laid {
  kind: "laid";
  seat: number;
  round: number;
  cell: [number, number];
  pose: string;
}

/** Can the rest still be laid? Null when the search ended before it knew. `head`: of the log. */
export interface Lamp {
  head: number;
  solvable: boolean | null;
}

/** A seat asks for a pause; once all have asked, the match pauses. */
export interface LarucheAskPause {
  kind: "ask_pause";
  seat: number;
}

/** A seat gives a tile away. Only giver and receiver are told which (others see None). */
export interface LarucheGive {
  kind: "give";
  seat: number;
  round: number;
  tile: string | null;
  to: number;
}

/** A tile has been given away. */
export interface LarucheGiven {
  kind: "given";
  seat: number;
  to: number;
  tile: string | null;
}

/** Somebody has come to the table. */
export interface LarucheJoined {
  kind: "joined";
  seat: number;
  name: string;
}

/** A tile now lies. `by_table`: the seat's time was up and the table did it. */
export interface LarucheLaid {
  kind: "laid";
  seat: number;
  cell: Cell;
  pose: string;
  contacts: number;
  by_table: boolean;
}

/** A seat lays a tile. The pose tells which tile, which face and how it is turned. */
export interface LarucheLay {
  kind: "lay";
  seat: number;
  round: number;
  cell: Cell;
  pose: string;
}

/** Somebody asks for a pause. */
export interface LaruchePauseAsked {
  kind: "pause_asked";
  seat: number;
}

/** A tile lies. `joins`: the edges that touch now, in all. */
export interface LaruchePutDown {
  kind: "put_down";
  cell: Cell;
  pose: string;
  left: number;
  joins: number;
}

/** A seat is ready for the next round. */
export interface LarucheReady {
  kind: "ready";
  seat: number;
}

/** A seat ends the pause: a short countdown begins. */
export interface LarucheResume {
  kind: "resume";
  seat: number;
}

/** A tile was lifted; one for each, the one asked for first. */
export interface LarucheTakenBack {
  kind: "taken_back";
  cell: Cell;
  pose: string;
}

/** La Ruche: lay a tile of your hand. Carries the round, but no turn: all play at once. `pose` is the tile's six colours clockwise from the north-east, as it will lie. */
export interface Lay {
  kind: "lay";
  round: number;
  cell: [number, number];
  pose: string;
}

/** The seat's player is away: after a while a bot plays for them until they return. */
export interface Left {
  kind: "left";
  seat: number;
}

export interface LessonTold {
  game: string;
  course: string;
  lesson: string;
  title: string;
  about: string;
  steps: Array<StepTold>;
  following: Array<string> | null;
  coached: boolean;
  is_repeated?: boolean;
}

/** POST /api/hive/look: all that a board shows of a position beside the pieces. */
export interface Look {
  ways: Array<Way>;
  pinned: Array<string>;
  gates: Array<[[Cell, Cell], [Cell, Cell]]>;
  must_pass: boolean;
  queen_due: boolean;
  outcome: string | null;
}

/** The match is over. */
export interface MatchEnded {
  kind: "match_ended";
  totals: Array<number>;
  ranks: Array<number>;
}

/** GET /api/games/<id>/export?format=json, once the match is over. */
export interface MatchReplay {
  options: Record<string, unknown>;
  seats: Array<SeatInfo>;
  rows: Array<ReplayRow>;
}

/** You. More than once: both sides of a hotseat. At La Ruche any seat may have a handicap, so long between two placements of its own, or be shown what fits (`show`). */
export interface Me {
  who: "me";
  handicap_ms?: number;
  show?: boolean;
}

/** A tile was sent to a spot that it does not fit; the seat lays none until then. The tile is still in the hand, so only its owner is told which it was (others see no pose and no edges). */
export interface Missed {
  kind: "missed";
  seat: number;
  cell: Cell;
  pose: string | null;
  edges: Array<Differing>;
  until_ms: number;
}

export interface OfferDraw {
  kind: "offer_draw";
  ply: number;
}

export interface OfferTakeback {
  kind: "offer_takeback";
  ply: number;
}

/** The server was away: this time counts for no clock. */
export interface Outage {
  kind: "outage";
  from_ms: number;
  to_ms: number;
}

/** How a match has ended, as it is shown. */
export interface OutcomeView {
  totals: Array<number>;
  ranks: Array<number>;
}

export interface PauseAsked {
  kind: "pause_asked";
  seat: number;
}

/** The match stands still. */
export interface Paused {
  kind: "paused";
}

/** GET /api/me. `id` is missing until your first action. */
export interface Person {
  id: number | null;
  name: string;
}

/** Hive: play this move. `ply` is the number of moves played before it. */
export interface Play {
  kind: "play";
  move: string;
  ply: number;
}

/** The set-up is done (or the table is unblocked): everyone plays at will. */
export interface PlayBegan {
  kind: "play_began";
}

export interface Played {
  kind: "played";
  seat: number;
  move: string;
  compensation_ms?: number;
  way?: PlayedWay;
}

/** A game as far as it was played. */
export interface PlayedLine {
  game_type: string;
  moves: Array<string>;
  opening_queen?: string;
  passed?: boolean;
}

/** How a move went: `path` holds both ends, and only the target of a placement. */
export interface PlayedWay {
  kind: string;
  path: Array<Cell>;
  thrower?: string | null;
}

/** What everyone may know of a seat. */
export interface PlayerView {
  name: string;
  bot: number | null;
  handicap_ms: number;
  show: boolean;
  count: number;
  points: number;
  ready_ms: number;
  missed_until_ms: number;
  away: boolean;
  stand_in: boolean;
}

/** At once in answer to a heartbeat. */
export interface Pong {
  type: "pong";
  n: number;
}

/** Who is here has changed, or with it whether and when a win may be claimed. */
export interface Present {
  type: "present";
  present: Array<number>;
  spectators: number;
  claim?: ClaimDue | null;
}

/** Of one person: the best stars of each lesson, and what to practise again. */
export interface Progress {
  stars?: Record<string, number>;
  again?: Array<string>;
}

/** Solitaire: lay a tile, bee up. */
export interface Put {
  kind: "put";
  cell: [number, number];
  pose: string;
}

export interface PutDown {
  kind: "put_down";
  cell: [number, number];
  pose: string;
}

/** A line in the list of a day. Equal joins and times share a rank. */
export interface Ranked {
  rank: number;
  name: string;
  you: boolean;
  attempt: Attempt;
}

/** La Ruche: ready for the next round. */
export interface Ready {
  kind: "ready";
}

export interface ReadySaid {
  kind: "ready_said";
  seat: number;
}

/** Nothing changed. `id` is missing when the frame could not be read that far. */
export interface Refused {
  type: "refused";
  code: string;
  message: string;
  params?: Record<string, unknown>;
  id?: string | null;
}

/** `offered_by` wants a rematch; with `next_game` it is on, with `declined_by` it is off. Who withdraws an offer has declined it themselves. Where several play it waits for everybody who is still there: `accepted` are the others who have agreed, `declined` who is left out. */
export interface Rematch {
  type: "rematch";
  offered_by: number;
  next_game?: string | null;
  declined_by?: number | null;
  accepted?: Array<number>;
  declined?: Array<number>;
}

/** A row of the log and all that followed from it, nothing hidden. */
export interface ReplayRow {
  at_ms: number;
  row: Started | LarucheLay | LarucheGive | LarucheReady | LarucheAskPause | LarucheResume | Away | Back | Joined | Aborted | TimePassed | Outage;
  effects: Array<Dealt | Turn | PlayBegan | LarucheLaid | Missed | GiftDue | LarucheGiven | GiftLapsed | RoundEnded | MatchEnded | StandIn | LaruchePauseAsked | Paused | Resuming | Resumed | LarucheJoined>;
}

export interface Resign {
  kind: "resign";
}

export interface Resigned {
  kind: "resigned";
  seat: number;
}

/** La Ruche: end the pause, after a countdown of three seconds for all. */
export interface Resume {
  kind: "resume";
}

export interface ResumeAsked {
  kind: "resume_asked";
  seat: number;
}

/** Clocks go on; every deadline has moved by so much. */
export interface Resumed {
  kind: "resumed";
  shift_ms: number;
}

/** The pause ends then: until that moment all look, and nobody lays. */
export interface Resuming {
  kind: "resuming";
  until_ms: number;
}

/** There is a gap: send what follows `have`, or a snapshot. */
export interface Resync {
  type: "resync";
  have?: number | null;
}

export interface Returned {
  kind: "returned";
  seat: number;
}

/** A hand is empty, or nothing fits, or nothing was laid for too long. */
export interface RoundEnded {
  kind: "round_ended";
  round: number;
  reason: "blocked" | "emptied" | "stalled";
  counts: Array<number>;
  ranks: Array<number>;
  points: Array<number>;
}

export interface Said {
  type: "said";
  n: number;
  seat: number;
  name: string;
  at_ms: number;
  text: string;
}

export interface Say {
  type: "say";
  id: string;
  text: string;
}

/** La Ruche: give a tile to another player, counted from 0. */
export interface SchoolGive {
  do: "give";
  tile: string;
  player: number;
}

/** La Ruche: lay a tile, as it is turned, on a cell. */
export interface SchoolLay {
  do: "lay";
  pose: string;
  cell: [number, number];
}

/** Hive: place or move a piece to a cell. */
export interface SchoolPlay {
  do: "play";
  piece: string;
  cell: [number, number];
}

export interface SchoolProgress {
  progress: Progress;
}

/** POST /api/hive/score: a position as the engine sees it, from the side to move. */
export interface Scored {
  score: number;
  chance: number;
  ends_in: number | null;
  depth: number;
  nodes: number;
  line: Array<string>;
}

export interface SeatInfo {
  who: string;
  name?: string;
  level?: number;
  user?: number | null;
  handicap_ms?: number;
  show?: boolean;
}

/** What any event may change. While the clock runs the time is `counted_ms` and what has passed since `running_since_ms`; `time_ms` is the time of the result, and `share` the text to send to others, both at the end. `taken_hints` are the placements that were hints. */
export interface SolitaireStatus {
  game: "solitaire";
  hand: Array<string>;
  start_ms: number;
  undos: number;
  hints: number;
  solved: boolean;
  time_ms: number | null;
  outcome: Ending | null;
  now_ms?: number;
  laid?: number;
  joins?: number;
  counted_ms?: number;
  running_since_ms?: number | null;
  taken_hints?: Array<[[number, number], string]>;
  share?: string | null;
}

/** The attempt as it stands, and what was dealt. `tiles` are in the order of the deal, `deal` names them in a link. `best` is the most joins with which they can be laid, unknown in games of version 1 that had many tiles. */
export interface SolitaireView {
  game: "solitaire";
  table: Array<[[number, number], string]>;
  shape: Array<[number, number]> | null;
  status: SolitaireStatus;
  tiles?: Array<string>;
  deal?: string;
  grade?: "easy" | "expert" | "hard" | "medium" | null;
  best?: number | null;
  reading?: "fourth" | "third";
  strict?: boolean;
  silhouette?: string;
  day?: string | null;
  number?: number | null;
}

/** `joins` and `laid` tell how far it came, solved or not. */
export interface SoloEnded {
  kind: "solo_ended";
  solved: boolean;
  time_ms: number;
  undos: number;
  hints: number;
  joins: number;
  laid: number;
}

/** A bot plays for an absent player, or (active false) no longer does. */
export interface StandIn {
  kind: "stand_in";
  seat: number;
  active: boolean;
}

/** Solitaire: the page is shown again. */
export interface StartClock {
  kind: "start_clock";
}

export interface Started {
  kind: "started";
}

/** A step at its beginning. `answers` are names: moves, rule codes, or who has won. */
export interface StepTold {
  id: string;
  wants: string;
  task: string;
  par: number;
  say: string;
  hint: string;
  done: string;
  miss: string;
  stage: HiveStage | LaRucheStage;
  marked: Array<[number, number]>;
  about: string;
  answers: Array<string>;
  asked: Array<[number, number]>;
  turns_over: boolean;
}

/** Solitaire: the page is not shown, or the player pauses. Nothing is laid meanwhile. */
export interface StopClock {
  kind: "stop_clock";
}

/** Days solved on time in a row up to today; `at_risk`: it ends unless today is solved. */
export interface StreakTold {
  days: number;
  longest: number;
  at_risk: boolean;
}

/** At `/ws/lobby`: all open tables, at once and whenever anything of them has changed. */
export interface TableList {
  type: "tables";
  tables: Array<TableRow>;
  build?: string;
}

/** A line of the list of open tables, in the words of whoever looks at it. */
export interface TableRow {
  id: string;
  state: string;
  title: string;
  note: string;
  terms: string;
  action?: string;
  is_mine?: boolean;
  is_away?: boolean;
}

/** Solitaire: take a tile back with those that cannot lie without it; by default the last. */
export interface TakeBack {
  kind: "take_back";
  cell?: [number, number] | null;
}

export interface TakebackAnswered {
  kind: "takeback_answered";
  seat: number;
  accept: boolean;
  plies?: number;
}

export interface TakebackOffered {
  kind: "takeback_offered";
  seat: number;
}

export interface TakebackWithdrawn {
  kind: "takeback_withdrawn";
  seat: number;
}

/** `cell` is the one asked for; the effects name every tile that was lifted. */
export interface TakenBack {
  kind: "taken_back";
  cell?: [number, number] | null;
}

/** Point at a cell, empty or not. */
export interface Tap {
  do: "tap";
  cell: [number, number];
}

/** A deadline fell; what follows from it, the rules derive. */
export interface TimePassed {
  kind: "time_passed";
}

/** So much for the whole game, and so much more with each move. */
export interface Timed {
  pace: "timed";
  base_ms: number;
  increment_ms?: number;
}

/** A sentence, with the names of facts in braces: a page says a bug in its own words. */
export interface Told {
  key: string;
  sentence: string;
  facts: Record<string, unknown>;
}

/** A seat must lay a tile by a single edge, or the table does it then. */
export interface Turn {
  kind: "turn";
  seat: number;
  until_ms: number;
}

/** A line of chat was deleted: show it no longer. */
export interface Unsaid {
  type: "unsaid";
  n: number;
}

/** Delete a line of chat of your own, for everybody and for good. */
export interface Unsay {
  type: "unsay";
  id: string;
  n: number;
}

export interface Untimed {
  pace: "untimed";
}

/** `code` is a rule of Hive, a refusal of La Ruche or a `SchoolCode`; `facts` what it is about. `cells` are those that a picture marks. `answered` are moves of the other side that followed. */
export interface Verdict {
  kind: "done" | "right" | "wrong";
  code?: string | null;
  sentence?: string;
  facts?: Record<string, unknown>;
  cells?: Array<[number, number]>;
  answered?: Array<string>;
}

/** Offer a rematch, or accept the other's offer. */
export interface WantRematch {
  type: "want_rematch";
  id: string;
}

/** A legal move: its text, its cells, and the kind of mark it gets. */
export interface Way {
  move: string;
  piece: string;
  to: [number, number];
  kind: string;
  path?: Array<Cell>;
  by?: string | null;
}

/** Answer to hello and resync: a snapshot in `view`, or what was missed in `events`. It also comes unasked when you have taken a seat of a game that you watched. */
export interface Welcome {
  type: "welcome";
  version: number;
  game: GameInfo;
  you: Array<number>;
  head: number;
  at_ms: number;
  view?: View | null;
  events?: Array<EventSent> | null;
  present?: Array<number>;
  spectators?: number;
  claim?: ClaimDue | null;
  claim_after_ms?: number | null;
  rematch?: Rematch | null;
  grace_until_ms?: number | null;
  build?: string;
}

/** POST /api/hive/why: why may this piece not go there? */
export interface WhyNot {
  game_type: string;
  moves: Array<string>;
  opening_queen?: string;
  passed?: boolean;
  piece?: string;
  to?: [number, number];
}

export interface WithdrawDraw {
  kind: "withdraw_draw";
  ply: number;
}

/** Ask no longer: an offer of one's own that nobody has answered. */
export interface WithdrawTakeback {
  kind: "withdraw_takeback";
  ply: number;
}

export type ClientFrame = Hello | Do | Resync | Pong | Say | Unsay | WantRematch | DeclineRematch | Analyse;

export type ServerFrame = Welcome | EventSent | Ack | Refused | Heartbeat | GameChanged | Present | Said | Unsaid | Rematch | AnalysisProgress | GoingAway;

export type LobbyFrame = TableList | Heartbeat | GoingAway;

export type TimeControl = Timed | Daily | Untimed;

export type SeatRequest = Me | Anyone | Invited | Engine | Bot;

export type Command = Play | OfferTakeback | AnswerTakeback | WithdrawTakeback | OfferDraw | AnswerDraw | WithdrawDraw | Resign | Abort | Claim | Lay | Give | Ready | AskPause | Resume | Put | TakeBack | AskHint | StopClock | StartClock | GiveUp;

export type Event = Started | Played | TakebackOffered | TakebackAnswered | TakebackWithdrawn | DrawOffered | DrawAnswered | DrawWithdrawn | Resigned | Aborted | Claimed | TimePassed | Outage | Laid | Missed | Given | ReadySaid | PauseAsked | ResumeAsked | Left | Returned | Joined | PutDown | TakenBack | HintAsked | ClockStopped | ClockStarted | GivenUp;

export type Effect = Dealt | Turn | PlayBegan | LarucheLaid | Missed | GiftDue | LarucheGiven | GiftLapsed | RoundEnded | MatchEnded | StandIn | LaruchePauseAsked | Paused | Resuming | Resumed | LarucheJoined | LaruchePutDown | LarucheTakenBack | Hinted | ClockStopped | ClockStarted | SoloEnded;

export type Status = HiveStatus | LaRucheStatus | SolitaireStatus;

export type View = HiveView | LaRucheView | SolitaireView;
