// Games that can be played, and those under way.
import { make, redraw, say, tabled } from "/app.js";
import { thumbnail } from "/piece.js";

const NAMES = {
  "chinese-checkers": "Chinese Checkers", "connect-four": "Connect Four", draughts: "Draughts", halma: "Halma", rhombus: "Rhombus",
};
export const title = (game) => NAMES[game] ?? game;

/** What a person calls themselves, as they said last time. */
const nameOf = () => localStorage.getItem("name") || "Guest";

/** A field for one's name, which is kept as it is typed. */
export const naming = () => [make("label", { for: "name" }, "Your name"), make("input", {
  id: "name", value: localStorage.getItem("name") ?? "", placeholder: "Guest", maxlength: 32, autocomplete: "nickname",
  oninput: ({ target }) => localStorage.setItem("name", target.value.trim()),
})];

const CLOCKS = [["No clock", undefined], ["10 seconds a move", { move: 10 }], ["1 minute a move", { move: 60 }], ["5 minutes a game", { game: 300 }], ["15 minutes a game", { game: 900 }]];
const ABSENT = [["they are waited for", undefined], ["they lose after a minute", { after: 60, then: "resign" }], ["a bot plays on after a minute", { after: 60, then: "bot" }]];

export async function lobby(main, connection) {
  document.title = "Play – starhop";
  const { games } = await connection.ask({ ask: "games" });
  const list = make("section", { class: "card", "aria-label": "Games" });
  main.replaceChildren(
    make("h1", {}, "Play"),
    make("p", { class: "lead" }, "Against what was evolved, against friends, or let programs play each other."),
    make("div", { class: "columns even" }, setUp(games, connection), list),
  );
  let known;
  const refresh = async () => {
    const { tables, all } = await connection.ask({ ask: "list" });
    const now = JSON.stringify([tables, all]);
    if (now !== known) redraw(list, tablesOf(tables, all));
    known = now;
  };
  await refresh();
  // While there is no connection one ask waits, and no others behind it.
  let isAsking = false;
  setInterval(() => {
    if (document.hidden || isAsking) return;
    isAsking = true;
    refresh().catch(() => {}).finally(() => (isAsking = false));
  }, 3000);
}

function tablesOf(tables, all) {
  if (tables.length === 0) {
    return [make("h2", {}, "No games yet"), make("p", { class: "soft" }, "Those that you begin are listed here, to go on with and to watch. Those that are over are among the ", make("a", { href: "/games/play" }, "games that people played"), ".")];
  }
  const mine = (it) => Object.keys(tokens(it.table)).length > 0;
  const state = (it) => {
    if (it.over) return it.over.winner ? `seat ${it.over.winner} won` : "nobody won";
    return it.seats.some((seat) => seat.kind === "open") ? "seat free" : "under way";
  };
  const row = (it) => [
    make("a", { href: `/table/${it.table}` }, title(it.game)),
    make("span", { class: "small" }, it.seats.map((seat, at) => [at > 0 && " – ", make("bdi", {}, seat.name ?? "free")])),
    String(it.plies),
    make("span", { class: it.over ? "pill" : "pill live" }, mine(it) && !it.over ? "yours" : state(it)),
  ];
  return [make("h2", {}, "Games"), tabled("List of games", ["game", "seats", "#plies", "state"], tables.map(row)),
    all > tables.length ? make("p", { class: "soft small" }, `${all} in all`) : null].filter(Boolean);
}

/** A choice among words, which stand for anything. */
function choice(id, words, options) {
  const select = make("select", { id }, options.map(([text], at) => make("option", { value: at }, text)));
  return { field: [make("label", { for: id }, words), select], value: () => options[Number(select.value)][1], select };
}

