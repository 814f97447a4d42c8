// Kills the server under two pages that play, and starts it again: a server that was started again doesn't know who
// came and went.
//
// npm install --prefix tests/browser --no-save playwright-core axe-core && node tests/browser/kills.mjs
import { begin, comes, end, killed, more, myTurn, page, plies, wait } from "./server.mjs";

const [eve, dan] = [await page(), await page()];
await begin(eve, "connect-four", "open", "Eve");
await dan.goto(eve.url());
await dan.click("text=Sit here");
await myTurn(eve);
for (let times = 0; times < 3; times += 1) {
  await dan.reload();
  await dan.waitForSelector(".board .cell");
}
await killed();
for (let ply = 0; ply < 4; ply += 1) {
  const it = [eve, dan][ply % 2];
  await myTurn(it);
  await wait(50);
  await it.locator(".cell.target").nth(ply).click();
  await more(it, ply);
}
if (await comes(async () => (await plies(eve)) === 4 && (await plies(dan)) === 4)) console.log("ok   two pages go on after a kill");
else process.exitCode = 1;
await end();
