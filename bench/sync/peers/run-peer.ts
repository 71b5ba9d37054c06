/** Runs another program's own code in a separate process: it reads lines, and the last line that it prints is its result as JSON. */
import { spawn } from "node:child_process";
import { once } from "node:events";

/** The result, or why there is none. */
export type PeerRun<Value> = { readonly value: Value } | { readonly problem: string };

export async function runPeer<Value>(script: string, args: readonly string[], lines: readonly string[]): Promise<PeerRun<Value>> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["pipe", "pipe", "pipe"] });
  let [output, complaint] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint += text;
  });
  // A program that cannot start closes its input. Its exit code says so.
  child.stdin.on("error", () => undefined);
  child.stdin.end(lines.join("\n"));
  const [code] = (await once(child, "close")) as [number | null];
  const last = output.trim().split("\n").at(-1) ?? "";
  if (code === 0 && last !== "") return { value: JSON.parse(last) as Value };
  return { problem: `It ended with ${code ?? "a signal"}: ${toReason(complaint)}` };
}

/** Returns the lines with the error, of what Node prints about an uncaught error or a failed assertion; without one, the last line. */
function toReason(complaint: string): string {
  const lines = complaint.split("\n").map((line) => line.trim());
  const error = lines.findIndex((line) => /^\w*Error\b.*:|Assertion failed/.test(line));
  const shown =
    error === -1
      ? lines.filter((line) => line !== "").slice(-1)
      : lines.slice(
          error,
          lines.findIndex((line, at) => at > error && line.startsWith("at ")),
        );
  return shown.join(" ") || "it printed no reason";
}
