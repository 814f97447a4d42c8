// What boards look like: pieces, cells, and boards as small pictures.
import { make } from "/app.js";

/** What tells the pieces of a player from others without colours. */
function marks(player) {
  const bar = (width, height) => make("rect", { class: "dot", x: -width / 2, y: -height / 2, width, height, rx: 0.05 });
  return [[], [], [make("circle", { class: "dot", r: 0.16 })], [bar(0.46, 0.13)], [bar(0.13, 0.46)], [bar(0.46, 0.13), bar(0.13, 0.46)], [bar(0.3, 0.3)]][player] ?? [];
}

/** Whose piece a letter stands for, and whether it is a king. */
export function owner(letter) {
  const king = letter >= "A";
  return { king, player: king ? letter.charCodeAt(0) - 64 : Number(letter) };
}

/** The piece that a letter stands for; nothing for a dot. */
export function piece(letter) {
  if (letter === "." || letter === undefined) return null;
  const { king, player } = owner(letter);
  return make("g", { class: `piece p${player}` },
    make("circle", { class: "edge", r: 0.43 }), make("circle", { class: "body", r: 0.38 }), marks(player), king && make("circle", { class: "crown", r: 0.28 }));
}

/** A piece beside words. */
export const badge = (player) => make("svg", { viewBox: "-.5 -.5 1 1", class: "badge", "aria-hidden": "true" }, piece(String(player)));

/** Left, top, width and height of a board. */
export function bounds(cells) {
  const xs = cells.map((cell) => cell.x), ys = cells.map((cell) => cell.y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return [left, top, Math.max(...xs) - left, Math.max(...ys) - top];
}

/** A board on its own, small. */
export function thumbnail({ board, pieces }) {
  if (!board) return null;
  const [left, top, width, height] = bounds(board);
  return make("svg", { viewBox: `${left - 0.8} ${top - 0.8} ${width + 1.6} ${height + 1.6}`, class: "thumbnail", "aria-hidden": "true" },
    board.map(({ x, y }) => make("circle", { class: "plate", cx: x, cy: y, r: 0.75 })),
    board.map(({ x, y }, at) => make("g", { transform: `translate(${x} ${y})` }, make("circle", { class: "hole", r: 0.24 }), piece(pieces[at]))));
}
