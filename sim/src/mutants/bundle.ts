/**
 * Bundles the simulator into one file for Node and removes the given rules from the product's code. An edit whose code is not found is an
 * error.
 */
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import { replaceCode } from "./find-code.ts";
import type { Edit } from "./mutants.ts";

const ROOT = join(import.meta.dirname, "../../..");

export async function bundleSimulator(name: string, edits: readonly Edit[] = []): Promise<string> {
  const outfile = join(ROOT, ".cache/sim", `${name}.mjs`);
  const applied = new Set<Edit>();
  await build({
    entryPoints: [join(ROOT, "sim/src/batch.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    plugins: [takeOut(edits, applied)],
  });
  const missed = edits.find((edit) => !applied.has(edit));
  if (missed !== undefined) throw new Error(`${name}: ${missed.file} is no part of the simulator`);
  return outfile;
}

function takeOut(edits: readonly Edit[], applied: Set<Edit>): Plugin {
  return {
    name: "take-out",
    setup: ({ onLoad }) => {
      onLoad({ filter: /packages\/[^/]+\/src\/.*\.ts$/ }, ({ path }) => {
        const wanted = edits.filter(({ file }) => file === relative(ROOT, path));
        if (wanted.length === 0) return undefined;
        return { contents: wanted.reduce((text, edit) => applyEdit(text, edit, applied), readFileSync(path, "utf8")), loader: "ts" };
      });
    },
  };
}

function applyEdit(text: string, edit: Edit, applied: Set<Edit>): string {
  applied.add(edit);
  try {
    return replaceCode(text, edit, edit.replace);
  } catch (error) {
    throw new Error(`${edit.file}: ${(error as Error).message}`);
  }
}
