/** A proxy in front of a server that responds to chosen files of the build with something unusable. */
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

export type LosingProxy = {
  readonly origin: string;
  /** Loses the next request for each file whose content has this name. */
  lose(...names: readonly string[]): void;
  /** Loses all requests until `give` is called. */
  withhold(name: string): void;
  give(name: string): void;
  lost(): readonly string[];
  close(): Promise<void>;
};

export async function openLosingProxy(target: string): Promise<LosingProxy> {
  const waiting = new Set<string>();
  const withheld = new Set<string>();
  const lost: string[] = [];
  const server = createServer((asked, answer) => {
    const [, name = ""] = /^\/assets\/(.+)-[\w-]{7}\.\w+$/.exec(asked.url ?? "") ?? [];
    if (waiting.delete(name) || withheld.has(name) || asked.url === "/sw.js") {
      if (name !== "") lost.push(name);
      answer.writeHead(502, { "cache-control": "no-store" }).end();
      return;
    }
    const proxied = request(target + asked.url, { method: asked.method, headers: asked.headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    proxied.once("error", () => answer.destroy());
    asked.pipe(proxied);
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (...names) => names.forEach((name) => void waiting.add(name)),
    withhold: (name) => void withheld.add(name),
    give: (name) => void withheld.delete(name),
    lost: () => lost,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
