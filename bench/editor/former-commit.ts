/** Files of an earlier commit for a comparison in one run, with the npm packages that are installed now. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Returns the folder with the packages and benchmarks of a commit. */
export function checkOut(commit: string): string {
  const folder = join(ROOT, ".cache/bench", commit);
  if (existsSync(join(folder, "node_modules"))) return folder;
  mkdirSync(folder, { recursive: true });
  const index = join(folder, "index");
  const env = { ...process.env, GIT_INDEX_FILE: index };
  execFileSync("git", [`--work-tree=${folder}`, "checkout", commit, "--", "packages", "bench"], { cwd: ROOT, env });
  rmSync(index);
  linkPackages(folder);
  return folder;
}

/** Links to the installed packages, except that the commit's own packages find each other. */
function linkPackages(folder: string): void {
  const installed = join(ROOT, "node_modules");
  const own = join(folder, "node_modules/@satchel");
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== "@satchel" && !name.startsWith(".")) symlinkSync(join(installed, name), join(folder, "node_modules", name));
  for (const name of readdirSync(join(folder, "packages"))) symlinkSync(join(folder, "packages", name), join(own, name));
}
