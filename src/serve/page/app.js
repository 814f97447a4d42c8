// The page's parts by their addresses, and the connection to the server.
import { lobby } from "/lobby.js";
import { stored, table } from "/board.js";
import { games } from "/games.js";
import { runs, run } from "/runs.js";
import { overlay } from "/overlay.js";

const DRAWN = ["svg", "g", "circle", "path", "rect", "title", "polyline", "polygon", "text", "line"];

/** An element with attributes and children; text is never read as markup. */
export function make(name, attributes = {}, ...children) {
  const it = DRAWN.includes(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) it.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== null && value !== false) it.setAttribute(key, value === true ? "" : value);
  }
  it.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return it;
}

/** Puts something else in a place. The focus stays on the button, box or link that it was on, or goes beside it where that is gone or can't be pressed. */
export function redraw(place, children) {
  const all = () => [...place.querySelectorAll("a, button, input, summary, .scroll")];
  const name = (it) => it.getAttribute("href") ?? it.getAttribute("aria-label") ?? it.textContent;
  const held = document.activeElement, at = all().indexOf(held);
  const left = place.querySelector(".scroll")?.scrollLeft ?? 0;
  place.replaceChildren(...children);
  const scroll = place.querySelector(".scroll");
  if (scroll) scroll.scrollLeft = left;
  if (at < 0) return;
  const far = (it, now) => Math.abs(now - at) + (name(it) === name(held) ? 0 : 1e6);
  const near = all().map((it, now) => ({ it, far: far(it, now) })).filter(({ it }) => !it.disabled).sort((one, other) => one.far - other.far)[0]?.it;
  if (near?.matches(".scroll")) near.tabIndex = 0;
  near?.focus({ preventScroll: true });
}

/** Puts something else in a place, where what looks the same stays: a click that has begun there is not lost. */
export function change(place, children) {
  const before = [...place.children];
  children.forEach((it, at) => {
    if (!before[at]) place.append(it);
    else if (!before[at].isEqualNode(it)) before[at].replaceWith(it);
  });
  before.slice(children.length).forEach((it) => it.remove());
}

/** What is wider than its place scrolls by keyboard, too. */
const overflowing = new ResizeObserver((all) => all.forEach(({ target }) =>
  target.toggleAttribute("tabindex", target.scrollWidth > target.clientWidth) && target.setAttribute("tabindex", "0")));

/** A table with a name for those who hear it and a row of headings; those that begin with # are of numbers. */
export function tabled(name, heads, rows) {
  const cell = (kind, text, at) => make(kind, { class: String(heads[at]).startsWith("#") ? "number" : null }, kind === "th" && typeof text === "string" ? text.replace("#", "") : text);
  const it = make("div", { class: "scroll", role: "region", "aria-label": name }, make("table", {},
    make("thead", {}, make("tr", {}, heads.map((text, at) => cell("th", text, at)))),
    make("tbody", {}, rows.map((row) => make("tr", {}, row.map((it, at) => cell("td", it, at)))))));
  overflowing.observe(it);
  return it;
}

/** What the server has under an address. */
export async function read(address) {
  const answer = await fetch(address).catch(() => { throw new Lost(); });
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer.json();
}

const status = document.getElementById("status");
const UNCONNECTED = "Not connected; trying again …";
let fading, lasting = "";
/** Says something for a while, and then again what lasts. */
export function say(text) {
  status.textContent = text || lasting;
  clearTimeout(fading);
  fading = setTimeout(() => (status.textContent = lasting), 5000);
}

/** Says something until something else lasts, or nothing. */
function last(text) {
  if (lasting === text) return;
  lasting = text;
  say("");
}

/** What reads a page anew while it is looked at; that this can't be done is said until it can. */
export function renewal(refresh) {
  const renew = () => document.hidden || refresh().then(() => last(""), (why) => last(why instanceof Lost ? UNCONNECTED : why.message));
  document.addEventListener("visibilitychange", renew);
  return renew;
}

/** Reads a page anew whenever an address tells of something, or is lost. */
export function follow(address, refresh) {
  const source = new EventSource(address), renew = renewal(refresh);
  for (const kind of ["message", "error"]) source.addEventListener(kind, renew);
}

/** That the connection was lost, which comes back: nobody refused anything. */
class Lost extends Error {
  constructor() { super("The connection was lost."); }
}

