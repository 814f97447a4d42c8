// The weights of an array as colours under a board.
import { make } from "/app.js";

/** Colours from the cells that a seat likes best to those that it likes least; told apart in grey, too. */
const STOPS = [[0.27, 0.0, 0.33], [0.23, 0.32, 0.55], [0.13, 0.57, 0.55], [0.37, 0.79, 0.38], [0.99, 0.91, 0.14]];

function colour(share) {
  const at = Math.min(Math.max(share, 0), 1) * (STOPS.length - 1);
  const low = Math.min(Math.floor(at), STOPS.length - 2);
  const mixed = STOPS[low].map((from, part) => from + (STOPS[low + 1][part] - from) * (at - low));
  return `rgb(${mixed.map((part) => Math.round(255 * part)).join(" ")})`;
}

/** Where a weight stands among all, by rank, so that a few large ones don't hide the others. */
function shares(weights) {
  const known = [...new Set(weights.filter((it) => it !== null))].sort((one, other) => one - other);
  const rank = new Map(known.map((weight, at) => [weight, known.length > 1 ? at / (known.length - 1) : 0.5]));
  return weights.map((weight) => (weight === null ? null : rank.get(weight)));
}

/** A disc for each cell that has a weight. */
export function heat(weights, place) {
  return shares(weights).map((share, at) => {
    if (share === null) return null;
    const [cx, cy] = place(at);
    return make("circle", { class: "heat", cx, cy, r: 0.5, fill: colour(share) });
  });
}

/** What the colours mean. */
export function legend(words) {
  const steps = Array.from({ length: 24 }, (_, at) => make("rect", { x: at, y: 0, width: 1.05, height: 2, fill: colour(at / 23) }));
  return make("div", { class: "legend" }, make("span", {}, words[0]), make("svg", { viewBox: "0 0 24 2", preserveAspectRatio: "none", "aria-hidden": "true" }, steps), make("span", {}, words[1]));
}
