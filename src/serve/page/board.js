// A table: its board, who sits there, and what can be done.
import { change, make, read, redraw, say } from "/app.js";
import { keep, naming, sit, sitAgain, title, tokens } from "/lobby.js";
import { heat, legend } from "/heat.js";
import { badge, bounds, owner, piece } from "/piece.js";

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
/** Milliseconds that a piece takes from cell to cell, and between plies of a game that is shown. */
const STEP = 180;
const PAUSE = 900;
/** Milliseconds within which two clicks are one. */
const DOUBLE = 500;
/** Signs that not every machine's letters have. */
const icon = (d) => make("svg", { viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" }, make("path", { d }));
const ICONS = {
  start: "M3 3h2v10H3zM13 3v10L6 8z", back: "M10.5 3 12 4.5 8.5 8l3.5 3.5-1.5 1.5-5-5z", play: "M4 3v10l9-5z",
  stop: "M4 3h3v10H4zM9 3h3v10H9z", on: "M5.5 3 4 4.5 7.5 8 4 11.5 5.5 13l5-5z", end: "M11 3h2v10h-2zM3 3v10l7-5z",
};
const last = (list) => list[list.length - 1];

export async function table(main, connection, id) {
  const shown = new Table(main, connection, id);
  await sitAgain(connection, id).catch(({ message }) => say(message));
  const begin = () => {
    Object.values(tokens(id)).forEach((token) => connection.ask({ ask: "return", table: id, token }).catch(() => {}));
    // The answer to what was asked before may be lost.
    shown.refresh();
  };
  await new Promise((granted, failed) => connection.watch(id, {
    begin,
    hear: (event) => shown.hear(event),
    stands: (answer) => { shown.stands(answer); granted(); },
    refused: ({ message }) => {
      // What a page shows stays there to be looked at.
      if (shown.plies.length > 0) return shown.lose(message);
      failed(new Error(message === "there is no such table" ? `${message}. Games that are over are under Records.` : message));
    },
  }));
}

/** Whom a free seat is for, by the server's address for programs where it has one. */
function invitation(tcp, id) {
  const words = (...rest) => make("p", { class: "small soft" }, "A free seat is for whoever has the link to this page", rest);
  if (!tcp) return [words(". Start the server with ", make("code", {}, "--tcp ADDRESS"), " to let bots of other programs and machines take it, too.")];
  // A server that listens at all addresses of its machine names none of them.
  const address = tcp.replace(/^(0\.0\.0\.0|\[::\]):/, `${location.hostname}:`);
  return [words(", or a bot that connects:"), make("pre", {}, `starhop connect ${address} BOT --table ${id}`)];
}

/** A game on record. */
export async function stored(main, name, number) {
  const shown = new Table(main, null, `${name} ${number}`);
  for (const event of await read(`/api/game/${encodeURIComponent(name)}/${number}`)) shown.hear(event);
  shown.shown = 0;
  shown.heading.append(make("small", {}, ` game ${number} of ${name}`));
  document.title = `Game ${number} of ${name} – starhop`;
}

class Table {
  constructor(main, connection, id) {
    Object.assign(this, { connection, id, plies: [], shown: null, moves: [], chosen: null, clicked: null, ideas: [], asked: null, look: 0, isDrawn: false, flipped: false, seats: [], away: new Set(), end: null, next: null, past: { events: 0 } });
    this.board = make("svg", { class: "board", role: "group", "aria-label": "Board" });
    this.turnline = make("p", { class: "turnline", role: "status", "aria-live": "polite" });
    this.people = make("div");
    this.naming = make("div", { class: "naming", hidden: "" }, naming());
    this.list = make("ol", { class: "moves" });
    this.ways = make("div", { class: "row" });
    this.stepper = make("div", { class: "row stepper", role: "group", "aria-label": "Step through the game" });
    this.tools = make("div", { class: "row" });
    this.legend = make("div");
    this.thoughts = make("section", { "aria-live": "polite" });
    this.heading = make("h1", {}, "…");
    this.card = make("section", { class: "card", "aria-label": "Board" }, this.turnline, this.board, this.legend, this.ways, this.stepper, this.tools);
    main.replaceChildren(this.heading, make("div", { class: "columns" }, this.card,
      make("div", {}, make("section", { class: "card", "aria-label": "Seats" }, make("h2", {}, "Seats"), this.naming, this.people), this.thoughts, make("section", { class: "card", "aria-label": "Moves" }, make("h2", {}, "Moves"), this.list,
        make("details", { class: "small soft" }, make("summary", {}, "Keys"), make("p", {}, "Arrows go from cell to cell, Enter takes a piece and puts it down, Escape lets go, [ and ] step through the game, f turns the board, h asks for a hint: where the focus is on the board or on what is below it."))))));
    document.addEventListener("keydown", (event) => this.key(event));
    setInterval(() => this.clocks(), 500);
  }

  /** How far the table has come when it is watched, and how long the player to move has thought by then. */
  stands({ events, thought }) {
    this.since = Date.now() - thought;
    this.past = { events, since: this.since };
  }

  hear(event) {
    const { is } = event;
    const since = event.event < this.past.events ? this.past.since : Date.now();
    if (is === "start") {
      const isNew = this.plies.length === 0;
      Object.assign(this, { game: event.game, cells: event.board ?? [], seats: event.seats, rules: event.rules, aim: event.aim, terms: event.terms, away: new Set(), end: null, next: null, gone: null, shown: isNew ? null : this.shown, left: undefined });
      this.plies = [{ pieces: event.pieces, turn: event.turn, cells: [], mv: null }];
      this.heading.textContent = title(event.game);
      document.title = `${title(event.game)} – starhop`;
      if (isNew) this.flipped = this.isAbove(Number(Object.keys(tokens(this.id))[0] ?? 1));
      this.lay();
    } else if (is === "seat") {
      const wasFull = this.isFull;
      this.seats[event.seat - 1] = event.person;
      // Nobody's time runs while a seat is free.
      if (!wasFull && this.isFull) this.since = since;
    } else if (is === "away") {
      this.away.add(event.seat);
    } else if (is === "back") {
      this.away.delete(event.seat);
    } else if (is === "move") {
      this.plies.push({ pieces: event.pieces, turn: event.turn, cells: event.cells, mv: event.move, seat: event.seat });
      Object.assign(this, { left: event.left, animate: this.shown === null && !this.still, still: false });
    } else if (is === "undo") {
      this.plies.length -= event.plies;
      this.shown = null;
    } else if (is === "end") {
      this.end = event;
    } else if (is === "rematch") {
      this.rematched(event.next);
    } else if (is === "trouble") {
      if (event.event >= this.past.events) say(event.why);
    }
    if (["start", "move", "undo", "end"].includes(is)) {
      Object.assign(this, { chosen: null, ideas: [], since });
      this.clear();
    }
    // Who is there changes no cell.
    if (!["away", "back", "rematch", "trouble"].includes(is)) this.isDrawn = false;
    // What is told of the past is drawn at its end.
    if (event.event + 1 < this.past.events) return;
    if (this.isDrawn) return void this.tell();
    clearTimeout(this.drawing);
    this.drawing = setTimeout(() => this.refresh(), 0);
  }

  /** The ply that is shown. While a game is heard once more, the one that was looked at may not be there yet. */
  get at() { return Math.min(this.shown ?? Infinity, this.plies.length - 1); }
  get now() { return this.plies[this.at]; }
  get latest() { return last(this.plies); }
  get own() { return this.connection ? Object.keys(tokens(this.id)).map(Number) : []; }
  /** Own seats that no bot has taken. */
  get played() { return this.own.filter((seat) => this.seats[seat - 1]?.kind !== "bot"); }
  get token() { return this.played.includes(this.latest?.turn) ? tokens(this.id)[this.latest.turn] : undefined; }
  get isFull() { return this.seats.every(({ kind }) => kind !== "open"); }
  /** Whether a hint for the latest position was asked for and isn't there yet. */
  get awaitsHint() { return this.asked !== null && this.asked === this.latest; }
  get mine() { return !this.end && this.shown === null && Boolean(this.token); }

  /** Whether the board looks otherwise from the other side; where it begins empty and pieces fall, the top is the top. */
  get hasSides() { return /[^.]/.test(this.plies[0]?.pieces ?? ""); }

  /** Whether the pieces of a seat begin in the upper half, so that the board is better turned round. */
  isAbove(seat) {
    const [, top, , height] = bounds(this.cells);
    const ys = this.cells.filter((_, at) => this.plies[0].pieces[at] === String(seat)).map((cell) => cell.y);
    return ys.length > 0 && ys.reduce((sum, y) => sum + y, 0) / ys.length < top + height / 2 - 0.01;
  }

  async refresh() {
    if (!this.now) return;
    const look = this.look + 1;
    Object.assign(this, { moves: [], look, isDrawn: false });
    if (this.mine) {
      const { moves } = await this.connection.ask({ ask: "moves", table: this.id }).catch(() => ({ moves: [] }));
      if (look !== this.look) return;
      this.moves = moves.map((mv) => ({ mv, cells: this.named(mv) }));
    }
    this.draw();
    this.tell();
    this.isDrawn = true;
    const { clicked } = this;
    this.clicked = null;
    if (clicked !== null && this.mine) this.click(clicked);
  }

  /** The cells that a move names. One that names a column stands for its lowest free cell. */
  named(mv) {
    const index = new Map(this.cells.map((cell, at) => [cell.name, at]));
    const cells = mv.toLowerCase().split(/[^a-z0-9]|x/).filter(Boolean).map((name) => index.get(name)).filter((it) => it !== undefined);
    if (cells.length > 0) return cells;
    const column = this.cells.map((_, at) => at).filter((at) => this.cells[at].name.startsWith(mv) && this.latest.pieces[at] === ".");
    return column.sort((one, other) => this.cells[other].y - this.cells[one].y).slice(0, 1);
  }

  /** Lays the cells out. */
  lay() {
    const [left, top, width, height] = bounds(this.cells);
    this.place = (at) => {
      const { x, y } = this.cells[at];
      return this.flipped ? [2 * left + width - x, 2 * top + height - y] : [x, y];
    };
    this.board.setAttribute("viewBox", `${left - 0.9} ${top - 0.9} ${width + 1.8} ${height + 1.8}`);
    this.square = this.cells.every(({ x, y }) => Number.isInteger(x) && Number.isInteger(y));
  }

  draw() {
    const { pieces, cells: way } = this.now;
    const before = this.plies[this.plies.indexOf(this.now) - 1]?.pieces ?? pieces;
    const changed = (at) => before !== pieces && (pieces[at] !== before[at] || way.includes(at));
    const targets = new Map(), own = new Set();
    for (const { mv, cells } of this.moves) {
      if (cells.length === 1) targets.set(cells[0], mv);
      else if (cells.length > 1) {
        own.add(cells[0]);
        if (cells[0] === this.chosen) targets.set(last(cells), mv);
      }
    }
    const focus = this.focus ?? [...own][0] ?? [...targets.keys()][0] ?? 0;
    const weights = this.array?.weights[(this.own[0] ?? this.now.turn) - 1] ?? [];
    const weight = (at) => weights[at] ?? null;
    const cell = (at) => {
      const [x, y] = this.place(at);
      const can = own.has(at) ? "own" : targets.has(at) ? "target" : "";
      return make("g", {
        class: `cell ${can} ${changed(at) ? "last" : ""} ${this.chosen === at ? "chosen" : ""}`,
        transform: `translate(${x} ${y})`, "data-cell": at, role: can ? "button" : "img", "aria-pressed": own.has(at) ? String(this.chosen === at) : null, tabindex: at === focus ? 0 : -1,
        "aria-label": this.words(at, pieces[at], targets.has(at), own.has(at)) + (weight(at) === null ? "" : `, weight ${weight(at)}`),
        onclick: () => this.click(at), onpointerdown: (event) => this.grab(event, at),
      },
      weight(at) !== null && make("title", {}, String(weight(at))),
      make("rect", { x: -0.5, y: -0.5, width: 1, height: 1, fill: "transparent" }),
      make("circle", { class: "hole", r: 0.2 }),
      piece(pieces[at]),
      targets.has(at) && make("circle", { class: "aim", r: 0.2 }),
      make("circle", { class: "ring", r: 0.47 }));
    };
    const plate = (at) => {
      const [x, y] = this.place(at);
      return this.square
        ? make("rect", { class: "tile", x: x - 0.48, y: y - 0.48, width: 0.96, height: 0.96, rx: 0.1 })
        : make("circle", { class: "plate", cx: x, cy: y, r: 0.78 });
    };
    const all = this.cells.map((_, at) => at);
    const warm = heat(weights, this.place);
    const trail = way.length > 1 ? [make("polyline", { class: "trail", points: this.points(way) })] : [];
    // A hint is for the latest position.
    const ideas = this.shown === null ? this.ideas : [];
    this.thoughts.hidden = this.shown !== null;
    const held = document.activeElement?.closest?.(".cell");
    this.board.classList.toggle("warm", warm.length > 0);
    change(this.board, [...(this.square ? [this.frame()] : []), ...all.map(plate), ...warm.filter(Boolean), ...trail, ...all.map(cell), ...ideas.map((idea, rank) => this.arrow(idea, rank)).reverse()]);
    if (held) this.board.querySelector(`[data-cell="${this.focus ?? held.dataset.cell}"]`)?.focus();
    if (this.animate && !calm()) this.travel(way, before, pieces);
    this.animate = false;
  }

  /** What a board of squares lies on. */
  frame() {
    const [left, top, width, height] = bounds(this.cells);
    return make("rect", { class: "frame", x: left - 0.65, y: top - 0.65, width: width + 1.3, height: height + 1.3, rx: 0.25 });
  }

  points(cells) { return cells.map((at) => this.place(at).map((it) => it.toFixed(3)).join(",")).join(" "); }

  /** What a cell is, for those who hear it. */
  words(at, letter, isTarget, isOwn) {
    const { king, player } = owner(letter);
    const what = letter === "." ? "" : `, ${king ? "king" : "piece"} of seat ${player}`;
    return `${this.cells[at].name}${what}${isTarget ? ", you can move here" : isOwn ? ", can move" : ""}`;
  }

  /** A move that a bot thinks of, with its rank. */
  arrow({ cells }, rank) {
    const [x, y] = this.place(last(cells));
    if (cells.length < 2) return make("g", { class: `idea rank${rank}` }, make("circle", { class: "spot", cx: x, cy: y, r: 0.3 }), make("text", { x, y: y + 0.13 }, String(rank + 1)));
    const [a, b] = this.place(cells[cells.length - 2]);
    const long = Math.hypot(x - a, y - b), [dx, dy] = [(x - a) / long, (y - b) / long];
    const head = [[x - dx * 0.1, y - dy * 0.1], [x - dx * 0.5 - dy * 0.22, y - dy * 0.5 + dx * 0.22], [x - dx * 0.5 + dy * 0.22, y - dy * 0.5 - dx * 0.22]];
    const [p, q] = this.place(cells[0]);
    return make("g", { class: `idea rank${rank}` },
      make("polyline", { points: `${this.points(cells.slice(0, -1))} ${x - dx * 0.4},${y - dy * 0.4}` }),
      make("polygon", { points: head.map((it) => it.join(",")).join(" ") }),
      make("circle", { class: "spot", cx: p, cy: q, r: 0.24 }), make("text", { x: p, y: q + 0.12 }, String(rank + 1)));
  }

  /** Lets the piece of the last move go its way; one that is new falls from the edge. */
  travel(way, before, pieces) {
    const end = way.length > 1 ? last(way) : this.cells.findIndex((_, at) => before[at] === "." && pieces[at] !== ".");
    const moving = this.board.querySelector(`[data-cell="${end}"] .piece`);
    if (!moving) return;
    const [x, y] = this.place(end);
    const [, top] = this.board.getAttribute("viewBox").split(" ").map(Number);
    const places = way.length > 1 ? way.map((at) => this.place(at)) : [[x, top], [x, y]];
    const frames = places.map(([a, b]) => ({ transform: `translate(${a - x}px, ${b - y}px)` }));
    moving.animate(frames, { duration: STEP * Math.max(2, places.length - 1), easing: way.length > 1 ? "ease-in-out" : "ease-in" });
  }

  /** Chooses a piece, or plays the move that ends here. */
  click(at) {
    if (this.dragged) return void (this.dragged = false);
    this.focus = at;
    // Which moves there are is being asked, as after the connection was lost: it counts once that is known.
    if (this.mine && !this.isDrawn) return void (this.clicked = at);
    const inColumn = (cells) => cells.length === 1 && this.cells[cells[0]].x === this.cells[at].x;
    const targets = this.moves.filter(({ cells }) => inColumn(cells) || (cells.length > 1 && cells[0] === this.chosen && last(cells) === at));
    if (targets.length > 0) return this.choose(targets);
    this.chosen = this.chosen !== at && this.moves.some(({ cells }) => cells.length > 1 && cells[0] === at) ? at : null;
    this.draw();
  }

  /** Plays a move; where several go from cell to cell, asks for the way. */
  choose(moves, isDropped = false) {
    if (moves.length === 1) return this.play(moves[0].mv, isDropped);
    this.ways.replaceChildren(make("span", {}, "Which way?"), ...moves.map(({ mv }) => make("button", { onclick: () => this.play(mv) }, mv)));
    this.ways.querySelector("button").focus();
    this.draw();
  }

  /** Drags a piece. */
  grab(event, at) {
    if (event.button !== 0 || !this.moves.some(({ cells }) => cells.length > 1 && cells[0] === at)) return;
    const start = [event.clientX, event.clientY];
    let moving = false;
    const scale = this.board.viewBox.baseVal.width / this.board.getBoundingClientRect().width;
    const move = (now) => {
      const [dx, dy] = [now.clientX - start[0], now.clientY - start[1]];
      if (!moving && Math.hypot(dx, dy) < 6) return;
      if (!moving) { moving = true; this.chosen = at; this.draw(); }
      const cell = this.board.querySelector(`[data-cell="${at}"]`);
      cell.querySelector(".piece")?.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
      cell.parentNode.append(cell);
    };
    const drop = (now) => {
      for (const kind of ["pointerup", "pointercancel"]) removeEventListener(kind, drop);
      removeEventListener("pointermove", move);
      if (!moving) return;
      this.dragged = true;
      setTimeout(() => (this.dragged = false), 0);
      const under = document.elementsFromPoint(now.clientX, now.clientY).map((it) => it.closest(".cell")).find((it) => it && Number(it.dataset.cell) !== at);
      const targets = under ? this.moves.filter(({ cells }) => cells[0] === at && last(cells) === Number(under.dataset.cell)) : [];
      if (now.type === "pointerup" && targets.length > 0) this.choose(targets, true);
      else { this.chosen = null; this.draw(); }
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", drop);
    addEventListener("pointercancel", drop);
  }

  key(event) {
    // A key that is held down steps on; it takes no further seat, nor gives up a game that it was asked about.
    if (!this.now) return;
    const steps = "[aria-label='A ply on'], [aria-label='A ply back']";
    if (event.repeat && event.key === "Enter" && event.target.closest("button") && !event.target.closest(steps)) event.preventDefault();
    // Some keyboards have brackets behind a key for more signs.
    const isSign = event.key === "[" || event.key === "]";
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || (event.altKey && !isSign)) return;
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const cell = event.target.closest(".cell");
    if (ways[event.key] && cell) {
      event.preventDefault();
      this.focus = this.beside(Number(cell.dataset.cell), ways[event.key]);
      this.draw();
      this.board.querySelector(`[data-cell="${this.focus}"]`)?.focus();
    } else if ((event.key === "Enter" || event.key === " ") && cell) {
      event.preventDefault();
      this.click(Number(cell.dataset.cell));
    } else if (event.key === "Escape") { this.chosen = null; this.clear(this.ways); this.draw(); }
    // Who speaks to the machine says letters, too, which are for the board only where the focus is.
    else if (!this.card.contains(event.target)) return;
    else if (event.key === "[") this.step(-1);
    else if (event.key === "]") this.step(1);
    else if (event.key === "f" && this.hasSides) this.flip();
    else if (event.key === "h" && this.mine) this.hint();
  }

  /** The cell in a direction that is nearest in the nearest row. Of two, up goes left and down goes right, so that one leads back from the other. */
  beside(from, [dx, dy]) {
    const [x, y] = this.place(from);
    const cost = (at) => {
      const [a, b] = this.place(at);
      return (a - x) * dx + (b - y) * dy > 0.01 ? 100 * Math.abs(b - y) + Math.abs(a - x) - 0.01 * (a - x) * dy : Infinity;
    };
    const best = this.cells.map((_, at) => at).reduce((one, other) => (cost(other) < cost(one) ? other : one), from);
    return cost(best) < Infinity ? best : from;
  }

  /** Plays a move. A piece that was dropped where it goes doesn't go there once more. */
  async play(mv, isDropped = false) {
    Object.assign(this, { moves: [], chosen: null, look: this.look + 1, still: isDropped });
    this.clear(this.ways);
    const done = await this.tryTo({ ask: "move", token: this.token, move: mv });
    if (!done) this.still = false;
  }

  async tryTo(what) {
    try {
      return await this.connection.ask({ table: this.id, ...what });
    } catch (why) {
      say(why.message);
      await this.refresh();
      return null;
    }
  }

  /** Empties what belongs to a position; the focus goes back to the board where it was in it. */
  clear(...places) {
    const all = places.length ? places : [this.ways, this.thoughts];
    const isHeld = all.some((it) => it.contains(document.activeElement));
    all.forEach((it) => it.replaceChildren());
    if (isHeld) this.board.querySelector("[tabindex='0']")?.focus();
  }

  /** The server has the table no more; what was heard stays. */
  lose(why) {
    this.gone = why;
    this.tell();
  }

  /** Shows the game after that many plies; the latest position goes on by itself. */
  show(at) {
    const end = this.plies.length - 1;
    this.shown = at >= end ? (this.connection ? null : end) : Math.max(0, at);
    this.animate = true;
    this.refresh();
  }

  step(by) { this.show(this.at + by); }

  /** Plays a game that is shown, ply after ply. */
  run() {
    const running = this.running;
    clearInterval(this.running);
    this.running = null;
    if (!running) {
      if (this.at >= this.plies.length - 1) this.shown = 0;
      this.running = setInterval(() => {
        this.step(1);
        if (this.at >= this.plies.length - 1) this.run();
      }, PAUSE);
    }
    this.refresh();
  }

  flip() {
    this.flipped = !this.flipped;
    this.lay();
    this.draw();
  }

  /** Everything beside the board. */
  tell() {
    this.tellSeats();
    // Where nothing is new, nothing is heard once more.
    change(this.turnline, [make("span", {}, this.state()), make("span", { class: "hidden" }, this.told())]);
    redraw(this.list, this.plies.map(({ mv }, at) => make("li", {},
      make("button", { "aria-current": this.now === this.plies[at] ? "step" : null, onclick: () => this.show(at) }, at === 0 ? "start" : `${at}. ${mv}`))));
    const current = this.list.querySelector("[aria-current]");
    if (current) this.list.scrollTop = current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
    const { at } = this, end = this.plies.length - 1;
    const tool = (text, act, enabled = true, words = null) => make("button", { onclick: act, disabled: !enabled, "aria-label": words, title: words }, text);
    redraw(this.stepper, [
      tool(icon(ICONS.start), () => this.show(0), at > 0, "To the start"), tool(icon(ICONS.back), () => this.step(-1), at > 0, "A ply back"),
      tool(icon(this.running ? ICONS.stop : ICONS.play), () => this.run(), end > 0, this.running ? "Stop" : "Play the game"),
      tool(icon(ICONS.on), () => this.step(1), at < end, "A ply on"), tool(icon(ICONS.end), () => this.show(end), at < end, "To the end"),
      make("span", { class: "soft small" }, `${at} of ${end}`)]);
    const plays = this.played.length > 0 && !this.end;
    const gives = this.seats.length === 2 ? "Resign" : "Leave to a bot";
    const alone = this.seats.filter((seat) => seat.kind !== "bot").length === 1;
    const passes = this.moves.filter(({ cells }) => cells.length === 0);
    redraw(this.tools, [
      ...passes.map(({ mv }) => tool(`Play ${mv}`, () => this.play(mv))),
      // Disabled, it would hand the focus on to the next button, for a second Enter to press.
      plays && make("button", { onclick: () => this.hint(), disabled: !this.mine, "aria-disabled": this.awaitsHint && "true" }, "Hint"),
      plays && alone && tool("Undo", () => this.tryTo({ ask: "undo", token: this.token ?? Object.values(tokens(this.id))[0] }), this.mine && this.plies.some(({ seat }) => this.own.includes(seat))),
      this.hasSides && tool("Flip", () => this.flip()),
      this.connection && make("button", { "aria-pressed": String(Boolean(this.array)), onclick: () => this.warm() }, "Heat map"),
      plays && tool(this.sure ? `Really ${gives.toLowerCase()}?` : gives, () => this.resign(), this.mine || (this.seats.length > 2 && this.played.length === 1)),
      this.end && this.own.length > 0 && !this.next && tool("Rematch", () => this.tryTo({ ask: "rematch", token: Object.values(tokens(this.id))[0] })),
      this.next && make("a", { class: "button main", href: `/table/${this.next}` }, "To the rematch"),
    ].filter(Boolean));
  }

  tellSeats() {
    const line = (seat, at) => {
      const number = at + 1, mine = this.played.includes(number);
      const says = mine ? "you" : seat.kind === "open" ? "" : this.away.has(number) && !this.end ? "away" : seat.kind;
      return make("div", { class: `seat ${!this.end && this.latest.turn === number ? "turn" : ""}` }, badge(number),
        make("span", { class: "who" }, seat.name ?? "free"),
        this.end?.winner === number && make("span", { class: "pill live" }, "won"),
        make("span", { class: "clock", "data-seat": number }),
        seat.kind === "open" && this.connection && !this.end ? make("button", { "aria-label": `Sit here, seat ${number}`, onclick: () => this.sit(number) }, "Sit here") : make("span", { class: "tag" }, says));
    };
    const isOpen = this.connection && !this.isFull;
    // Apart from what is drawn anew, so that nothing happens to what is being typed.
    this.naming.hidden = !isOpen || this.end || this.own.length > 0;
    const copy = () => navigator.clipboard.writeText(location.href).then(() => say("The link is copied.")).catch((why) => say(why.message));
    const open = this.people.querySelector("details")?.open;
    redraw(this.people, [...this.seats.map(line), ...[
      ...(isOpen ? invitation(this.connection.tcp, this.id) : []),
      make("details", { class: "small soft", open }, make("summary", {}, "Rules"), this.aim && make("p", {}, this.aim), make("p", {}, this.rules)),
      // Browsers let pages copy over encrypted connections and from this machine alone.
      this.connection && navigator.clipboard && make("div", { class: "row" }, make("button", { onclick: copy }, "Copy link")),
    ].filter(Boolean)]);
    this.clocks();
  }

  /** What each seat has left of its time. */
  clocks() {
    const { move, game } = this.terms?.clock ?? {};
    if (!move && !game) return;
    for (const it of this.people.querySelectorAll("[data-seat]")) {
      const seat = Number(it.dataset.seat);
      if (this.seats[seat - 1].kind === "bot") continue;
      const runs = !this.end && this.latest.turn === seat && this.isFull;
      const gone = runs ? (Date.now() - this.since) / 1000 : 0;
      const all = game && (this.left ? this.left[seat - 1] / 1000 : game) - gone;
      const left = Math.max(0, Math.min(all ?? Infinity, runs && move ? move - gone : move ?? Infinity));
      it.textContent = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
      it.classList.toggle("short", left < 10);
    }
  }

  /** Whose turn it is, or how the game ended: words, and names that don't turn them round. */
  state() {
    const named = (name) => make("bdi", {}, name);
    if (this.gone) return [`${this.gone}. Games that are over are under Records.`];
    if (this.shown !== null && this.at < this.plies.length - 1) return [`After ${this.at} of ${this.plies.length - 1} plies`];
    if (this.end) {
      const who = this.end.winner ? [named(this.seats[this.end.winner - 1].name ?? `Seat ${this.end.winner}`), " wins"] : ["Nobody wins"];
      return [...who, ` (${this.end.words}).`];
    }
    const seat = this.seats[this.latest.turn - 1];
    // A game is kept before it is told that it is over; its last position has no moves.
    if (this.mine && this.moves.length === 0) return ["One moment …"];
    if (this.mine && this.awaitsHint) return ["Your turn. Thinking of a hint …"];
    if (this.mine) return [this.played.length > 1 ? `Your turn, seat ${this.latest.turn}.` : "Your turn."];
    if (seat.kind === "open") return [`Waiting for somebody to take seat ${this.latest.turn}.`];
    return [named(seat.name), seat.kind === "bot" ? " is thinking …" : " is to move."];
  }

  /** What the others have played by then, for those who don't see it. */
  told() {
    const played = this.plies.slice(1, this.at + 1).slice(1 - this.seats.length).filter(({ seat }) => !this.own.includes(seat));
    return played.map(({ seat, mv }) => ` Seat ${seat} played ${mv}.`);
  }

  async sit(seat) {
    try {
      await sit(this.connection, this.id, seat);
    } catch (why) {
      say(why.message);
      return this.refresh();
    }
    this.flipped = this.isAbove(seat);
    this.lay();
    this.refresh();
  }

  /** The weights of the bot's array under the board. */
  async warm() {
    if (this.array) this.array = null;
    else {
      const found = await this.tryTo({ ask: "array" });
      if (found && found.weights.length === 0) return say("This bot doesn't go by a number a cell.");
      this.array = found;
    }
    this.legend.replaceChildren(...(this.array ? [legend(["liked best", "least"]), make("p", { class: "small soft" }, `What ${this.array.bot} makes of the cells`)] : []));
    this.refresh();
  }

  /** Asks for a hint, one at a time. One for a position that isn't shown any more is dropped. */
  async hint() {
    if (this.awaitsHint) return;
    const asked = this.asked = this.latest;
    this.tell();
    const answer = await this.connection.ask({ ask: "think", table: this.id, token: this.token, top: 5 }).catch(({ message }) => ({ why: message }));
    if (this.asked !== asked) return;
    this.asked = null;
    if (this.now === asked) {
      if (answer.why) say(answer.why);
      else this.advise(answer);
    }
    this.tell();
  }

  /** What a bot thinks: its best moves as arrows on the board, and a table. */
  advise(thought) {
    const lines = thought.lines.length ? thought.lines : [{ move: thought.move, value: null, line: [] }];
    this.ideas = lines.slice(0, 3).map(({ move }) => ({ cells: this.named(move) })).filter(({ cells }) => cells.length > 0);
    const value = (it) => (it.value === null ? "–" : it.value.toLocaleString("en", { maximumFractionDigits: 2 }));
    const row = (it, rank) => make("tr", {}, make("td", {}, String(rank + 1)), make("td", {}, make("button", { class: "plain", onclick: () => this.play(it.move) }, it.move)), make("td", { class: "number" }, value(it)), make("td", { class: "small soft" }, it.line.slice(1).join(" ")));
    this.thoughts.replaceChildren(make("div", { class: "card" }, make("h2", {}, "What the bot thinks"), make("p", { class: "small soft" }, `${thought.bot} would play ${thought.move}.`), make("div", { class: "scroll" },
      make("table", {}, make("thead", {}, make("tr", {}, ["", "move"].map((it) => make("th", {}, it)), make("th", { class: "number" }, (thought.unit ?? "value").replace("-", " ")), make("th", {}, "then"))),
        make("tbody", {}, lines.map(row))))));
    this.draw();
  }

  /** Gives the game up, or one's seat to a bot where more than two play, when asked twice. */
  async resign() {
    if (this.sure) {
      // A double click is no answer to a question that comes with its first half.
      if (Date.now() - this.asked < DOUBLE) return;
      clearTimeout(this.sure);
      this.sure = null;
      await this.tryTo({ ask: "resign", token: this.token ?? tokens(this.id)[this.played[0]] });
    } else {
      this.asked = Date.now();
      this.sure = setTimeout(() => { this.sure = null; this.tell(); }, 4000);
      this.tell();
    }
  }

  /** Another game of the same people begins: each seat's word is good for the next seat there. */
  rematched(next) {
    this.next = next;
    for (const [seat, token] of Object.entries(tokens(this.id))) keep(next, { seat: (Number(seat) % this.seats.length) + 1, token });
  }
}
