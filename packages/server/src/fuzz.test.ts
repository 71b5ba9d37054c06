import { ANYWHERE, refusalBody } from "@satchel/contract/refusals.ts";
import { toPath } from "@satchel/contract/route.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_ROUTES } from "./app.ts";
import { createTestServer, type Person, type TestServer } from "./testing/test-server.ts";

let server: TestServer;
let ada: Person;
beforeAll(async () => {
  server = await createTestServer({ SATCHEL_TEST: "1" });
  ada = await server.join();
});
afterAll(() => server.close());

/** Bodies that have the right names and the wrong everything else. */
const junk = fc.oneof(
  fc.json(),
  fc.string({ unit: "binary" }),
  fc
    .record(
      Object.fromEntries(
        [
          "email",
          "password",
          "kdf",
          "keys",
          "newPassword",
          "currentPassword",
          "rev",
          "proof",
          "document",
          "pw",
          "sid",
          "verifier",
          "sens",
          "code",
          "redirect_uri",
        ].map((name) => [
          name,
          fc.oneof(
            fc.string({ unit: "grapheme" }),
            fc.integer(),
            fc.constant(null),
            fc.constant({ m: 1 }),
            fc.constant([]),
            fc.constant("s1_"),
          ),
        ]),
      ),
      { requiredKeys: [] },
    )
    .map((body) => JSON.stringify(body)),
);

/** Ends the session, or works without a body: nothing to learn from junk. */
const LEFT_OUT = new Set(["/api/auth/logout", "/api/cloud/google-drive/disconnect", "/api/cloud/google-drive/authorize-ticket"]);

describe("issue 4: bad input", () => {
  const routes = ALL_ROUTES.map(({ contract }) => contract).filter(({ method, path }) => method !== "GET" && !LEFT_OUT.has(path));

  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    "%s meets junk with a refusal of its contract",
    async (_, route) => {
      const allowed = new Set<string>([...route.refusals, ...ANYWHERE]);
      await fc.assert(
        fc.asyncProperty(junk, async (body) => {
          const headers = { "content-type": "application/json", authorization: `Bearer ${ada.token}` };
          const called = await server.send(route.method, toPath(route.path, { sessionId: "x", requestId: "x" }), { headers, body });
          if (called.status === 200) return;
          expect(called.status).toBeLessThan(500);
          expect(allowed).toContain(refusalBody.parse(JSON.parse(called.text)).code);
        }),
        { numRuns: 25 },
      );
    },
  );
});
