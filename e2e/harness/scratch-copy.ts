/** A copy of the packages in a temporary folder, in which the steps of a how-to are applied and compiled. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const PACKAGES = ["contract", "core", "crypto", "drive", "web"];

export type ScratchCopy = {
  /** Compiler errors, one per line; empty if it compiles. */
  compile(name: string): Promise<readonly string[]>;
  /** Runs a program in the copy and returns its output. */
  run(program: string): Promise<string>;
  apply(steps: readonly Step[]): Promise<void>;
  remove(): Promise<void>;
};

/** A change to a file, or the whole text of a new one. */
export type Step = { readonly file: string; readonly diff: string } | { readonly file: string; readonly text: string };

/** Returns every `diff`, `ts` and `tsx` block of a page with the file that was named last before it. */
export function stepsOf(page: string): readonly Step[] {
  let file = "";
  const steps: Step[] = [];
  for (const [, path, language, block = ""] of page.matchAll(/^`([\w./-]+)`$|^```(diff|tsx?)\n([\s\S]*?)^```$/gm)) {
    if (path !== undefined) file = path;
    else steps.push(language === "diff" ? { file, diff: block } : { file, text: block });
  }
  return steps;
}

export async function createScratchCopy(): Promise<ScratchCopy> {
  const folder = await mkdtemp(join(tmpdir(), "satchel-how-to-"));
  await cp(join(ROOT, "tsconfig.base.json"), join(folder, "tsconfig.base.json"));
  await cp(join(ROOT, "package.json"), join(folder, "package.json"));
  for (const name of PACKAGES) {
    const isSource = (path: string) => !/[\\/](node_modules|dist|public)([\\/]|$)/.test(path.slice(ROOT.length));
    await cp(join(ROOT, "packages", name), join(folder, "packages", name), { recursive: true, filter: isSource });
  }
  await linkModules(folder);
  const node = (...args: readonly string[]) => runNode(folder, args);
  return {
    async compile(name) {
      const { output } = await node(join(ROOT, "node_modules/typescript/bin/tsc"), "-p", `packages/${name}/tsconfig.json`);
      return output.split("\n").filter((line) => line.includes("error TS"));
    },
    async run(program) {
      await writeFile(join(folder, "program.ts"), program);
      const { code, output } = await node("--import", "tsx", "program.ts");
      if (code !== 0) throw new Error(output);
      return output.trim();
    },
    async apply(steps) {
      for (const step of steps) {
        const path = join(folder, step.file);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, "diff" in step ? applyDiff(await readFile(path, "utf8"), step.diff, step.file) : step.text);
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Links third-party packages as installed; our own packages come from the copy. */
async function linkModules(folder: string): Promise<void> {
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, "@satchel"), { recursive: true });
  for (const name of await readdir(join(ROOT, "node_modules"))) {
    if (name !== "@satchel") await symlink(join(ROOT, "node_modules", name), join(modules, name));
  }
  for (const name of PACKAGES) await symlink(join(folder, "packages", name), join(modules, "@satchel", name));
}

/**
 * Applies a diff. Its context and removed lines must occur exactly once, consecutively; the last context line may be the beginning of its
 * line.
 */
function applyDiff(text: string, diff: string, file: string): string {
  const lines = diff.split("\n").filter((line) => line !== "");
  const before = lines.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
  const after = lines.filter((line) => !line.startsWith("-")).map((line) => line.slice(1));
  const found = text.split(before.join("\n"));
  if (found.length !== 2) throw new Error(`${file} has ${found.length - 1} times: ${before.join("\n")}`);
  return found.join(after.join("\n"));
}

function runNode(cwd: string, args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [...args], { cwd, maxBuffer: 1 << 26 }, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode ?? 1, output: stdout + stderr });
    });
  });
}
