/** Builds an older commit of this repository in a worktree under `.cache/commits`, which later runs reuse. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Returns the folder of the built commit. Throws if the commit is missing here or does not build. */
export function buildCommit(commit: string): string {
  const folder = join(ROOT, ".cache/commits", commit);
  if (!existsSync(join(folder, "package.json"))) {
    mkdirSync(dirname(folder), { recursive: true });
    run("git", ["worktree", "prune"], ROOT);
    run("git", ["worktree", "add", "--force", "--detach", folder, commit], ROOT);
  }
  run(process.execPath, [join(folder, "scripts/build.mjs"), "--if-changed"], folder);
  return folder;
}

function run(command: string, args: readonly string[], cwd: string): void {
  execFileSync(command, args, { cwd, stdio: ["ignore", "ignore", "pipe"], maxBuffer: 1 << 24 });
}