function setUp(games, connection) {
  const tiles = make("fieldset", { class: "tiles" }, make("legend", { class: "hidden" }, "Game"));
  for (const [at, it] of games.entries()) {
    tiles.append(make("label", { class: "tile" },
      make("input", { type: "radio", name: "game", value: it.game, checked: at === 0, onchange: () => fillPlayers() }),
      thumbnail(it), make("span", {}, title(it.game))));
  }
  const players = make("select", { id: "players" });
  const many = make("div", {}, make("label", { for: "players" }, "Players"), players);
  const seats = make("div");
  const clock = choice("clock", "Clock", CLOCKS), absent = choice("absent", "When somebody leaves", ABSENT);
  const chosen = () => games.find((it) => it.game === tiles.querySelector("input:checked").value);
  const fillSeats = () => {
    const { levels, bots, players: counts } = chosen();
    const offered = levels[counts.indexOf(Number(players.value))] ?? [];
    seats.replaceChildren(...Array.from({ length: Number(players.value) }, (_, seat) => [
      make("label", { for: `seat${seat}` }, `Seat ${seat + 1}`),
      make("select", { id: `seat${seat}` },
        make("option", { value: "me", selected: seat === 0 }, "You"),
        make("option", { value: "open" }, "Open: whoever has the link, or a program"),
        offered.map((bot, level) => make("option", { value: `level ${level + 1}`, selected: seat > 0 && level === Math.min(1, offered.length - 1) }, `Bot, level ${level + 1}: ${bot}`)),
        bots.map((bot) => make("option", { value: bot }, `Bot: ${bot}`))),
    ]).flat());
  };
  const fillPlayers = () => {
    const counts = chosen().players;
    players.replaceChildren(...counts.map((it) => make("option", { value: it }, String(it))));
    many.hidden = counts.length < 2;
    fillSeats();
  };
  players.addEventListener("change", fillSeats);
  fillPlayers();
  const begin = async () => {
    const wanted = [...seats.querySelectorAll("select")].map((it) => it.value);
    const { table } = await connection.ask({
      ask: "create", game: chosen().game, players: wanted.length, seats: wanted.map((it) => (it === "me" ? "open" : it)), terms: { clock: clock.value(), absent: absent.value() },
      name: wanted.includes("me") ? nameOf() : undefined,
    });
    for (const [index, seat] of wanted.entries()) {
      if (seat === "me") await sit(connection, table, index + 1);
    }
    location.href = `/table/${table}`;
  };
  const go = make("button", { class: "main wide" }, "Begin");
  const submit = (event) => {
    event.preventDefault();
    go.disabled = true;
    begin().catch((why) => {
      say(why.message);
      go.disabled = false;
      go.focus();
    });
  };
  // Who comes back may find the page as it was left.
  addEventListener("pagehide", () => (go.disabled = false));
  return make("form", { class: "card", onsubmit: submit },
    make("h2", {}, "New game"), tiles, many, seats,
    naming(),
    make("details", {}, make("summary", {}, "Clock, and those who leave"), clock.field, absent.field),
    make("p", {}, go));
}

const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
/** A word that nobody can guess, by which a seat is to know its person though an answer is lost. */
const drawn = () => Array.from(crypto.getRandomValues(new Uint8Array(25)), (it) => LETTERS[it % 32]).join("");

/** Takes a seat. What is asked is kept until it is answered: a page that is left before asks again at the next visit. */
export async function sit(connection, table, seat) {
  localStorage.setItem(`sits ${table}`, JSON.stringify({ ask: "join", table, seat, name: nameOf(), token: drawn() }));
  await sitAgain(connection, table);
}

/** Asks again for the seat whose answer the last visit didn't hear. */
export async function sitAgain(connection, table) {
  const asked = localStorage.getItem(`sits ${table}`);
  if (!asked) return;
  try {
    keep(table, await connection.ask(JSON.parse(asked)));
  } finally {
    localStorage.removeItem(`sits ${table}`);
  }
}

/** Remembers the word by which a seat knows its person. */
export function keep(table, { seat, token }) {
  const seats = tokens(table);
  seats[seat] = token;
  localStorage.setItem(`table ${table}`, JSON.stringify(seats));
}

/** The words of the seats that this person has. */
export const tokens = (table) => JSON.parse(localStorage.getItem(`table ${table}`) ?? "{}");
