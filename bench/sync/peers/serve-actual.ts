/** Starts Actual's sync server with a password and no data. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort, type Running, stopper, untilItAnswers } from "../child.ts";

export async function serveActual(modules: string, folder: string): Promise<Running> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const env = { ...process.env, ACTUAL_PORT: String(port), ACTUAL_HOSTNAME: "127.0.0.1", ACTUAL_DATA_DIR: folder, ...UNLIMITED };
  const child = spawn(process.execPath, [join(modules, "node_modules/.bin/actual-server")], { stdio: "ignore", env });
  const url = `http://127.0.0.1:${port}`;
  await untilItAnswers(`${url}/account/needs-bootstrap`);
  const headers = { "content-type": "application/json" };
  await fetch(`${url}/account/bootstrap`, { method: "POST", headers, body: JSON.stringify({ password: "password" }) });
  return { url, stop: stopper(child) };
}

const MB = "500";
const UNLIMITED = {
  ACTUAL_UPLOAD_FILE_SYNC_SIZE_LIMIT_MB: MB,
  ACTUAL_UPLOAD_SYNC_ENCRYPTED_FILE_SYNC_SIZE_LIMIT_MB: MB,
  ACTUAL_UPLOAD_FILE_SIZE_LIMIT_MB: MB,
};
