/** Paths in the checkout, independent of the current folder. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
export const CACHE = join(ROOT, ".cache");
export const SERVER_MAIN = join(ROOT, "packages/server/dist/main.js");
export const WEB_DIST = join(ROOT, "packages/web/dist");

/** Returns the path of a file in an installed package, e.g. `inModules("vite/bin/vite.js")`. */
export const inModules = (path) => join(ROOT, "node_modules", path);
