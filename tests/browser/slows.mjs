// Prints how much processor time the server takes while a browser looks at a run that evolves (Linux).
//
// STARHOP=target/release/starhop node tests/browser/slows.mjs
import { readFileSync } from "node:fs";
import { base, end, evolve, page, server, wait } from "./server.mjs";

const SECONDS = 50;
/** Seconds of processor time of a process; the system counts in hundredths. */
function used(process) {
  const fields = readFileSync(`/proc/${process.pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

for (const [name, path] of [["nothing", null], ["run", "/run/run"], ["records", "/runs"], ["overlay", "/overlay/overlay,run,small"]]) {
  const evolving = evolve(`--minutes 2 --seed 1 --name ${name}`);
  await wait(5000);
  const it = path && (await page());
  if (it) await it.goto(base + path);
  const [serves, evolves] = [used(server), used(evolving)];
  await wait(1000 * SECONDS);
  const [served, evolved] = [used(server) - serves, used(evolving) - evolves];
  console.log(`${name}: the server took ${served.toFixed(2)} s, the run ${evolved.toFixed(2)} s of processor time in ${SECONDS} s`);
  if (it) await it.context().close();
  evolving.kill("SIGKILL");
}
await end();
