// @vitest-environment node
import type { Kdf } from "@satchel/contract/accounts/keys.ts";
import { describeBackend } from "@satchel/core/testing/backend-contract.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createMemoryBackend } from "@satchel/core/testing/memory-backend.ts";
import { createTestServer, type TestServer } from "@satchel/server/testing/test-server.ts";
import { createHttpBackend } from "@satchel/web/adapters/backend/http-backend.ts";
import { createDirectSealing } from "@satchel/web/adapters/sealing/testing/direct-sealing.ts";
import { afterAll, beforeAll } from "vitest";

/** Uses real keys, so that the server receives the same data as from a browser. */
async function realKeys() {
  const { keyring } = await createDirectSealing();
  return {
    async registration(password: string) {
      const made = await keyring.prepareRegistration(password);
      if (!made.ok) throw new Error(made.problem.kind);
      return made.value;
    },
    async secretOf(password: string, kdf: Kdf) {
      const derived = await keyring.deriveForSignIn(password, kdf);
      if (!derived.ok) throw new Error(derived.problem.kind);
      return derived.value;
    },
  };
}

let server: TestServer;
let baseUrl: string;
beforeAll(async () => {
  server = await createTestServer();
  baseUrl = await server.listen();
});
afterAll(() => server.close());

describeBackend("in memory", async () => ({ backend: createMemoryBackend(), ...(await realKeys()) }));

describeBackend("the server over HTTP", async () => {
  return { backend: createHttpBackend({ fetch, timers: new ManualClock(), baseUrl }), ...(await realKeys()) };
});
