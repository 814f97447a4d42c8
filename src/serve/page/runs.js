// Runs, arenas and comparisons on record, and a run as it goes.
import { follow, make, read, redraw, renewal, tabled } from "/app.js";
import { title } from "/lobby.js";

export const number = (value) => (value === null || value === undefined ? "–" : value.toLocaleString("en", { maximumFractionDigits: 1 }).replace("-", "−"));
export const percent = (value) => (value === null || value === undefined ? "–" : `${(100 * value).toFixed(1)} %`);
export const pill = (state) => make("span", { class: state === "running" ? "pill live" : "pill" }, state);
export const part = (name) => encodeURIComponent(name);
/** Shows pictures by their addresses and words, each with the way to it alone. They are read again once `state` changes, and those that are shown stay until then. */
export function show(place, pictures, state) {
  const drawn = [...place.querySelectorAll("a")].map((it) => it.getAttribute("href"));
  if (drawn.join() !== pictures.map(([address]) => address).join()) {
    redraw(place, pictures.map(([href, alt]) => make("figure", { class: "card" }, make("a", { href }, make("img", { alt })))));
  }
  place.querySelectorAll("img").forEach((it, at) => {
    const src = `${pictures[at][0]}?${state}`;
    if (it.getAttribute("src") !== src) it.src = src;
  });
}
/** The number of colours that curves have. */
const MOST_OVERLAID = 7;

/** A curve in a line of text: the mean fitness of each generation, with its ends in words. */
function sparkline(values, [first, last]) {
  const known = values.filter((it) => it !== null);
  if (known.length < 2) return "";
  const low = Math.min(...known), high = Math.max(...known);
  const points = values.map((it, at) => `${(100 * at) / (values.length - 1)},${24 - (20 * (it - low)) / (high - low || 1)}`);
  return make("svg", { viewBox: "0 0 100 28", preserveAspectRatio: "none", class: "spark", role: "img", "aria-label": `mean fitness from ${first} to ${last}` },
    make("polyline", { points: points.join(" ") }));
}

/** Boxes that choose runs, and the way to a picture of those chosen. */
function choose() {
  const chosen = new Set();
  const go = make("a", { class: "button", hidden: "" }), words = make("span", { class: "soft" });
  const show = () => {
    const fits = chosen.size >= 2 && chosen.size <= MOST_OVERLAID;
    go.hidden = !fits;
    go.href = `/overlay/${[...chosen].map(part).join(",")}`;
    go.textContent = `Overlay ${chosen.size} runs`;
    words.textContent = fits ? "" : chosen.size > MOST_OVERLAID ? `Up to ${MOST_OVERLAID} runs have room in a picture.` : "Tick two or more runs to see their curves in one picture.";
  };
  const choice = (name) => make("input", { type: "checkbox", "aria-label": `overlay ${name}`, checked: chosen.has(name), onchange: (event) => {
    event.target.checked ? chosen.add(name) : chosen.delete(name);
    show();
  } });
  show();
  return { choice, line: make("p", { class: "row" }, go, words) };
}

export async function runs(main) {
  document.title = "Records – starhop";
  const running = make("section", { class: "card" }), arenas = make("section", { class: "card" }), comparisons = make("section", { class: "card" });
  const damaged = make("section", { class: "card", hidden: "" });
  main.replaceChildren(make("h1", {}, "Records"), running, arenas, comparisons, damaged);
  const none = (...words) => make("p", { class: "soft" }, words);
  const { choice, line } = choose();
  let last = "";
  const refresh = async () => {
    const [found, others] = await Promise.all([read("/api/runs"), read("/api/others")]);
    // What is the same stays, with the place that the keyboard has in it.
    const now = JSON.stringify([found, others]);
    if (now === last) return;
    last = now;
    const all = found.filter((it) => it.damaged === undefined);
    const unread = [...found.filter((it) => it.damaged !== undefined).map((it) => [it.run, it.damaged]), ...others.damaged.map((it) => [it.name, it.damaged])];
    damaged.hidden = unread.length === 0;
    redraw(damaged, [make("h2", {}, "Not readable"), tabled("Not readable", ["name", "reason"], unread)]);
    redraw(running, [make("h2", {}, "Runs"), all.length === 0
      ? none("None yet; ", make("code", {}, "starhop evolve"), " begins one.")
      : make("div", {}, tabled("Runs", [make("span", { class: "hidden" }, "overlay"), "run", "game", "state", "mean fitness", "#generation", "#games", "#champion", "#won, decided"], all.map((it) => [
        choice(it.run), make("a", { href: `/run/${part(it.run)}` }, it.run), title(it.game), pill(it.state), sparkline(it.means, it.means_told),
        `${number(it.generation)}${it.generations ? ` / ${number(it.generations)}` : ""}`, number(it.games), it.champion_told ?? "–", percent(it.champion_win_rate)])), all.length > 1 ? line : null)]);
    redraw(arenas, [make("h2", {}, "Arenas"), others.arenas.length === 0 ? none("None yet; ", make("code", {}, "starhop arena"), " plays one.")
      : tabled("Arenas", ["arena", "game", "state", "#played", "bots", "games"], others.arenas.map((it) => [
        make("a", { href: `/report/${part(it.name)}` }, it.name), title(it.game), pill(it.state), `${number(it.games_played)} / ${number(it.games_scheduled)}`,
        make("span", { class: "small" }, it.bots.join(", ")), make("a", { href: `/games/${part(it.name)}`, "aria-label": `step through ${it.name}` }, "step through")])),
      make("p", {}, make("a", { href: "/games/play" }, "Games that people played"))]);
    redraw(comparisons, [make("h2", {}, "Comparisons"), others.comparisons.length === 0
      ? none("None yet; ", make("code", {}, "starhop compare"), " makes one.")
      : tabled("Comparisons", ["comparison", "state", "#done", "variants"], others.comparisons.map((it) => [
        make("a", { href: `/report/${part(it.name)}` }, it.name), pill(it.state), `${it.done} / ${it.runs}`, make("span", { class: "small" }, it.variants.join(", "))]))]);
  };
  await refresh();
  setInterval(renewal(refresh), 5000);
}

