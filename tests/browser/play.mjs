// Plays in the page as people do: every game by clicks, moves by drag and by keyboard, two pages against each
// other and a third that watches, reloads, undo, a telephone, less motion, both schemes, and axe.
//
// npm install --prefix tests/browser --no-save playwright-core axe-core && node tests/browser/play.mjs
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { base, begin, click, comes, end, evolve, faults, hearsEndsLate, isOver, more, myTurn, page, plies, turn, wait } from "./server.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
function check(what, truth) {
  console.log(truth ? "ok  " : "FAIL", what);
  if (!truth) process.exitCode = 1;
}

const empty = await page();
await empty.goto(`${base}/`);
await empty.click("text=games that people played");
await empty.waitForSelector("p:text-is('None yet.')");
check("no game is no fault", (await empty.locator("h1").textContent()) === "Games that people played");
await empty.context().close();

const twice = await page();
await twice.goto(`${base}/`);
await twice.waitForSelector(".tile");
await twice.dblclick("button.main");
await twice.waitForURL("**/table/*");
await twice.goto(`${base}/`);
await twice.waitForSelector("td a");
check("a double click begins one game", (await twice.locator("td a").count()) === 1);
await twice.context().close();

for (const game of ["connect-four", "chinese-checkers", "draughts", "rhombus", "halma"]) {
  const it = await page({ reducedMotion: "reduce" });
  await hearsEndsLate(it);
  await begin(it, game, "level 1");
  for (let number = 3; number < 3000; number += 7) {
    await myTurn(it);
    if (await isOver(it)) break;
    await wait(30);
    const before = await plies(it);
    await click(it, number);
    await more(it, before);
  }
  check(`${game}: a whole game by clicks: ${await turn(it)}`, await isOver(it));
  await it.context().close();
}

const one = await page();
await begin(one, "chinese-checkers", "level 2");
await myTurn(one);
await wait(300);
const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
await one.mouse.move(...middle(await one.locator(".cell.own").nth(3).boundingBox()));
await one.mouse.down();
await one.mouse.move(300, 300, { steps: 4 });
await one.mouse.move(...middle(await one.locator(".cell.target").first().boundingBox()), { steps: 6 });
await one.mouse.up();
check("a move by drag", await comes(async () => (await plies(one)) > 1));

await myTurn(one);
await wait(500);
check("who doesn't see hears what the bot played", /Seat 2 played \S+\./.test(await one.locator(".turnline").textContent()));
await one.locator(".cell.own").first().focus();
const height = () => one.evaluate(() => document.activeElement.transform.baseVal[0].matrix.f);
const rows = await one.locator(".cell").evaluateAll((all) => all.map((it) => it.transform.baseVal[0].matrix.f));
const from = await height();
await one.keyboard.press("ArrowUp");
check("an arrow reaches the next row", Math.abs((await height()) - Math.max(...rows.filter((it) => it < from - 0.01))) < 0.01);
await one.keyboard.press("ArrowDown");
await one.keyboard.press("Enter");
check("and that a piece is taken", await one.evaluate(() => document.activeElement.getAttribute("aria-pressed") === "true"));
const goal = await one.locator(".cell.target").first().getAttribute("data-cell");
for (let steps = 0; steps < 30; steps += 1) {
  const way = await one.evaluate((goal) => {
    const place = (cell) => cell.getBoundingClientRect();
    const now = document.activeElement, [from, to] = [place(now), place(document.querySelector(`[data-cell="${goal}"]`))];
    const [right, down] = [to.x - from.x, to.y - from.y];
    if (now.dataset.cell === goal) return null;
    return Math.abs(right) > Math.abs(down) ? (right > 0 ? "ArrowRight" : "ArrowLeft") : down > 0 ? "ArrowDown" : "ArrowUp";
  }, goal);
  if (way === null) break;
  await one.keyboard.press(way);
}
await one.keyboard.press("Enter");
check("a move by keyboard", await comes(async () => (await plies(one)) > 3));

