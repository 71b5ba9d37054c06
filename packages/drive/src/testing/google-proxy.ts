/**
 * Lets programs that know only Google's addresses use a drive of this package: an HTTPS proxy that acts as googleapis.com, with a temporary
 * certificate. For conformance tests; needs the `openssl` program.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import path from "node:path";
import { TLSSocket } from "node:tls";

export type GoogleProxy = { readonly url: string; readonly certificate: string; close(): Promise<void> };

const HOSTS = ["www.googleapis.com", "oauth2.googleapis.com", "accounts.google.com", "openidconnect.googleapis.com"];

/** `target` is the drive's port. `folder` receives key and certificate. */
export async function startGoogleProxy(target: number, folder: string): Promise<GoogleProxy> {
  const [key, certificate] = [path.join(folder, "key.pem"), path.join(folder, "certificate.pem")];
  makeCertificate(key, certificate);
  const secrets = { key: readFileSync(key), cert: readFileSync(certificate) };
  const sockets = new Set<Socket>();
  const proxy = createServer();
  proxy.on("connect", (request, socket: Socket) => {
    const [host = ""] = (request.url ?? "").split(":");
    sockets.add(socket);
    if (!HOSTS.includes(host)) return socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    join(new TLSSocket(socket, { isServer: true, ...secrets }), connect(target, "127.0.0.1"));
  });
  const port = await listen(proxy);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => proxy.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${port}`, certificate, close };
}

function join(left: Socket, right: Socket): void {
  left.pipe(right).pipe(left);
  left.on("error", () => right.destroy());
  right.on("error", () => left.destroy());
}

function makeCertificate(key: string, certificate: string): void {
  const names = HOSTS.map((host) => `DNS:${host}`).join(",");
  const args = [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-days",
    "2",
    "-keyout",
    key,
    "-out",
    certificate,
    "-subj",
    "/CN=drive.test",
  ];
  const made = spawnSync("openssl", [...args, "-addext", `subjectAltName=${names}`]);
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`);
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}
