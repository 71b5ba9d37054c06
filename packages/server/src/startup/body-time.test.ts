/** Bodies that never end, against a real socket and times of some milliseconds. */

import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { type FastifyInstance, fastify } from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { limitBodyTime } from "./body-time.ts";

let app: FastifyInstance;
beforeEach(async () => {
  app = fastify() as unknown as FastifyInstance;
  limitBodyTime(app, ({ url }) => url.startsWith("/upload"), { baseMs: 100, bytesPerSecond: 1_000_000 });
  app.post("/json", { bodyLimit: 1000 }, async () => "taken");
  app.post("/upload", async () => "taken");
  await app.listen({ port: 0, host: "127.0.0.1" });
});
afterEach(() => app.close());

/** Sends a body but for its last byte. Returns what came back by the time the line closed, and a way to send that byte. */
function begin(path: string) {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n1`);
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString()));
  socket.on("error", () => undefined);
  return { closed: new Promise<string>((resolve) => socket.on("close", () => resolve(received))), finish: () => socket.write("2") };
}

describe("decision 0006 the time for a body", () => {
  it("ends a request whose body does not end in time", async () => {
    expect(await begin("/json").closed).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("leaves an upload its own, longer time", async () => {
    const upload = begin("/upload");
    await begin("/json").closed;
    await begin("/json").closed;

    upload.finish();

    expect(await upload.closed).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("responds to others while 1,000 bodies are held, and ends those", { timeout: 60_000 }, async () => {
    const held = Array.from({ length: 1000 }, () => begin("/json"));
    const upload = begin("/upload");
    upload.finish();
    expect(await upload.closed).toMatch(/^HTTP\/1\.1 200 /);
    for (const { closed } of held) expect(await closed).toMatch(/^(?:HTTP\/1\.1 408 |$)/);
  });

  it("responds to a body that arrives in time", async () => {
    const request = begin("/json");
    request.finish();
    expect(await request.closed).toMatch(/^HTTP\/1\.1 200 /);
  });
});