/** The champions that a run crowned on its way: one is shown, and a slider chooses which. */
function history(name) {
  const image = make("img", {}), words = make("p", { class: "soft" });
  const slider = make("input", { type: "range", min: "0", max: "0", value: "0", "aria-label": "champion of the run" });
  const card = make("section", { class: "card", hidden: "" }, make("h2", {}, "Champions on the way"), slider, words, image);
  let titles = [], wanted = null;
  const show = () => {
    const at = Number(slider.value);
    words.textContent = `${at + 1} of ${titles.length}`;
    slider.setAttribute("aria-valuetext", titles[at]);
    image.alt = `weights of the champion of ${titles[at]}`;
    const source = `/api/run/${part(name)}/champion/${at}?${titles.length}`;
    if (wanted !== source) image.src = wanted = source;
  };
  slider.addEventListener("input", show);
  const refresh = (all) => {
    const isLast = Number(slider.value) === titles.length - 1 || titles.length === 0;
    titles = all;
    card.hidden = titles.length < 2;
    if (card.hidden) return;
    slider.max = String(titles.length - 1);
    if (isLast) slider.value = slider.max;
    show();
  };
  return { card, refresh };
}

export async function run(main, name) {
  document.title = `${name} – starhop`;
  const state = make("span", { class: "pill" });
  const figures = make("dl", { class: "figures card" }), strength = make("section", { class: "card" });
  const pictures = make("div", {}), settings = make("details", {});
  const commands = make("pre", {});
  const champions = history(name);
  main.replaceChildren(make("h1", {}, name, " ", state), figures,
    make("div", { class: "columns even" }, pictures, make("div", {}, strength, champions.card,
      make("section", { class: "card" }, make("h2", {}, "Go on with it"), commands,
        make("p", { class: "row" }, make("a", { href: `/report/${part(name)}` }, "Report"))),
      make("section", { class: "card" }, make("h2", {}, "Settings"), settings))));
  const figure = (term, text, small) => make("div", {}, make("dt", {}, term), make("dd", {}, text, small ? make("small", {}, small) : null));
  let drawn = 0;
  const refresh = async () => {
    const it = await read(`/api/run/${part(name)}`);
    state.textContent = it.state;
    state.className = it.state === "running" ? "pill live" : "pill";
    commands.textContent = it.commands.join("\n");
    figures.replaceChildren(...[
      figure("Game", title(it.game), `${it.players} players`),
      figure("Generation", number(it.generation), it.generations ? `of ${number(it.generations)}` : null),
      figure(`${it.counted === "games" ? "Games" : "Evaluations"} of selection`, number(it.games)),
      figure("Champion, measured", it.champion_told ?? "–", `on fresh ${it.counted}`),
      it.counted === "games" && figure("Won of the decided", percent(it.champion_win_rate), "the same games"),
      it.trend && figure("Progress", it.trend.progress.replace("-", " "), it.change_told),
      figure("Seed", String(it.seed), it.preset ? `preset ${it.preset}` : null)].filter(Boolean));
    champions.refresh(it.champions);
    strength.hidden = it.strength.length === 0;
    // Where few games differ, a share says more than they do; against itself nobody is better.
    const won = (row) => (row.opponent === "itself" ? "–" : row.win_rate !== null && row.win_rate_low === null ? `${row.wins} of ${row.wins + row.losses}` : percent(row.win_rate));
    redraw(strength, [make("h2", {}, "What the champion is worth"), tabled("What the champion is worth", ["against", "#plies drawn", "#won, decided", "#95 %"], it.strength.map((row) => [
      row.opponent, number(row.opening_plies), won(row), row.win_rate_low === null ? "–" : `${percent(row.win_rate_low)} – ${percent(row.win_rate_high)}`]))]);
    if (settings.childElementCount === 0) {
      const words = (value) => (Array.isArray(value) || typeof value === "object" ? JSON.stringify(value) : String(value));
      settings.replaceChildren(make("summary", {}, "All of them"), tabled("Settings", ["setting", "value"], Object.entries(it.settings).map(([key, value]) => [key, words(value)])));
    }
    // No news follow the last.
    if (Date.now() - drawn > 4000 || it.state !== "running") {
      drawn = Date.now();
      show(pictures, it.pictures.map((file) => [`/api/run/${part(name)}/${file}.svg`, `${file} of ${name}`]), `${it.generation}-${it.state}`);
    }
  };
  await refresh();
  follow(`/api/run/${part(name)}/events`, refresh);
}