await myTurn(one);
await one.reload();
await one.waitForSelector(".board .cell");
check("a game goes on after a reload", await comes(async () => (await plies(one)) === 4));
await myTurn(one);
await one.click("text=Undo");
check("undo takes a round back", await comes(async () => (await plies(one)) === 2));
await one.click("text=Hint");
await one.waitForSelector(".idea");
await one.click("text=Heat map");
await one.waitForSelector(".heat");
check("a hint, and the heat map", (await one.locator(".heat").count()) > 60 && (await one.locator(".cell title").count()) > 60);
// The button asks only for a few seconds.
for (let tries = 0; tries < 20 && !(await isOver(one)); tries += 1) {
  await one.locator("button", { hasText: /^(Resign|Really resign\?)$/ }).click({ timeout: 2000 }).catch(() => {});
  await wait(200);
}
await one.click("text=Rematch");
await one.click("text=To the rematch");
await one.waitForSelector(".board .cell");
check("a rematch from the other seat", (await one.locator(".seat").nth(1).textContent()).includes("you"));

// Where three play, the others go on.
const third = await page();
await third.goto(`${base}/`);
await third.waitForSelector(".tile");
await third.check('input[value="chinese-checkers"]');
await third.selectOption("#players", "3");
await third.click("button.main");
await third.waitForSelector(".board .cell");
for (let tries = 0; tries < 20 && (await third.locator("button", { hasText: /leave to a bot/i }).count()) > 0; tries += 1) {
  await third.locator("button", { hasText: /leave to a bot/i }).click({ timeout: 2000 }).catch(() => {});
  await wait(200);
}
check("a bot plays on", await comes(async () => (await plies(third)) > 3));
const words = await third.locator(".seat").first().textContent();
check(`nothing is left to do there: ${words}`, !words.includes("you") && (await third.locator("button", { hasText: "Hint" }).count()) === 0);
await third.context().close();

const [ada, bob, watcher] = [await page(), await page(), await page({ viewport: { width: 390, height: 844 } })];
await begin(ada, "connect-four", "open", "<b>Ada");
await bob.goto(ada.url());
await bob.fill("#name", "Bob");
await bob.click("text=Sit here");
check("who comes by a link has a name", await comes(async () => (await ada.locator(".seat").nth(1).textContent()).includes("Bob")));
await watcher.goto(ada.url());
for (let ply = 0; ply < 42; ply += 1) {
  const it = [ada, bob][ply % 2];
  await myTurn(it);
  if (await isOver(it)) break;
  await wait(50);
  await it.locator(".cell.target").nth(ply % 3).click();
  await more(it, ply);
}
const isSame = async () => (await isOver(watcher)) && (await turn(watcher)) === (await turn(ada));
check(`two pages and a third that watches: ${await turn(ada)}`, await comes(isSame));
check("names are text", (await watcher.locator(".seat b").count()) === 0);

// The answer that a seat is taken is lost with its connection.
const lost = await page();
let isLost = false;
await lost.routeWebSocket(/\/ws$/, (client) => {
  const seats = client.connectToServer();
  seats.onMessage((line) => {
    if (isLost || !line.includes('"answer":"joined"')) return client.send(line);
    isLost = true;
    client.close();
    seats.close();
  });
});
await begin(lost, "connect-four", "level 1");
await myTurn(lost);
check("a seat whose answer was lost is known", isLost && (await lost.locator(".seat").first().textContent()).includes("you"));
await lost.context().close();

const eve = await page();
await begin(eve, "connect-four", "open", "Eve");

// A cell is clicked while the page asks which moves there are.
const early = await page();
await early.routeWebSocket(/\/ws$/, (client) => {
  client.connectToServer().onMessage((line) => setTimeout(() => client.send(line), line.includes('"answer":"moves"') ? 1000 : 0));
});
await begin(early, "chinese-checkers", "level 2");
await myTurn(early);
await early.click("text=Heat map");
await early.waitForSelector("text=makes of the cells");
await early.locator(".cell.own").first().click();
check("a click counts that comes before the moves are known", await comes(async () => (await early.locator(".cell.target").count()) > 0));
await early.context().close();

// The page is left before it hears that it has the seat.
const left = await page();
let isHeld = false;
await left.routeWebSocket(/\/ws$/, (client) => {
  client.connectToServer().onMessage((line) => (isHeld || !line.includes('"answer":"joined"') ? client.send(line) : (isHeld = true)));
});
await left.goto(eve.url());
await left.click("text=Sit here");
await comes(() => isHeld);
await left.reload();
check("a page that was left before it heard of its seat has it", isHeld && (await comes(async () => (await left.locator(".seat").nth(1).textContent()).includes("you"))));
await left.context().close();

