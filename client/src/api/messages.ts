// Made by scripts/client/message_types.py from the messages of the server; do not change by hand.

export const PROTOCOL = 4;

/** What an update leaves out. */
export const LEFT_OUT = {
  OfferView: {"accepted": [], "waiting": []},
  FormView: {"take": {}, "total": null, "to": []},
  SeatView: {"hand_size": 0, "hand": null, "cards_size": 0, "cards": null, "fresh": null, "knights": 0, "road_length": 0, "points": 0, "sources": {}, "settlements": [], "cities": [], "roads": [], "trade_cards": 0, "clock_s": null},
  Snapshot: {"rolled": [], "deck_size": 0, "longest_road": null, "largest_army": null, "winner": null, "neutral": [], "offer": null, "proposals": [], "rates": {}, "dice": [], "deadline_s": null},
  Decision: {"forms": [], "can_undo": false, "is_auto_refused": false, "is_automatic": false, "victims": {}},
  LogEntry: {"ply": null, "sentences": [], "gains": {}, "gain_hexes": {}, "is_undone": false},
  Update: {"decision": null, "log": []},
};

export type Whole = number;

export type Switch = boolean;

export type Counts = Record<string, number>;

export type Kind = "person" | "computer" | "open";

export type Status = "lobby" | "playing" | "over";

export type Pace = "slow" | "normal" | "instant";

export type Hints = "solo" | "all" | "none";

export type BudgetName = "quick" | "normal" | "deep";

export type PuzzleTheme = "founding" | "robber" | "trade" | "road" | "building" | "cards";

export type Land = "hills" | "forest" | "pasture" | "fields" | "mountains" | "desert";

export type HarborKind = "brick" | "lumber" | "wool" | "grain" | "ore" | "generic";

export type ReviewBudget = "quick" | "normal";

/** A trade on the table: what its maker gives and takes, who is asked, who accepted, who has not answered. */
export interface OfferView {
  seat: number;
  give: Counts;
  take: Counts;
  to: number[];
  accepted: number[];
  waiting: number[];
}

/** Which bundles of a kind may be made: the most of each resource, a total, and which seats can be asked. */
export interface FormView {
  kind: string;
  give: Counts;
  take: Counts;
  total: number | null;
  to: number[];
}

/** Time to decide: seconds for each decision, and a reserve for the whole game. */
export interface Clock {
  decision_s: number;
  reserve_s: number;
}

/** Requests a person, a bot, or an open seat. */
export interface SeatRequest {
  kind?: Kind;
  name?: string;
  bot?: string;
  colour?: string; // of the pieces; empty leaves it as it is
}

/** How a game is played: a preset and options, an island, clocks and pace. */
export interface Settings {
  preset: string;
  options: Record<string, unknown>;
  island_seed: number | null; // the island that was previewed; random if left out
  position: string | null; // where the game begins, with the ruleset that it has; in a room, as you may know it
  clock: Clock | null;
  pace: Pace;
  is_verifiable: boolean; // people add texts to the dice before the game; the island follows from them, too
  is_hotseat: boolean; // pass and play: all people share one screen
  hints: Hints; // who may have the running game analysed: one person who plays alone, all people, or nobody
}

/** Requests a game; the client gets the first seat of a person. */
export interface NewGame {
  settings?: Partial<Settings>;
  seats?: SeatRequest[]; // empty: a person and bots
  starts?: boolean; // begin at once, if no seat is open
  wants_token?: boolean; // for programs: the token in the answer instead of a cookie
}

/** Takes an open seat, or one that the same person held before. */
export interface Join {
  seat?: number | null;
  name?: string;
  wants_token?: boolean; // for programs: the token in the answer instead of a cookie
}

/** The seat that a client holds by a secret token; browsers keep it in a cookie, which no script can read. */
export interface Seated {
  game: string;
  seat: number | null; // None where only bots play, and the client watches
  token: string; // only for programs that ask for it
}

/** Who sits on a seat. */
export interface Seat {
  seat: number;
  kind: Kind;
  name: string;
  colour: string;
  bot: string;
  is_here: boolean; // whether a person is connected
  is_taken_over: boolean; // whether a bot plays for a person who left or is away
  is_ready: boolean; // before the game: whether a person wants it to begin; bots always do
  text: string; // what the seat adds to verifiable dice
}

