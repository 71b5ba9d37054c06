/** Hostile connections: endless headers, floods of headers, endless or oversized bodies, path traversal. Decision 0006. */
import { connect } from "node:net";
import { login } from "@satchel/contract/accounts/auth.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "./testing/test-server.ts";

let server: TestServer;
let port = 0;
beforeAll(async () => {
  server = await createTestServer();
  port = Number(new URL(await server.listen()).port);
});
afterAll(() => server.close());

/** Sends the bytes and returns everything received until the server closes the connection. */
function say(bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    let received = "";
    socket.on("data", (chunk) => (received += chunk.toString()));
    // The server may close the connection while the test is still sending.
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(received));
  });
}

const CLOSE = "Connection: close\r\n";

describe("decision 0006: floods and slow clients", () => {
  it.each([
    ["one header of 100 KB", `x-long: ${"a".repeat(100_000)}\r\n`],
    ["five thousand headers", Array.from({ length: 5000 }, (_, at) => `x-${at}: ${"a".repeat(8)}\r\n`).join("")],
  ])("rejects %s, and keeps serving", async (_, headers) => {
    expect(await say(`GET /healthz HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)).toMatch(/^(HTTP\/1\.1 431 |$)/);
    expect(await say(`GET /healthz HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("limits the time for headers to a minute and that for requests to ten", () => {
    const { headersTimeout, requestTimeout } = server.stack().app.server;

    expect(headersTimeout).toBeGreaterThan(0);
    expect(headersTimeout).toBeLessThanOrEqual(60_000);
    expect(requestTimeout).toBeGreaterThan(0);
    expect(requestTimeout).toBeLessThanOrEqual(600_000);
  });

  it("serves others beside three hundred unfinished clients, and disconnects those in time", async () => {
    const slow = await createTestServer();
    // The production mechanism with shorter times: connections are checked every 100 ms instead of every 30 s.
    Object.assign(slow.stack().app.server, { headersTimeout: 1500, requestTimeout: 1500, connectionsCheckingInterval: 100 });
    const origin = await slow.listen();
    const lines = Array.from({ length: 300 }, (_, at) => {
      const socket = connect(Number(new URL(origin).port), "127.0.0.1");
      const body = `Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{`;
      socket.write(`POST ${login.path} HTTP/1.1\r\nHost: a\r\n${at % 2 === 0 ? "X-Slow: a" : body}`);
      const drip = setInterval(() => socket.write("a"), 200);
      let received = "";
      socket.on("data", (chunk) => (received += chunk.toString()));
      socket.on("error", () => undefined);
      return new Promise<string>((resolve) =>
        socket.on("close", () => {
          clearInterval(drip);
          resolve(received);
        }),
      );
    });
    try {
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
      for (const received of await Promise.all(lines)) expect(received).toMatch(/^(HTTP\/1\.1 408 |$)/);
      expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    } finally {
      await slow.close();
    }
  });

  it("rejects a body announced as too large before its first byte", async () => {
    const answer = await say(
      `POST ${login.path} HTTP/1.1\r\nHost: a\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n`,
    );

    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it("stops reading an endless body at its limit", async () => {
    const chunk = `10000\r\n${"a".repeat(0x10000)}\r\n`;
    const answer = await say(
      `POST ${login.path} HTTP/1.1\r\nHost: a\r\n${CLOSE}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(8)}`,
    );

    expect(answer).toMatch(/^(HTTP\/1\.1 413 |$)/);
  });

  it.each([
    "/../../../etc/passwd",
    "/assets/..%2f..%2f..%2fetc%2fpasswd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/drive/v3/files/..%2f..%2fetc%2fpasswd?alt=media",
    "//etc/passwd",
    "/assets/\\..\\..\\etc\\passwd",
  ])("does not serve a file of the machine for %s", async (path) => {
    const answer = await say(`GET ${path} HTTP/1.1\r\nHost: a\r\n${CLOSE}\r\n`);

    expect(answer).toMatch(/^HTTP\/1\.1 [1-4]\d\d /);
    expect(answer).not.toContain("root:");
  });

  it("rejects two requests smuggled into one", async () => {
    const answer = await say(
      `POST ${login.path} HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`,
    );

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).not.toContain("200 OK");
  });
});
