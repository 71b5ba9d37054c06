/**
 * Actual, which sends a snapshot of its whole database, unencrypted; each note is the text of a transaction. It has one library per
 * process.
 * `node actual.mjs fill <modules> <folder> <url> <corpus.json>` uploads one and prints its id.
 * `node actual.mjs pull <modules> <folder> <url> <id> <ms>` downloads it into an empty folder, syncs again without changes, and prints both
 * times.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [role, modules, folder, url, what, ms] = process.argv.slice(2);
const say = console.log;
console.log = () => undefined;
mkdirSync(folder, { recursive: true });
const api = createRequire(join(modules, "package.json"))("@actual-app/api");
const { send } = await api.init({ dataDir: folder, serverURL: url, password: "password" });
const answer = role === "fill" ? await fill() : await pull();
say(JSON.stringify(answer));
process.exit(0);

async function fill() {
  const notes = JSON.parse(readFileSync(what, "utf8"));
  await api.runImport("bench", async () => {
    const account = await api.createAccount({ name: "notes", offbudget: true }, 0);
    for (let from = 0; from < notes.length; from += 500) {
      const some = notes.slice(from, from + 500).map(({ number, html }) => ({ date: "2024-01-01", amount: 100 + number, notes: html }));
      await api.addTransactions(account, some, { learnCategories: false, runTransfers: false });
    }
  });
  const [budget] = await api.getBudgets();
  if (budget.cloudFileId === undefined) await send("upload-budget", { id: budget.id });
  await api.sync();
  return { id: (await api.getBudgets()).find(({ groupId }) => groupId !== undefined).groupId };
}

async function pull() {
  const counted = async () => (await fetch(new URL(`/__far?ms=${ms}`, url), { method: "POST" })).json();
  const timed = async (act) => {
    const began = performance.now();
    await act();
    return { ms: performance.now() - began, ...(await counted()) };
  };
  await counted();
  const first = await timed(() => api.downloadBudget(what));
  const [account] = await api.getAccounts();
  const { length } = await api.getTransactions(account.id, "2023-01-01", "2025-01-01");
  await counted();
  return { ...first, notes: length, idle: await timed(() => api.sync()) };
}
