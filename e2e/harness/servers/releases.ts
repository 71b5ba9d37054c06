/**
 * The built web app as a folder for a server, and the next release: the same app under other file names, as in any changed build. Neither
 * release contains the other's files.
 */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listKeptFiles } from "../../../packages/web/service-worker-plugin.ts";

const BUILT = join(import.meta.dirname, "../../../packages/web/dist");
const HASHED = /-([\w-]{7})\.(?:js|css)$/;
const WITH_NAMES = /\.(?:js|css|html)$/;
/** The worker's list of files. */
const LISTED = /\[\{"revision":.*?\}\]/;

export type Releases = {
  /** The folder that the server serves. */
  readonly webDir: string;
  /** Serves the next release from now on. */
  publishNext(): Promise<void>;
  close(): Promise<void>;
};

export async function openReleases(): Promise<Releases> {
  const webDir = await mkdtemp(join(tmpdir(), "satchel-web-"));
  await cp(BUILT, webDir, { recursive: true, filter: (path) => !path.endsWith(".map") });
  return {
    webDir,
    publishNext: () => renameAll(webDir),
    close: () => rm(webDir, { recursive: true, force: true }),
  };
}

const reversed = (text: string): string => [...text].reverse().join("");

async function renameAll(webDir: string): Promise<void> {
  const assets = join(webDir, "assets");
  const names = (await readdir(assets)).filter((name) => HASHED.test(name));
  const hashes = [...new Set(names.map((name) => HASHED.exec(name)?.[1] ?? ""))];
  const any = new RegExp(hashes.map((hash) => `-${hash}\\.`).join("|"), "g");
  const toNext = (text: string): string => text.replace(any, (found) => `-${reversed(found.slice(1, -1))}.`);
  for (const folder of [assets, webDir])
    for (const name of (await readdir(folder)).filter((one) => WITH_NAMES.test(one))) {
      const path = join(folder, name);
      await writeFile(path, toNext(await readFile(path, "utf8")));
      await rename(path, join(folder, toNext(name)));
    }
  const worker = join(webDir, "sw.js");
  const script = await readFile(worker, "utf8");
  await writeFile(
    worker,
    script.replace(LISTED, () => JSON.stringify(listKeptFiles(webDir, "sw.js"))),
  );
}
