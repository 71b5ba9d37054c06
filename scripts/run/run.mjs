/** Runs child processes and captures their output; ends them when this process ends. */
import { spawn } from "node:child_process";
import { ROOT } from "./paths.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
const running = new Set();

function handleSignal(signal) {
  stopAll(signal);
  process.exit(signal === "SIGINT" ? 130 : 143);
}

for (const signal of SIGNALS) process.on(signal, handleSignal);
process.on("exit", () => stopAll("SIGTERM"));

/** Removes this module's signal handlers, for code that runs next in this process. */
export function releaseSignals() {
  for (const signal of SIGNALS) process.off(signal, handleSignal);
}

function stopAll(signal = "SIGTERM") {
  for (const child of running) child.kill(signal);
}

/** Starts a child that ends with this process. */
export function start(command, args, options = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", "inherit", "inherit"], ...options });
  running.add(child);
  child.on("exit", () => running.delete(child));
  child.on("error", () => running.delete(child));
  return child;
}

/**
 * Runs a child to its end and returns `{ code, output, seconds }`. With `show`, its output is also printed while it runs, in whole lines,
 * because several children may print at the same time.
 */
export function run(command, args, { show = false, env = {}, cwd = ROOT } = {}) {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = start(command, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
    let output = "";
    const rests = new Map();
    const keep = (stream) => (chunk) => {
      output += chunk;
      if (!show) return;
      const text = (rests.get(stream) ?? "") + chunk;
      const end = text.lastIndexOf("\n") + 1;
      stream.write(text.slice(0, end));
      rests.set(stream, text.slice(end));
    };
    child.stdout.setEncoding("utf8").on("data", keep(process.stdout));
    child.stderr.setEncoding("utf8").on("data", keep(process.stderr));
    const end = (code) => {
      for (const [stream, rest] of rests) if (rest !== "") stream.write(`${rest}\n`);
      resolve({ code, output, seconds: (performance.now() - began) / 1000 });
    };
    child.on("error", (error) => {
      output += String(error.message);
      end(127);
    });
    child.on("close", (code, signal) => end(code ?? (signal === null ? 1 : 128)));
  });
}

export const runNode = (args, options) => run(process.execPath, args, options);