/** A room: who sits where, and how it is played. */
export interface Room {
  game: string;
  status: Status;
  settings: Settings;
  ruleset: string; // in the notation
  seats: Seat[];
  you: number | null;
  is_host: boolean; // whether you are the host, who starts the game
  host: number | null; // the seat of the host
  watchers: number;
  has_hints: boolean; // whether you may have the running game analysed
  commitment: string | null; // to the secret that all dice of the game come from
  followed_by: string | null; // the game that the same people play next
}

/** The island, and where its places are in its drawing: points of the SVG's view box, by number. */
export interface Geometry {
  paths: [number, number][]; // the two sites that each path joins
  terrain: string[];
  resources: (string | null)[]; // that each hex yields; null for none
  tokens: number[]; // 0 for none
  pips: number[]; // in how many of 36 rolls each hex yields
  harbors: [number, string][]; // a coast path and a resource, or "generic"
  site_hexes: number[][];
  view_box: [number, number, number, number];
  hexes: [number, number][];
  sites: [number, number][];
}

/** What can be seen of a seat; `hand`, `cards` and `fresh` are null where the kinds are hidden. */
export interface SeatView {
  seat: number;
  hand_size: number;
  hand: Counts | null;
  cards_size: number;
  cards: Counts | null;
  fresh: Counts | null; // the cards bought since the seat's own turn began
  knights: number;
  road_length: number;
  points: number;
  sources: Counts; // of the points
  settlements: number[];
  cities: number[];
  roads: number[];
  supply: [number, number, number]; // roads, settlements, cities
  trade_cards: number;
  clock_s: number | null; // reserve left
}

/** What a viewer may see of the game now. */
export interface Snapshot {
  phase: string;
  turn: number;
  turn_number: number;
  to_act: number[];
  rolled: number[];
  robber: number;
  bank: Counts;
  deck_size: number;
  longest_road: number | null;
  largest_army: number | null;
  winner: number | null;
  seats: SeatView[];
  neutral: SeatView[];
  offer: OfferView | null;
  proposals: OfferView[];
  rates: Counts; // the viewer's cards of each resource for one of the bank's
  dice: number[]; // the faces of the last roll of the turn, if they are known
  deadline_s: number | null; // seconds left for the decision that is waited for
}

/** What is expected of a seat. `id` stays valid while others answer; an answer to an older one is refused. */
export interface Decision {
  id: number;
  is_awaited: boolean; // false where the seat may propose a trade, but nobody waits for it
  prompt: string; // the key of a message
  actions: string[]; // in the notation
  forms: FormView[];
  can_undo: boolean;
  is_auto_refused: boolean; // an offer that you cannot pay: the server refuses it for you
  is_automatic: boolean; // only one answer is possible: the server gives it for you
  victims: Record<number, number[]>; // by seat to rob: its buildings beside the robber
}

/** What a viewer may know of one event. */
export interface LogEntry {
  event: number;
  seat: number | null; // who acted; 6 is chance, None the room itself
  ply: string | null; // in the notation, redacted
  sentences: string[];
  gains: Record<number, Counts>; // what production brought, by seat
  gain_hexes: Record<number, number[]>; // where it came from, by seat
  is_undone: boolean; // the ply was undone
}

/** A line of chat. */
export interface ChatLine {
  event: number;
  seat: number | null;
  name: string;
  text: string;
}

/** Everything that a viewer may know. */
export interface Table {
  type: "table";
  protocol: number;
  event: number;
  room: Room;
  geometry: Geometry | null;
  snapshot: Snapshot | null;
  decision: Decision | null;
  log: LogEntry[]; // the latest
  chat: ChatLine[];
}

/** What has changed, in 4 KB at most (server/wire/compact). */
export interface Update {
  type: "update";
  event: number;
  snapshot: Snapshot;
  decision: Decision | null;
  log: LogEntry[];
}

/** A ply, what was said about it, and what could have been played instead. */
export interface PlyView {
  ply: string; // in the notation
  seat: number; // who acted; 6 is chance
  action: number; // what the seat did, as the engine takes it
  comment: string | null;
  clock_ms: number | null; // time that the player has left after it
  variations: VariationView[];
}

