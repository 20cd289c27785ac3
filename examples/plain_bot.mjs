// A bot that plays over standard input and output, for Node.js: without dependencies and without rules of the game.
//
//     longroad arena "program:node examples/plain_bot.mjs" novice novice novice
//
// It reads one JSON object per line and answers each `decide` with an `act`. docs/howto/program.md explains the messages.

import { createInterface } from "node:readline";

const LIKES = ["city", "settle", "knight", "plenty", "monopoly", "roadbuilding", "buy"]; // in a turn, best first
const WANTS = ["city", "settlement", "card"]; // what to save for
const MOST_ROADS = 13;

let game; // the `game` message
let plies = []; // the log
let chance; // a random generator with the seed of the game

/** Yield numbers from 0 up to, but not including, 1; the same for the same seed. */
function* random(seed) {
  let state = seed >>> 0;
  for (;;) {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    yield ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

const pick = (list) => list[Math.floor(chance.next().value * list.length)];
const best = (list, worth) => list.reduce((one, other) => (worth(other) > worth(one) ? other : one));
const place = (action) => Number(action.split(" ")[1]);

/** Count in how many of 36 rolls the site of an action yields something. */
function yields(action) {
  return game.geometry.site_hexes[place(action)].reduce((sum, hex) => sum + game.geometry.pips[hex], 0);
}

/** Count the buildings of others at the hex of an action, minus five for each of its own. */
function harm(action, snapshot) {
  let total = 0;
  for (const seat of snapshot.seats) {
    for (const site of [...seat.settlements, ...seat.cities]) {
      if (game.geometry.site_hexes[site].includes(place(action))) total += seat.seat === game.seat ? -5 : 1;
    }
  }
  return total;
}

/** Count the cards that are missing for the nearest goal. */
function lacks(hand) {
  const missing = (cost) => Object.entries(cost).reduce((sum, [name, n]) => sum + Math.max(0, n - (hand[name] ?? 0)), 0);
  return Math.min(...WANTS.map((name) => missing(game.costs[name])));
}

/** Whether a trade with the bank, such as "bank 4 wool for 1 ore", brings the nearest goal nearer. */
function helps(trade, hand) {
  const [, count, give, , , take] = trade.split(" ");
  return lacks({ ...hand, [give]: hand[give] - Number(count), [take]: (hand[take] ?? 0) + 1 }) < lacks(hand);
}

/** Fill a form that has a total, with the most plentiful cards. */
function fill(form) {
  const left = { ...form.give };
  const cards = {};
  for (let n = 0; n < form.total; n++) {
    const most = best(Object.keys(left), (name) => left[name]);
    left[most] -= 1;
    cards[most] = (cards[most] ?? 0) + 1;
  }
  return Object.entries(cards)
    .map(([name, count]) => `${count} ${name}`)
    .join(" ");
}

/** Choose an action with a little sense. */
function choose(snapshot, { actions, forms }) {
  const kinds = Map.groupBy ? Map.groupBy(actions, (action) => action.split(" ")[0]) : grouped(actions);
  const bundle = forms.find((form) => form.total);
  if (bundle) return `${bundle.kind} ${fill(bundle)}`;
  if (kinds.has("refuse")) return "refuse";
  if (kinds.has("robber")) return best(kinds.get("robber"), (action) => harm(action, snapshot));
  for (const kind of LIKES) {
    if (kinds.has(kind)) return ["city", "settle"].includes(kind) ? best(kinds.get(kind), yields) : pick(kinds.get(kind));
  }
  const { roads, hand } = snapshot.seats[game.seat];
  const wantsRoad = !kinds.has("end") || (roads.length < MOST_ROADS && chance.next().value < 0.5);
  if (kinds.has("road") && wantsRoad) return pick(kinds.get("road"));
  const trade = (kinds.get("bank") ?? []).find((action) => helps(action, hand));
  if (trade) return trade;
  return kinds.has("end") ? "end" : pick(actions);
}

/** Group actions by their first word, for versions of Node.js without Map.groupBy. */
function grouped(actions) {
  const kinds = new Map();
  for (const action of actions) {
    const kind = action.split(" ")[0];
    kinds.set(kind, [...(kinds.get(kind) ?? []), action]);
  }
  return kinds;
}

const say = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "hello", protocol: 2, name: "plain bot of Node.js", proposes: false });
  } else if (message.type === "game") {
    game = message;
    plies = [];
    chance = random(message.seed);
  } else if (message.type === "decide") {
    plies.splice(message.log.since, Infinity, ...message.log.plies);
    const action = choose(message.snapshot, message.decision);
    say({ type: "act", decision: message.decision.id, action, why: "It looked best to me." });
  } else if (message.type === "refused") {
    console.error(`refused: ${message.message}`);
  }
}
