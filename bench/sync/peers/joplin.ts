/**
 * Joplin's terminal client on WebDAV: a new profile syncs with a target that holds everything, each note a file as Joplin writes them. Each
 * sync is a separate process, so its time includes a start; its requests do not.
 */
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort, type Running, stopper, untilItAnswers } from "../child.ts";
import type { CorpusNote } from "../corpus.ts";

const BOOK = "f0".padEnd(32, "0");
/** Joplin may wait forever if its target does not respond as expected. */
const CALL_MS = 150_000;
const CONFLICTS_OFF = ["revisionService.enabled", "false"] as const;

/** Writes the items of a sync target, and the file with the version of Joplin's layout. */
export function writeTarget(folder: string, corpus: readonly CorpusNote[]): void {
  for (const name of [".sync", ".resource", "locks", "temp"]) mkdirSync(join(folder, name), { recursive: true });
  const untouched = { value: "", updatedTime: 0 };
  const info = { version: 3, e2ee: { value: false, updatedTime: 0 }, activeMasterKeyId: untouched, masterKeys: [], ppk: untouched };
  writeFileSync(join(folder, "info.json"), JSON.stringify(info));
  const time = new Date(0).toISOString();
  writeFileSync(join(folder, `${BOOK}.md`), toItem("Notes", "", { fields: { ...timesOf(time), parent_id: "", type_: 2 }, id: BOOK }));
  for (const { number, title, html, writtenAt } of corpus) {
    const id = `a0${number.toString(16).padStart(30, "0")}`;
    const fields = { ...timesOf(new Date(writtenAt).toISOString()), parent_id: BOOK, markup_language: 2, type_: 1 };
    writeFileSync(join(folder, `${id}.md`), toItem(title, html, { fields, id }));
  }
}

function timesOf(time: string) {
  return { created_time: time, updated_time: time, user_created_time: time, user_updated_time: time };
}

function toItem(
  title: string,
  body: string,
  { fields, id }: { readonly fields: Readonly<Record<string, string | number>>; readonly id: string },
): string {
  const lines = Object.entries({ id, ...fields }).map(([name, value]) => `${name}: ${value}`);
  return [title, "", ...(body === "" ? [] : [body, ""]), ...lines].join("\n");
}

/** Returns undefined if rclone is not installed. */
export async function serveWebDav(folder: string): Promise<Running | undefined> {
  if (spawnSync("rclone", ["version"]).status !== 0) return undefined;
  const port = await freePort();
  const child = spawn("rclone", ["serve", "webdav", folder, "--addr", `127.0.0.1:${port}`, "--vfs-cache-mode", "full"], {
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(url);
  return { url, stop: stopper(child) };
}

export function createProfile(modules: string, folder: string, url: string): (args: readonly string[]) => string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const run = (args: readonly string[]): string => {
    const program = join(modules, "node_modules/.bin/joplin");
    const options = { encoding: "utf8", maxBuffer: 2 ** 28, timeout: CALL_MS, killSignal: "SIGKILL" } as const;
    const { status, signal, stdout, stderr } = spawnSync(program, ["--profile", folder, ...args], options);
    if (status !== 0) throw new Error(`Joplin ended with ${status ?? signal}: ${stderr.slice(-300)}`);
    return stdout;
  };
  const settings = [["sync.target", "6"], ["sync.6.path", url], ["sync.6.username", "u"], ["sync.6.password", "p"], CONFLICTS_OFF] as const;
  for (const [name, value] of settings) run(["config", name, value]);
  return run;
}