/** Plies that could have been played instead of one and those after it; they begin in the position before it. */
export interface VariationView {
  name: string | null;
  comment: string | null; // before its first ply
  plies: PlyView[];
}

/** One ply of a replay: what happened, and the snapshot after it. */
export interface Step {
  ply: string | null; // None for the beginning
  seat: number | null; // who acted; 6 is chance
  sentences: string[];
  snapshot: Snapshot;
  comment: string | null;
  clock_ms: number | null; // time that the player has left after it
  action: number | null; // what the seat did, as the engine takes it
  weights: number[] | null; // of the sums 2 to 12, for a roll that is not simply one of two dice
  variations: VariationView[]; // what could have been played instead
}

/** A whole game, from its beginning to its last ply, with everything in its record.

The edition of a seat or the public has its viewer's snapshots, without hands after a monopoly. */
export interface Replay {
  ruleset: string; // in the notation
  seats: Seat[];
  geometry: Geometry;
  svg: string; // the drawing of the island, in light colours
  svg_dark: string;
  steps: Step[];
  start: string; // the state at the beginning, as the engine takes it: its bytes in base64; empty for an edition
  head: string; // the tags that begin its record, line by line
  result: string;
  tags: Record<string, string>;
  warning: string | null; // why only the beginning of the record is shown
  edition: string; // or "seat0", "seat1", ..., "public"
  hands_until: number | null; // the first step at which the sizes of hands are unknown: an edition's monopoly
  secret: string | null; // of verifiable dice, once the game is over
  text: string; // the record as text
  jsonl: string; // the record as JSON Lines
}

/** Somebody came, left, took another seat, or the settings changed. */
export interface RoomChanged {
  type: "room";
  event: number;
  room: Room;
}

/** A line was added to the chat. */
export interface Chatted {
  type: "chat";
  line: ChatLine;
}

/** A request was refused: why, and by which rule. Nothing has changed. */
export interface Refused {
  type: "refused";
  code: string; // unknown_game, wrong_seat, stale_decision, illegal_action, malformed, too_large, room_full, ...
  message: string;
  rule: string | null;
  reply_to: number | null; // the number that the client gave its request
}

/** Asks for the replay of a record, as text or JSON Lines. */
export interface RecordGiven {
  record: string;
}

/** Takes an action; `decision` is the one that it answers. */
export interface Act {
  type: "act";
  decision: number;
  action: string;
  request?: number | null;
}

/** Undoes the last placement. */
export interface Undo {
  type: "undo";
  request?: number | null;
}

/** Says something in the chat. */
export interface Say {
  type: "say";
  text: string;
  request?: number | null;
}

/** Asks a bot why it answered an offer as it did; it replies in the chat. */
export interface Ask {
  type: "ask";
  seat: number;
  request?: number | null;
}

/** Asks for a fresh table. */
export interface Refresh {
  type: "refresh";
  request?: number | null;
}

/** Changes the pace of bots, also of those that are thinking; only the host may do so. */
export interface SetPace {
  type: "pace";
  pace: Pace;
  request?: number | null;
}

/** Says before the game whether it may begin; the host can start it in any case. */
export interface Ready {
  type: "ready";
  is_ready?: boolean;
  request?: number | null;
}

/** Sets a person's text for verifiable dice before the game; an empty one removes it. */
export interface DiceText {
  type: "text";
  text: string;
  request?: number | null;
}

/** An analysis as JSON: the chances of all seats, and the actions of one that were compared, best first. */
export interface AnalysisView {
  chances: number[]; // by seat
  actions: CandidateView[];
  errors: number[]; // the standard errors of the chances
  seat: number | null; // whose actions they are
  rollouts: number;
}

/** An action that was compared, as JSON: the acting seat's chance to win after it, and why it may be good. */
export interface CandidateView {
  action: string; // in the notation
  chance: number;
  error: number; // the standard error of the chance
  reason: string;
  line: string[]; // how the turn is expected to go on
  loss: number; // how much worse it is than the best action, by the same dice
  loss_error: number; // the standard error of the loss
  rollouts: number;
}

/** Why a request was refused. Nothing has changed. */
export interface Problem {
  code: string;
  message: string;
  rule: string | null; // the number in the rule catalogue, where a rule forbids it
}

