// Draws the pictures of docs/serve.md: a board, the lobby, a run, and a telephone.
//
// npm install --prefix tests/browser --no-save playwright-core axe-core && node tests/browser/pictures.mjs
import { base, begin, end, more, myTurn, page, plies, wait } from "./server.mjs";

const shot = (it, name) => it.screenshot({ path: `docs/pictures/serve-${name}.png` });
const size = { width: 1180, height: 800 };
const one = await page({ viewport: size, reducedMotion: "reduce" });
await begin(one, "chinese-checkers", "level 2");
for (let round = 0; round < 6; round += 1) {
  await myTurn(one);
  const before = await plies(one);
  await one.click("text=Hint");
  await one.waitForSelector(".idea");
  await one.locator("button.plain").first().click();
  await more(one, before);
}
await myTurn(one);
await wait(300);
await one.click("text=Heat map");
await one.click("text=Hint");
await one.waitForSelector(".idea");
await wait(300);
await one.evaluate(() => scrollTo(0, 0));
await shot(one, "board");
const phone = await page({ viewport: { width: 390, height: 720 }, colorScheme: "dark" });
await phone.goto(one.url());
await wait(900);
await shot(phone, "telephone");
await one.goto(`${base}/`);
await wait(900);
await shot(one, "lobby");
const run = await page({ viewport: size, colorScheme: "dark" });
await run.goto(`${base}/run/small`);
await wait(2500);
await shot(run, "run");
await end();
