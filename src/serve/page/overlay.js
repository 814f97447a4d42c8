// Several runs in one picture, and the settings that differ.
import { follow, make, read, redraw, tabled } from "/app.js";
import { title } from "/lobby.js";
import { number, part, percent, pill, show } from "/runs.js";

const ALT = { fitness: "fitness by generation", "win-rate": "share of decided games won by generation", "parameter-curves": "parameters by generation" };
const words = (value) => (value === undefined ? "–" : typeof value === "object" ? JSON.stringify(value) : String(value));

/** What is to be said where the figures of runs can't be compared. */
function warning({ runs, alike, arena }) {
  if (alike) return null;
  return make("p", { class: "bad" }, "These champions were measured by different games, so their fitness and their shares don't compare. ",
    arena && runs.every((it) => it.champion_fitness !== null) ? ["This lets them play each other: ", make("code", {}, arena)] : null);
}

/** The settings in which runs differ, a row each. */
function differences(runs) {
  const keys = [...new Set(runs.flatMap((it) => Object.keys(it.settings)))];
  const row = (key) => [key, ...runs.map((it) => words(it.settings[key]))];
  return keys.map(row).filter(([, first, ...rest]) => rest.some((it) => it !== first));
}

export async function overlay(main, names) {
  const address = names.map(part).join(",");
  document.title = `${names.join(", ")} – starhop`;
  const pictures = make("div", { class: "columns even" }), figures = make("section", { class: "card" }), settings = make("section", { class: "card" });
  main.replaceChildren(make("h1", {}, "Runs beside each other"), pictures, figures, settings);
  const refresh = async () => {
    const found = await read(`/api/overlay/${address}`);
    const { runs, pictures: files } = found;
    const reached = runs.map((it) => `${it.generation}-${it.state}`).join("-");
    show(pictures, files.map((file) => [`/api/overlay/${address}/${file}.svg`, `${ALT[file] ?? file} of ${names.join(", ")}`]), reached);
    const differ = differences(runs);
    redraw(figures, [make("h2", {}, "What they reached"),
      tabled("What they reached", ["run", "game", "state", "#generation", "#games", "#champion", "#won, decided", "#seconds"], runs.map((it) => [
        make("a", { href: `/run/${part(it.run)}` }, it.run), title(it.game), pill(it.state), number(it.generation), number(it.games),
        it.champion_told ?? "–", percent(it.champion_win_rate), number(it.seconds)])),
      warning(found) ?? ""]);
    redraw(settings, [make("h2", {}, "Settings that differ"), differ.length === 0
      ? make("p", { class: "soft" }, "None.")
      : tabled("Settings that differ", ["setting", ...names], differ)]);
  };
  await refresh();
  follow(`/api/overlay/${address}/events`, refresh);
}