/** A value of an option, and what it means. */
export interface ValueInfo {
  value: string;
  title: string;
  sentence: string;
}

/** An option of a ruleset: what it does and what it can be. */
export interface OptionInfo {
  name: string;
  title: string;
  sentence: string;
  rules: string[]; // the numbers of the rules that it changes
  kind: "choice" | "number" | "switch" | "sites";
  default: unknown;
  choices: ValueInfo[]; // that can be chosen without giving an island
  least: number | null;
  most: number | null;
}

/** A preset: when to choose it, for how many, and the options in which it differs from the defaults. */
export interface PresetInfo {
  name: string;
  title: string;
  sentence: string;
  players: number[];
  options: Record<string, unknown>;
}

/** A bot; until it is ready, `novice` plays for it. */
export interface BotInfo {
  name: string;
  sentence: string;
  is_ready: boolean; // whether its code is compiled
  is_slow: boolean; // where there is no compiler
}

/** All choices for a game. */
export interface Meta {
  version: string;
  rules_version: number;
  protocol: number;
  presets: PresetInfo[];
  options: OptionInfo[];
  bots: BotInfo[];
  default_bot: string; // the level of bots without one, at this moment
  costs: Record<string, Counts>;
  colours: string[]; // of the seats
  phrases: string[]; // lines of chat that take one click
}

/** Which island to show. */
export interface PreviewRequest {
  preset?: string;
  options?: Record<string, unknown>;
  island_seed?: number | null; // a new one is rolled if left out
}

/** An island before the game: a game with this seed in its settings is played on it. */
export interface Preview {
  island_seed: number;
  ruleset: string; // in the notation
  options: Record<string, unknown>; // all options of the ruleset
  geometry: Geometry;
  svg: string; // the address of its drawing; `&theme=dark` for the dark theme
}

/** Asks for an analysis board: of a record, of a position, or else of an island where nothing has happened. */
export interface BoardRequest {
  record?: string | null; // full, as text or JSON Lines
  position?: string | null; // full, in the notation
  preset?: string; // or a ruleset in the notation
  options?: Record<string, unknown>;
  island?: string | null; // in the notation; what it leaves open is drawn
  island_seed?: number | null; // of what is drawn; random if left out
}

/** What an analysis board begins with: the island, the first state, and what was played, with variations. */
export interface Board {
  ruleset: string; // in the notation
  seats: Seat[];
  geometry: Geometry;
  svg: string; // the drawing of the island, in light colours
  svg_dark: string;
  start: string; // the state at the beginning, as the engine takes it: its bytes in base64
  position: string; // the same in the notation
  end: string; // the position after the last ply, in the notation
  head: string; // the tags that begin the record, line by line
  comment: string | null; // on the whole record
  plies: PlyView[];
  result: string;
  tags: Record<string, string>;
  warning: string | null; // what is wrong with the record, if only its beginning is sound
}

/** A building and whose it is. */
export interface DraftPiece {
  kind: "settlement" | "city";
  seat: number;
}

/** A position that is being edited: plain values, right or wrong. Cards and resources are counted by name. */
export interface Draft {
  ruleset: string; // in the notation
  terrain: Land[]; // by hex
  tokens: number[]; // 0 for none
  harbors: [number, HarborKind][]; // coast paths
  robber: number;
  buildings: Record<number, DraftPiece>; // by site
  roads: Record<number, number>; // seats by path
  hands: Counts[];
  cards: Counts[];
  fresh: Counts[]; // those of the cards bought since the seat's own turn began
  knights: number[]; // played
  stack: Counts | null; // null: all development cards that are nowhere else
  turn: number;
  turn_number: number;
  phase: string;
  rolled: number[];
  longest_road: number | null; // if two have the longest; else it follows from the roads
  largest_army: number | null;
  fields: Record<string, string>; // all else that a position says, by the labels of the notation
}

/** Asks what is wrong with a draft; or for the draft of a position, or of a game that begins. */
export interface CheckPosition {
  draft?: Partial<Draft | null>;
  position?: string | null; // full, in the notation
  preset?: string; // if neither is given
  options?: Record<string, unknown>;
  island_seed?: number | null;
  draws?: boolean; // whether the drawings of the island are wanted
}

/** Where something is wrong: the number of a hex, an intersection, a path or a seat. */
export interface DraftPlace {
  where: "hex" | "site" | "path" | "seat";
  number: number;
}

