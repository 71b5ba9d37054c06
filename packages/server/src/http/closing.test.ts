import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { createTestServer } from "../testing/test-server.ts";

it("a connection that was opened ahead of need and never used does not keep the server from ending", async () => {
  const server = await createTestServer();
  const { port } = new URL(await server.listen());
  const ahead = connect(Number(port), "127.0.0.1");
  await once(ahead, "connect");
  // A second one that is answered: the server has seen both by then.
  expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBeLessThan(500);
  const ended = once(ahead, "close");
  await server.close();
  await ended;
});
