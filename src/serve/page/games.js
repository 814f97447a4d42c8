// Games on record: those of an arena, or those that people played.
import { make, read, tabled } from "/app.js";
import { title } from "/lobby.js";

const PAGE = 200;

export async function games(main, name) {
  document.title = `${name} – starhop`;
  const body = make("div", { class: "card" });
  const heading = name === "play" ? "Games that people played" : `Games of ${name}`;
  main.replaceChildren(make("h1", {}, heading), body);
  const show = async (from) => {
    const { games, all } = await read(`/api/games/${encodeURIComponent(name)}/${from}`);
    const row = (it) => [
      make("a", { href: `/game/${encodeURIComponent(name)}/${it.number}` }, `${it.number}. ${title(it.game)}`),
      it.bots.map((bot, seat) => [seat ? " – " : "", seat + 1 === it.winner ? make("strong", {}, bot) : bot]),
      `${it.winner ? `seat ${it.winner}` : "nobody"}, ${it.reason.replaceAll("-", " ")}`, String(it.plies),
    ];
    const last = games.length ? games[games.length - 1].number : from;
    const move = (text, to, can) => make("button", { disabled: !can, onclick: () => show(to) }, text);
    body.replaceChildren(
      tabled(["game", "seats", "won by", "#plies"], games.map(row)),
      ...(all > PAGE ? [make("p", { class: "row" }, move("Earlier", Math.max(1, from - PAGE), from > 1), move("Later", last + 1, last < all), make("span", { class: "soft" }, `${all} games`))] : []));
  };
  await show(1);
}