/** Something that is wrong with a position, by the rule that it breaks; there may be no rule for bad values. */
export interface DraftProblem {
  rule: string | null;
  sentence: string;
  places: DraftPlace[];
}

/** A draft and everything that is wrong with it; if nothing is, the position. */
export interface CheckedPosition {
  draft: Draft; // with the special cards where they belong
  problems: DraftProblem[];
  position: string | null; // in the notation
  start: string | null; // the same as the engine takes it: its bytes in base64
  seats: Seat[];
  geometry: Geometry;
  svg: string | null; // the drawing of the island, in light colours
  svg_dark: string | null;
}

/** Whether an action is legal now, and which rule forbids it if it is not. */
export interface Why {
  is_legal: boolean;
  rule: string | null;
  message: string | null;
  lacks: Counts; // the cards that are missing, where that is why
}

/** The request succeeded; `event` is the number of the last event of the game. */
export interface Done {
  event: number;
}

/** Asks for the analysis of a position, or of a record before one of its plies: exactly one of them. */
export interface AnalysePosition {
  position: string | null; // in the notation
  record: string | null; // as text or JSON Lines
  ply: number | null; // of the record, counted from 0; the position before it is analysed
  budget: BudgetName;
  seat: number | null; // whose decision; by default of the seat that decides
  everything: boolean; // use hidden cards too, not only what the seat may know
  seed: number; // of the rollouts: the same seed gives the same analysis
}

/** Asks for the analysis of a game: now, or before a ply of one that is over. */
export interface AnalyseRoom {
  budget?: BudgetName;
  seat?: number | null; // whose decision; of a running game one of your own
  ply?: number | null; // counted from 0, of a game that is over
  everything?: boolean; // use hidden cards too, of a game that is over
}

/** Asks for the review of a full record, as text or JSON Lines. */
export interface ReviewRecord {
  record: string;
  budget: ReviewBudget;
  seed: number;
}

/** Asks for the review of a game that is over. */
export interface ReviewRoom {
  budget: ReviewBudget;
}

/** A decision with a real choice: how much it lost against the best action, by what the seat could know. */
export interface ChoiceView {
  action: string;
  best: string;
  loss: number;
  loss_error: number; // the standard error
  reason: string; // for the best action
}

/** A ply, and every seat's chances after it. */
export interface ReviewedPlyView {
  number: number;
  ply: string;
  kind: "dice" | "thefts" | "draws" | "decisions";
  chances: number[];
  choice: ChoiceView | null;
}

/** A seat's game: start + luck + decisions = result. */
export interface SeatReviewView {
  seat: number;
  name: string;
  start: number;
  luck: Record<string, number>; // of dice, thefts and draws
  decisions: number; // its own and those of the others
  own_decisions: number;
  result: number;
  adjusted_result: number; // the result without luck
  error_rate: number; // what a decision with a real choice cost on average
  choices: number; // decisions with a real choice
}

/** The review of a game. */
export interface ReviewView {
  seats: SeatReviewView[];
  start: number[]; // every seat's chances before the first ply
  turning_points: number[]; // numbers of plies
  plies: ReviewedPlyView[];
}

/** All puzzles by theme, and that of the day. */
export interface PuzzleList {
  day: string; // as YYYY-MM-DD, in UTC
  today: string; // the id of its puzzle
  themes: Record<PuzzleTheme, string[]>; // ids
}

/** An action of a puzzle: the chance to win after it, how much worse it is than the best one, and its point. */
export interface PuzzleChoice {
  action: string;
  chance: number;
  loss: number;
  error: number; // the standard error of the loss
  reason: string;
}

/** A puzzle: the table as the seat sees it that decides, and what all its actions are worth, the best first. */
export interface PuzzleView {
  id: string;
  theme: PuzzleTheme;
  table: Table;
  svg: string; // of the island
  svg_dark: string;
  choices: PuzzleChoice[];
  novice: string; // what the level of that name chose
  position: string | null; // in the notation, where no cards are hidden
}

export type ServerMessage = Table | Update | RoomChanged | Chatted | Refused;

export type ClientMessage = Act | Undo | Say | Ask | Refresh | SetPace | Ready | DiceText;
