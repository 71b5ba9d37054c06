/**
 * A device new to a drive, in a separate process: its first sync, and then one with nothing to do.
 * `satchel-client <url> <milliseconds> <file with the account's keys>` prints both as one line.
 */
import { readFileSync } from "node:fs";
import type { AccountKeys } from "@satchel/contract/accounts/keys.ts";
import { createDevice } from "./device.ts";
import { driveAt } from "./drive-at.ts";
import { openKeys } from "./keys.ts";

const [url = "", delayMs = "0", keysFile = ""] = process.argv.slice(2);
const keys = await openKeys(JSON.parse(readFileSync(keysFile, "utf8")) as AccountKeys);
const { client, time } = driveAt(url);
let began = 0;
let firstScreenMs = 0;
let cycleMs = 0;
const device = await createDevice({
  name: "fresh-",
  keys,
  client,
  time,
  onFirstScreen: ({ notes }) => {
    notes.refresh();
    firstScreenMs = performance.now() - began;
  },
  onCycle: () => {
    cycleMs = performance.now() - began;
  },
});

async function counted(): Promise<object> {
  return (await (await fetch(`${url}/__far?ms=${delayMs}`, { method: "POST" })).json()) as object;
}

async function sync(): Promise<object> {
  began = performance.now();
  await device.sync();
  return { ms: cycleMs, ...(await counted()) };
}

await counted();
const first = await sync();
const notes = device.notes.store.getState().notes.length;
process.stdout.write(`${JSON.stringify({ ...first, firstScreenMs, notes, idle: await sync() })}\n`);
process.exit(0);
