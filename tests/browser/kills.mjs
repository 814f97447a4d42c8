// Kills the server under two pages that play and one of a run, and starts it again: a server that was started again
// doesn't know who came and went.
//
// npm install --prefix tests/browser --no-save playwright-core axe-core && node tests/browser/kills.mjs
import { base, begin, comes, end, killed, more, myTurn, page, plies, wait } from "./server.mjs";

function check(what, truth) {
  console.log(truth ? "ok  " : "FAIL", what);
  if (!truth) process.exitCode = 1;
}

const [eve, dan] = [await page(), await page()];
await begin(eve, "connect-four", "open", "Eve");
await dan.goto(eve.url());
await dan.click("text=Sit here");
await myTurn(eve);
for (let times = 0; times < 3; times += 1) {
  await dan.reload();
  await dan.waitForSelector(".board .cell");
}
const run = await page();
await run.goto(`${base}/run/small`);
await run.waitForSelector("figure img");
const said = () => Promise.all([eve, run].map((it) => it.locator("#status").textContent()));
await killed(async () => {
  // What is only said fades after five seconds.
  await wait(6500);
  check("pages say that they aren't connected", (await said()).every((it) => it.startsWith("Not connected")));
});
check("until they are", await comes(async () => (await said()).join("") === ""));
for (let ply = 0; ply < 4; ply += 1) {
  const it = [eve, dan][ply % 2];
  await myTurn(it);
  await wait(50);
  await it.locator(".cell.target").nth(ply).click();
  await more(it, ply);
}
check("two pages go on after a kill", await comes(async () => (await plies(eve)) === 4 && (await plies(dan)) === 4));
await end();
