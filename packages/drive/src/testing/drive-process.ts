/** Runs the sandbox drive as a separate process that tests can kill, starve and measure. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type DriveProcess = {
  readonly url: string;
  /** Current resident memory in bytes. */
  residentBytes(): number;
  /** Kills the process like a power cut, except that the disk's cache survives. */
  kill(): Promise<void>;
};

const SCRIPT = fileURLToPath(new URL("../../../../scripts/drive.mjs", import.meta.url));

export const PROCESS_TOKEN = "process-token";

/** `before` runs in a shell in front of the drive, with mounts of its own where that is allowed. */
export async function startDriveProcess(dataFolder: string, before?: string): Promise<DriveProcess> {
  const drive = [process.execPath, SCRIPT, "--port", "0", "--token", PROCESS_TOKEN, "--data", dataFolder];
  const [command = "", ...args] =
    before === undefined ? drive : ["unshare", "--mount", "--map-root-user", "sh", "-c", `${before} && exec "$@"`, "sh", ...drive];
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  const url = await readAddress(child);
  return {
    url,
    residentBytes: () => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8"))?.[1]) * 1024,
    kill: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGKILL");
      }),
  };
}

function readAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const listen = (chunk: Buffer) => {
      output += chunk.toString();
      const url = /ready at (\S+)/.exec(output)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("exit", () => reject(new Error(`the drive did not start: ${output}`)));
  });
}
