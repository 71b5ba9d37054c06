/** Shared by attacks from between a browser and its server: hands every request on, except those that the attack answers itself. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Proxy = {
  /** The address that browsers use. */
  readonly origin: string;
  /** The settings of the server behind it, which must know both addresses. */
  readonly env: Record<string, string>;
  close(): void;
};

/** `answer` returns true if it has answered the request. */
export async function openProxy(answer: (asked: IncomingMessage, response: ServerResponse, url: URL) => boolean): Promise<Proxy> {
  const behind = await freePort();
  const server = createServer((asked, response) => {
    if (answer(asked, response, new URL(asked.url ?? "/", "http://localhost"))) return;
    const { method, headers } = asked;
    const proxied = request({ host: "localhost", port: behind, path: asked.url, method, headers }, (got) => {
      response.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(response);
    });
    proxied.once("error", () => response.destroy());
    response.once("close", () => proxied.destroy());
    asked.pipe(proxied);
  });
  const origin = `http://localhost:${await listen(server)}`;
  return {
    origin,
    env: { SATCHEL_PUBLIC_URL: origin, PORT: String(behind) },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(0, "localhost", resolve));
  return (server.address() as AddressInfo).port;
}

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
