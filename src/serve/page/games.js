// Games on record: those of an arena, or those that people played.
import { make, read, say, tabled } from "/app.js";
import { title } from "/lobby.js";

export async function games(main, name) {
  const body = make("div", { class: "card" });
  const heading = name === "play" ? "Games that people played" : `Games of ${name}`;
  document.title = `${heading} – starhop`;
  main.replaceChildren(make("h1", {}, heading), body);
  const show = async (from) => {
    const { games, all, earlier, later } = await read(`/api/games/${encodeURIComponent(name)}/${from}`);
    const row = (it) => [
      make("a", { href: `/game/${encodeURIComponent(name)}/${it.number}` }, `${it.number}. ${title(it.game)}`),
      it.bots.map((bot, seat) => [seat ? " – " : "", seat + 1 === it.winner ? make("strong", {}, bot) : bot]),
      `${it.winner ? `seat ${it.winner}` : "nobody"}, ${it.reason.replaceAll("-", " ")}`, String(it.plies),
    ];
    const move = (text, to) => make("button", { disabled: to === null, onclick: () => show(to).catch((why) => say(why.message)) }, text);
    if (all === 0) return body.replaceChildren(make("p", { class: "soft" }, "None yet."));
    body.replaceChildren(
      tabled(heading, ["game", "seats", "won by", "#plies"], games.map(row)),
      ...(all > games.length ? [make("p", { class: "row" }, move("Earlier", earlier), move("Later", later), make("span", { class: "soft" }, `${all} games`))] : []));
  };
  await show(1);
}
