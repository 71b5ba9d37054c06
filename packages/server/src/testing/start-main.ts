/** Runs the built server as a separate process, over a data folder of the test. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../../dist/main.js");

export type Started = {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  readonly ended: Promise<number | null>;
};

export type Starter = {
  /** `before` is a shell command that runs first in the same process, which then has mounts of its own. */
  run(env: Readonly<Record<string, string>>, before?: string, args?: readonly string[]): Started;
  killAll(): void;
};

export function createStarter(folder: string): Starter {
  const children: ChildProcess[] = [];
  return {
    run(env, before, args = []) {
      const base = { PATH: process.env.PATH ?? "", PORT: "0", SATCHEL_DATA_DIR: join(folder, "data") };
      const [command, ...rest] = commandOf(before);
      const child = spawn(command, [...rest, ...args], { env: { ...base, ...env }, cwd: folder });
      children.push(child);
      const output = { out: "", err: "" };
      child.stdout.on("data", (chunk: Buffer) => (output.out += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (output.err += chunk.toString()));
      const ended = once(child, "close").then(([code]) => code as number | null);
      return { child, out: () => output.out, err: () => output.err, ended };
    },
    killAll() {
      for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    },
  };
}

export async function addressOf(started: Started): Promise<string> {
  while (!started.out().includes("\n")) {
    if (started.child.exitCode !== null) throw new Error(started.err());
    await Promise.race([once(started.child.stdout ?? started.child, "data"), started.ended]);
  }
  return /https?:\/\/\S+/.exec(started.out())?.[0] ?? "";
}

function commandOf(before: string | undefined): readonly [string, ...string[]] {
  const own = [process.execPath, MAIN] as const;
  if (before === undefined) return [...own];
  return ["unshare", "--mount", "--map-root-user", "sh", "-c", `${before} && exec "$@"`, "sh", ...own];
}