for (const [ask, path, there] of [["games", "/", ".tile"], ["list", "/", "td a"], ["watch", new URL(eve.url()).pathname, ".board .cell"]]) {
  const it = await page();
  let isGone = false;
  await it.routeWebSocket(/\/ws$/, (client) => {
    const served = client.connectToServer();
    client.onMessage((line) => {
      if (isGone || !line.includes(`"ask":"${ask}"`)) return served.send(line);
      isGone = true;
      client.close();
      served.close();
    });
  });
  await it.goto(base + path);
  const isBack = await it.waitForSelector(there).then(() => true, () => false);
  check(`a page that loses its connection at ${ask} comes back`, isGone && isBack);
  await it.context().close();
}
// What is drawn anew leaves the focus where it was.
const keys = await page();
await keys.goto(`${base}/`);
await keys.waitForSelector("td a");
const link = () => keys.evaluate(() => document.activeElement.getAttribute("href"));
await keys.locator("td a").first().focus();
const focused = await link();
const newer = await page();
await begin(newer, "connect-four", "level 1");
await keys.waitForFunction((before) => document.querySelector("td a").getAttribute("href") !== before, focused);
check("the lobby keeps the focus", (await link()) === focused);
await keys.context().close();
await myTurn(newer);
await newer.locator(".cell.target").first().click();
await more(newer, 1);
await myTurn(newer);
const label = () => newer.evaluate(() => document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent);
await newer.locator("[aria-label='A ply back']").focus();
await newer.keyboard.press("Enter");
await newer.waitForSelector("text=1 of 2");
check("the stepper keeps the focus", (await label()) === "A ply back");
await newer.keyboard.press("[");
await newer.waitForSelector("text=0 of 2");
await newer.keyboard.press("]");
await newer.waitForSelector("text=1 of 2");
check("and keys step from there", (await label()) === "Play the game");
await newer.locator("summary:text-is('Keys')").focus();
await newer.keyboard.press("[");
await wait(300);
check("but not from elsewhere", (await newer.locator("text=1 of 2").count()) > 0);
await newer.locator("[aria-label='A ply back']").focus();
await newer.keyboard.press("Enter");
await newer.waitForSelector("text=0 of 2");
check("and passes it on where nothing is left to press", (await label()) === "Play the game");
await newer.click("[aria-label='To the end']");
await myTurn(newer);
await newer.locator("button", { hasText: "Resign" }).focus();
await newer.keyboard.press("Enter");
check("a question is where the focus is", (await label()) === "Really resign?");
await newer.context().close();

const nowhere = await page();
await nowhere.goto(`${base}/table/nowhere`);
await nowhere.waitForSelector("h1:text-is(\"That didn't work\")");
check("a table that isn't there is said", (await nowhere.locator("main").textContent()).includes("there is no such table. Games that are over are under Records."));
for (const path of ["/foo", "/table", "/table/abc/def", "/table/%ff", "/runs/xyz"]) {
  await nowhere.goto(base + path);
  await nowhere.waitForSelector("h1:text-is(\"That didn't work\")");
  check(`nothing is at ${path}`, (await nowhere.locator("main").textContent()).includes("There is nothing at this address.") && (await nowhere.locator("nav a").count()) === 2);
}
// The browser's own faults of pages that aren't there, as is asked for.
faults.splice(0, faults.length, ...faults.filter((it) => !it.includes("404")));
await nowhere.context().close();

const nameless = await page();
await nameless.goto(`${base}/`);
await nameless.waitForSelector("td a");
const tables = () => nameless.locator("td a").count();
const tablesBefore = await tables();
await nameless.fill("#name", "\u202e\u200b");
await nameless.click("button.main");
await nameless.waitForSelector("#status:has-text('a name needs letters')");
await nameless.reload();
await nameless.waitForSelector("td a");
check("a name that is refused leaves no table", (await tables()) === tablesBefore);
await nameless.context().close();

