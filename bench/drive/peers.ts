/** Comparisons for the drive: nginx over the same files, and the bare work of a durable create. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";

/** Creates per second for write, fsync, rename and one SQLite commit, one after the other. */
export function bareCreatesPerSecond(folder: string, count: number, content: Buffer): number {
  mkdirSync(folder, { recursive: true });
  const db = new Database(join(folder, "bare.sqlite"));
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec("CREATE TABLE files (id TEXT PRIMARY KEY, name TEXT, md5 TEXT, bytes INTEGER)");
  const insert = db.prepare("INSERT INTO files VALUES (?, ?, ?, ?)");
  const began = performance.now();
  for (let index = 0; index < count; index += 1) {
    const temporary = join(folder, `${index}.tmp`);
    const file = openSync(temporary, "w");
    writeSync(file, content);
    fsyncSync(file);
    closeSync(file);
    renameSync(temporary, join(folder, `${index}.blob`));
    insert.run(`id-${index}`, `name ${index}`, "0123456789abcdef", content.length);
  }
  const perSecond = count / ((performance.now() - began) / 1000);
  db.close();
  return perSecond;
}

export type Peer = { readonly port: number; stop(): void };

/** The maximum for Node's own HTTP server: one prepared response, without token, store or checks. */
export async function startBareNode(content: Buffer): Promise<Peer> {
  const headers = JSON.stringify({ "content-type": "application/octet-stream", "content-length": content.length });
  const script = `const content = Buffer.from(${JSON.stringify(content.toString())});
    require("node:http").createServer((_, response) => response.writeHead(200, ${headers}).end(content))
      .listen(0, "127.0.0.1", function () { console.log(this.address().port); });`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const port = await new Promise<number>((resolve) => child.stdout.once("data", (chunk: Buffer) => resolve(Number(chunk))));
  return { port, stop: () => void child.kill("SIGTERM") };
}

const NGINX = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx"].find((path) => spawnSync(path, ["-v"]).status === 0);

/** Starts one worker, because our server is one process. Returns undefined if nginx is not installed. */
export async function startNginx(root: string, runFolder: string): Promise<Peer | undefined> {
  if (NGINX === undefined) return undefined;
  const port = await freePort();
  mkdirSync(runFolder, { recursive: true });
  const config = join(runFolder, "nginx.conf");
  writeFileSync(config, toConfig(root, runFolder, port));
  const child = spawn(NGINX, ["-c", config, "-g", "daemon off;"], { stdio: "ignore" });
  await untilItAnswers(port, child);
  return { port, stop: () => void child.kill("SIGTERM") };
}

function toConfig(root: string, folder: string, port: number): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(" ");
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user} worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 100000000; sendfile on; tcp_nopush on; ${temporary}
  server { listen 127.0.0.1:${port}; root ${root}; location /put/ { root ${folder}; client_max_body_size 0;
    limit_except GET { allow all; } ${hasPut() ? "dav_methods PUT; create_full_put_path on;" : ""} } } }
`;
}

/** nginx's PUT needs a module that not every build contains. */
function hasPut(): boolean {
  return NGINX !== undefined && spawnSync(NGINX, ["-V"], { encoding: "utf8" }).stderr.includes("http_dav_module");
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

async function untilItAnswers(port: number, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    if (child.exitCode !== null) throw new Error("nginx did not start");
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nginx does not answer");
}
