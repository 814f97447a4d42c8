// A server of games in a folder of its own, and pages of a browser that looks at it.
//
// STARHOP names the program (target/debug/starhop by default), CHROMIUM the browser (/usr/bin/chromium).
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const program = resolve(process.env.STARHOP ?? "target/debug/starhop");
const SMALL = "--population 20 --generations 30 --measure-every 5 --measure-games 40 --final-games 100 --choose-games 20 --candidates 3 --against hand-tuned-v3 --quiet";

const home = mkdtempSync(`${tmpdir()}/starhop-browser-`);
const run = (words) => execFileSync(program, words.split(" "), { cwd: home, stdio: ["ignore", "ignore", "inherit"] });
run(`evolve ${SMALL} --name small --seed 2`);
run(`evolve ${SMALL} --name second --seed 3`);
run("evolve --game connect-four --search greedy --population 4 --generations 2 --fitness-games 2 --more-games 2 --candidates 2 --choose-games 20 --final-games 40 --name four --seed 4 --quiet");
run("arena greedy:champion-default random greedy:hand-tuned-v1 --games 4 --seed 1 --name pair --quiet");

const start = (listen) => spawn(program, ["serve", "--listen", listen, "--tcp", "127.0.0.1:0"], { cwd: home, stdio: ["ignore", "pipe", "inherit"] });
const address = () => new Promise((found, failed) => {
  createInterface(server.stdout).once("line", found);
  server.once("exit", (code) => failed(new Error(`the server ended with ${code}`)));
});
export let server = start("127.0.0.1:0");
process.on("exit", () => {
  server.kill("SIGKILL");
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});
export const base = await address();

/** From then on a page may find nobody for a moment. */
let wasKilled = false;

/** Kills the server, and starts another one where pages found it, after what is to be done meanwhile. */
export async function killed(meanwhile) {
  const ended = new Promise((done) => server.once("exit", done));
  wasKilled = true;
  server.kill("SIGKILL");
  await ended;
  await meanwhile();
  server = start(base.replace("http://", ""));
  await address();
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-dev-shm-usage"] });

export const faults = [];

/** A run that goes on beside the server. */
export function evolve(words) {
  const evolving = spawn(program, ["evolve", ...words.split(" "), "--quiet"], { cwd: home, stdio: "ignore" });
  process.on("exit", () => evolving.kill("SIGKILL"));
  return evolving;
}

/** A page of a person of its own. */
export async function page(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const it = await context.newPage();
  it.setDefaultTimeout(120_000);
  it.on("pageerror", (why) => faults.push(why.message));
  it.on("response", (answer) => answer.status() >= 400 && faults.push(`${answer.status()} ${answer.url()}`));
  it.on("console", (said) => said.type() === "error" && !(wasKilled && said.text().includes("ERR_CONNECTION_REFUSED")) && faults.push(said.text()));
  it.on("request", (asked) => asked.url().startsWith(base) || asked.url().startsWith(base.replace("http", "ws")) || faults.push(`asks ${asked.url()}`));
  return it;
}

/** Lets a page hear half a second late that a game is over, as from a server with a slow disk. */
export const hearsEndsLate = (it) => it.routeWebSocket(/\/ws$/, (client) =>
  client.connectToServer().onMessage((line) => setTimeout(() => client.send(line), line.includes('"is":"end"') ? 500 : 0)));

export async function end() {
  await browser.close();
  server.kill();
}

export const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** Whether something comes true within a minute. */
export async function comes(truth) {
  for (let looks = 0; looks < 600; looks += 1) {
    if (await truth()) return true;
    await wait(100);
  }
  return false;
}

/** Begins a game from seat 1. */
export async function begin(it, game, other, name = "Ada") {
  await it.goto(`${base}/`);
  await it.waitForSelector(".tile");
  await it.check(`input[value="${game}"]`);
  await it.fill("#name", name);
  await it.selectOption("#seat1", other);
  await it.click("button.main");
  await it.waitForSelector(".board .cell");
}

export const turn = (it) => it.locator(".turnline > span").first().textContent();
export const plies = async (it) => (await it.locator(".moves li").count()) - 1;
export const isOver = async (it) => /wins|Nobody/.test(await turn(it));

/** Waits until it is this person's turn, or the game is over. */
export const myTurn = (it) => it.waitForFunction(() => /^Your turn|wins|Nobody/.test(document.querySelector(".turnline").textContent));

/** Waits until more plies are played. */
export const more = (it, than) => it.waitForFunction((least) => document.querySelectorAll(".moves li").length - 1 > least, than);

/** Plays some move by clicks. */
export async function click(it, number) {
  const own = await it.locator(".cell.own").count();
  const targets = it.locator(".cell.target");
  for (let tries = 0; own && tries < 5 && !(await targets.count()); tries += 1) await it.locator(".cell.own").nth(number % own).click();
  const count = await targets.count();
  if (own === 0 && count === 0) return it.locator("button:has-text('Play ')").last().click();
  await targets.nth(number % count).click();
  const ways = it.locator("text=Which way?");
  if (await ways.count()) await ways.locator("xpath=..").locator("button").first().click();
}