// What a bot thinks is held back, as from one that thinks for long.
const slow = await page();
let thinks = 0;
const thoughts = [];
await slow.routeWebSocket(/\/ws$/, (client) => {
  const served = client.connectToServer();
  client.onMessage((line) => {
    if (line.includes('"ask":"think"')) thinks += 1;
    served.send(line);
  });
  served.onMessage((line) => (line.includes('"answer":"thought"') ? thoughts.push(() => client.send(line)) : client.send(line)));
});
await begin(slow, "draughts", "level 1");
await myTurn(slow);
const playOne = async () => {
  const played = await plies(slow);
  await click(slow, 0);
  await more(slow, played + 1);
  await myTurn(slow);
};
await playOne();
const hint = slow.locator("button:text-is('Hint')");
await hint.focus();
for (let presses = 0; presses < 5; presses += 1) await slow.keyboard.press("Enter");
await comes(() => thoughts.length > 0);
await wait(300);
check("one hint is asked for at a time, and waited for", thinks === 1 && (await turn(slow)) === "Your turn. Thinking of a hint …" && (await hint.getAttribute("aria-disabled")) === "true");
check("and the focus stays where it was", await slow.evaluate(() => document.activeElement.textContent === "Hint"));
await slow.click("text=Undo");
await comes(async () => (await plies(slow)) === 0);
thoughts[0]();
await wait(300);
check("one for a position that is gone isn't shown", (await slow.locator(".idea, h2:text-is('What the bot thinks')").count()) === 0 && (await turn(slow)) === "Your turn.");
await playOne();
await hint.click();
await comes(() => thoughts.length === 2);
thoughts[1]();
await slow.waitForSelector(".idea");
check("who is asked is named, and has reasons", /alphabeta\S+ would play \S+\./.test(await slow.locator("section:has(> div > h2)").textContent()));
await slow.click("[aria-label='A ply back']");
check("a hint isn't for the ply before", await comes(async () => (await slow.locator(".idea").count()) === 0 && !(await slow.locator("h2:text-is('What the bot thinks')").isVisible())));
await slow.click("[aria-label='To the end']");
check("and is there again behind it", await comes(async () => (await slow.locator(".idea").count()) > 0));
await slow.context().close();

for (const [name, path] of [["lobby", "/"], ["table", new URL(one.url()).pathname], ["records", "/runs"], ["run", "/run/small"], ["overlay", "/overlay/small,second"], ["games", "/games/pair"], ["game", "/game/pair/1"]]) {
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [1280, 390]) {
      await one.setViewportSize({ width, height: 860 });
      await one.emulateMedia({ colorScheme });
      await one.goto(base + path);
      await wait(700);
      const over = await one.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      // The page's policy forbids what is inline, so axe comes in by the developer's way.
      const tools = await one.context().newCDPSession(one);
      const said = await tools.send("Runtime.evaluate", { expression: `${axe}; axe.run().then(({ violations }) => violations.map(({ impact, id }) => impact + ": " + id).join(", "))`, awaitPromise: true });
      const found = said.result.value;
      check(`${name}, ${colorScheme}, ${width}: ${found || "axe finds nothing"}`, over <= 0 && !/serious|critical/.test(found));
    }
  }
}

await one.goto(`${base}/runs`);
await one.waitForSelector("tr:has-text('four')");
check("a score is told as a share", /^\d+\.\d %$/.test(await one.locator("tr:has-text('four') td").nth(7).textContent()));
await one.check("[aria-label='overlay small']");
await one.check("[aria-label='overlay second']");
await one.click("text=Overlay 2 runs");
await one.waitForSelector("figure img");
check("two runs in one picture, with the setting in which they differ", (await one.locator("tr:has-text('seed')").textContent()) === "seed23");
await one.goto(`${base}/runs`);
const evolving = evolve("--generations 100000 --name live");
await one.waitForSelector("text=live");
await one.click("a:text-is('live')");
await one.waitForSelector("figure img");
const generation = () => one.locator(".figures dd").nth(1).textContent();
const before = await generation();
await one.waitForFunction((before) => document.querySelectorAll(".figures dd")[1].textContent !== before, before);
check("a run's page goes on with the run", (await generation()) !== before);
const drawn = () => one.locator("figure img").first().getAttribute("src");
const first = await drawn();
await one.locator("figure a").first().focus();
check("its pictures change", await comes(async () => (await drawn()) !== first));
check("where they keep the focus", await one.evaluate(() => document.activeElement === document.querySelector("figure a")));
evolving.kill("SIGKILL");
check("and are those of its end", await comes(async () => (await one.locator("h1 .pill").textContent()) !== "running" && (await drawn()).endsWith("-stopped")));
check(`no faults ${faults.join("; ")}`, faults.length === 0);
await end();