/** What may be asked again where its answer was lost, since it changes nothing the second time. */
const AGAIN = ["games", "list", "join"];

/** A connection that comes back by itself and hears again what happened at the tables that are watched. */
class Connection {
  constructor() {
    this.waiting = new Map();
    this.watched = new Map();
    this.number = 0;
    this.pause = 250;
    this.hold();
    this.open();
  }

  /** What is asked from now on waits for the next connection. */
  hold() {
    this.isOpen = false;
    this.ready = new Promise((resolve) => (this.opened = resolve));
  }

  open() {
    this.socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/ws`);
    this.socket.addEventListener("open", () => {
      this.pause = 250;
      this.send({ ask: "hello", version: 1 }).then((hello) => (this.tcp = hello.tcp)).catch((why) => why instanceof Lost || say(why.message));
      for (const [id, watcher] of this.watched) this.begin(id, watcher);
      this.isOpen = true;
      last("");
      this.opened();
    });
    this.socket.addEventListener("message", (message) => this.hear(JSON.parse(message.data)));
    this.socket.addEventListener("close", () => {
      // Where a try failed, those who wait go on waiting.
      if (this.isOpen) this.hold();
      for (const { reject } of this.waiting.values()) reject(new Lost());
      this.waiting.clear();
      last(UNCONNECTED);
      setTimeout(() => this.open(), this.pause);
      this.pause = Math.min(this.pause * 2, 8000);
    });
  }

  hear(line) {
    if ("event" in line) {
      const watched = this.watched.get(line.table);
      if (watched && line.event === watched.next) {
        watched.next += 1;
        watched.hear(line);
      }
      return;
    }
    const asked = this.waiting.get(line.id);
    this.waiting.delete(line.id);
    if (!asked) return;
    if (line.answer === "refused") asked.reject(new Error(line.why));
    else asked.resolve(line);
  }

  async ask(what) {
    for (;;) {
      await this.ready;
      try {
        return await this.send(what);
      } catch (why) {
        if (!(why instanceof Lost && AGAIN.includes(what.ask))) throw why;
      }
    }
  }

  /** Asks over the connection that is open. */
  send(what) {
    const id = (this.number += 1);
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.socket.send(JSON.stringify({ id, ...what }));
    });
  }

  /** Hears all that happened and happens at a table. At every connection it begins anew: `begin` is called, and `stands` hears how the table stands then, or `refused` why it can't be watched. */
  async watch(id, watcher) {
    await this.ready;
    this.watched.set(id, watcher);
    this.begin(id, watcher);
  }

  begin(id, watcher) {
    watcher.next = 0;
    watcher.begin();
    // Where the connection is lost, the next one begins again.
    this.send({ ask: "watch", table: id }).then(watcher.stands, (why) => why instanceof Lost || watcher.refused(why));
  }
}

const main = document.getElementById("main");
const [, first, ...rest] = location.pathname.split("/");
/** The pages by the first word of their address: how many words follow, and what of the menu they belong to. */
const PAGES = {
  "": [0, "lobby", () => lobby(main, new Connection())],
  table: [1, "lobby", (id) => table(main, new Connection(), id)],
  games: [1, "runs", (name) => games(main, name)],
  game: [2, "runs", (name, number) => stored(main, name, Number(number))],
  runs: [0, "runs", () => runs(main)],
  run: [1, "runs", (name) => run(main, name)],
  overlay: [1, "runs", (names) => overlay(main, names.split(","))],
};
const failed = (why) => {
  document.title = "That didn't work – starhop";
  main.replaceChildren(make("h1", {}, "That didn't work"), make("p", { class: "bad" }, why.message));
};
/** The words of an address; undefined where they are no text. */
const decoded = (words) => {
  try {
    return words.map(decodeURIComponent);
  } catch {
    return undefined;
  }
};
const begin = async () => {
  const words = decoded(rest);
  const [count, menu, show] = Object.hasOwn(PAGES, first) ? PAGES[first] : [];
  if (!words?.every(Boolean) || words.length !== count) throw new Error("There is nothing at this address. Games are under Play, and what was recorded is under Records.");
  document.querySelector(`[data-page=${menu}]`).setAttribute("aria-current", "page");
  await show(...words);
};
begin().catch(failed);
