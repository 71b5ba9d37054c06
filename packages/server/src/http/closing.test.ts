import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { createTestServer } from "../testing/test-server.ts";

it("shuts down although a preconnected socket was never used", async () => {
  const server = await createTestServer();
  const { port } = new URL(await server.listen());
  const ahead = connect(Number(port), "127.0.0.1");
  await once(ahead, "connect");
  // When this second connection gets its response, the server has seen both.
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBeLessThan(500);
  const ended = once(ahead, "close");
  await server.close();
  await ended;
});
