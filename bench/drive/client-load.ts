/**
 * Keep-alive load through Node's own HTTP client, as Node programs read a drive. Costs more than plain sockets, but is closer to real use.
 */
import { Agent, get } from "node:http";
import type { Load } from "./load.ts";

export async function runClientLoad(
  port: number,
  pathOf: (index: number) => string,
  { connections, total }: { readonly connections: number; readonly total: number },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let sent = 0;
  let failed = 0;
  const worker = async () => {
    while (sent < total) {
      const began = performance.now();
      const status = await readOnce(agent, port, pathOf(sent++));
      times.push(performance.now() - began);
      if (status >= 300) failed += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - began) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return { perSecond: total / seconds, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0, failed };
}

function readOnce(agent: Agent, port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ agent, port, host: "127.0.0.1", path, headers: { authorization: "Bearer bench" } }, (response) => {
      response.on("data", () => undefined);
      response.on("end", () => resolve(response.statusCode ?? 0));
    }).on("error", reject);
  });
}
