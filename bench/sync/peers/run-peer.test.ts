import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { runPeer } from "./run-peer.ts";

const folder = mkdtempSync(join(tmpdir(), "bench-peer-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More than a pipe holds, so that writing fails if the program does not read. */
const LINES = Array.from({ length: 20_000 }, (_, at) => `{"note":${at}}`);

function run(source: string) {
  const script = join(folder, "peer.mjs");
  writeFileSync(script, source);
  return runPeer<number>(script, [], LINES);
}

describe("program of a peer", () => {
  it("returns its last line", async () => {
    const counts =
      'let n = 1; for await (const c of process.stdin) n += String(c).split("\\n").length - 1; console.log("hello"); console.log(n);';

    expect(await run(counts)).toEqual({ value: LINES.length });
  });

  it("returns the error that ended it before it read its input", async () => {
    expect(await run('throw new Error("The module was compiled\\nagainst a different Node.js version");')).toEqual({
      problem: "It ended with 1: Error: The module was compiled against a different Node.js version",
    });
  });

  it("says when it ends without a result", async () => {
    expect(await run("process.exit(3);")).toEqual({ problem: "It ended with 3: it printed no reason" });
  });
});
