/**
 * Builds the service worker beside the page, once the page is written, and puts the list of its files into it: what opens without a network.
 * Workbox reads the list at `self.__WB_MANIFEST`.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { build, type Plugin } from "vite";

const KEPT = /\.(?:js|css|html|svg|png|woff2|wasm|webmanifest)$/;
const LIST = "self.__WB_MANIFEST";
const MAX_BYTES = 4 * 1024 * 1024;

export type KeptFile = { readonly revision: string | null; readonly url: string; readonly integrity: string };

/**
 * The files of a built page. Names in assets/ hold a hash of the content; the revision of every other file changes with its content. The browser
 * rejects other bytes than those of `integrity`, so that the worker keeps no file of another build, and nothing that a proxy made of one.
 */
export function listKeptFiles(folder: string, workerName: string): readonly KeptFile[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => ({ url: name.split(sep).join("/"), path: join(folder, name) }))
    .filter(({ url, path }) => KEPT.test(url) && url !== workerName && statSync(path).isFile())
    .sort((a, b) => (a.url < b.url ? -1 : 1))
    .map(({ url, path }) => {
      const bytes = readFileSync(path);
      if (bytes.length > MAX_BYTES) throw new Error(`${relative(folder, path)} is larger than the service worker may keep.`);
      const revision = url.startsWith("assets/") ? null : createHash("md5").update(bytes).digest("hex");
      return { revision, url, integrity: `sha256-${createHash("sha256").update(bytes).digest("base64")}` };
    });
}

/** With the list in it. */
export function withList(script: string, files: readonly KeptFile[]): string {
  const parts = script.split(LIST);
  if (parts.length !== 2) throw new Error(`The service worker names ${LIST} ${parts.length - 1} times.`);
  return parts.join(JSON.stringify(files));
}

/** @param entry the worker's source; @param name its name in the folder that is built into */
export function serviceWorker(entry: string, name: string): Plugin {
  let folder = "";
  return {
    name: "satchel:service-worker",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle(error) {
      if (error !== undefined) return;
      await build({
        configFile: false,
        logLevel: "warn",
        publicDir: false,
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
        build: {
          outDir: folder,
          emptyOutDir: false,
          target: "es2023",
          sourcemap: true,
          modulePreload: false,
          rolldownOptions: { input: entry, output: { format: "iife", entryFileNames: name } },
        },
      });
      const path = join(folder, name);
      writeFileSync(path, withList(readFileSync(path, "utf8"), listKeptFiles(folder, name)));
    },
  };
}
