/**
 * Calls every route as every kind of caller. The contract decides who is admitted, and no user reaches another's account. Decision 0006.
 */
import { currentSession, listSessions, revokeSession } from "@satchel/contract/accounts/auth.ts";
import { REFUSALS } from "@satchel/contract/refusals.ts";
import { type Auth, type Route, toPath } from "@satchel/contract/route.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_ROUTES } from "./startup/app.ts";
import { createTestServer, type TestServer } from "./testing/test-server.ts";

let server: TestServer;
const headers = new Map<string, Record<string, string>>();
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

beforeAll(async () => {
  server = await createTestServer({ SATCHEL_TEST: "1" });
  const { sessions } = server.stack().services;
  const ada = await server.join();
  const client = { network: "203.0.113.0/24", device: "Test browser" };
  const [ended, revoked, limited] = [
    await sessions.start(ada.id, client),
    await sessions.start(ada.id, client),
    await sessions.start(ada.id, client, true),
  ];
  const endedCaller = await sessions.find(ended);
  if (!("sessionId" in endedCaller)) throw new Error("no session");
  await sessions.signOut(endedCaller);
  const revokedCaller = await sessions.find(revoked);
  if (!("sessionId" in revokedCaller)) throw new Error("no session");
  await sessions.revoke(ada.id, revokedCaller.sessionId);
  headers.set("nobody", {});
  headers.set("a made-up token", bearer("x".repeat(43)));
  headers.set("a scheme we do not know", { authorization: `Digest ${ada.token}` });
  headers.set("a token in the cookie", { cookie: `token=${ada.token}` });
  headers.set("an ended session", bearer(ended));
  headers.set("a revoked session", bearer(revoked));
  headers.set("a limited session", bearer(limited));
});
afterAll(() => server.close());

/** Expected error per caller and per `auth` of the route; undefined if the caller is admitted. */
const EXPECTED_REFUSALS: Readonly<Record<string, (auth: Auth) => keyof typeof REFUSALS | undefined>> = {
  anonymous: () => "not-signed-in",
  "a made-up token": () => "session-ended",
  "a scheme we do not know": () => "not-signed-in",
  "a token in the cookie": () => "not-signed-in",
  "an ended session": () => "session-ended",
  "a revoked session": () => "session-revoked",
  "a limited session": (auth) => (auth === "limited" ? undefined : "session-limited"),
};
const AUTH_CODES = new Set<string>(["not-signed-in", "session-ended", "session-revoked", "session-limited"]);

const routes = ALL_ROUTES.map(({ contract }): Route => contract);
const named = (route: Route) => [`${route.method} ${route.path}`, route] as const;
const codeOf = (text: string): string => (JSON.parse(text) as { code?: string }).code ?? "";

const knock = (route: Route, caller: string) =>
  server.send(route.method, toPath(route.path, { sessionId: "x", requestId: "x", fileId: "x" }), {
    headers: { ...(route.method === "GET" ? {} : { "content-type": "application/json" }), ...headers.get(caller) },
    body: route.method === "GET" ? "" : "{}",
  });

describe("decision 0006: every route × every kind of caller", () => {
  it.each(routes.filter(({ auth }) => auth !== "public").map(named))("%s admits the callers that its contract names", async (_, route) => {
    for (const [caller, codeFor] of Object.entries(EXPECTED_REFUSALS)) {
      const code = codeFor(route.auth);
      const called = await knock(route, caller);
      if (code === undefined) expect([caller, AUTH_CODES.has(called.status === 200 ? "" : codeOf(called.text))]).toEqual([caller, false]);
      else expect([caller, called.status, codeOf(called.text)]).toEqual([caller, REFUSALS[code].status, code]);
    }
  });

  it.each(routes.filter(({ auth }) => auth === "public").map(named))("%s ignores tokens", async (_, route) => {
    const codes = await Promise.all([...headers.keys()].map(async (caller) => (await knock(route, caller)).text));
    for (const text of codes) expect(AUTH_CODES.has(codeOf(text))).toBe(false);
  });

  it("keeps only sign-in and registration public", () => {
    expect(
      routes
        .filter(({ auth }) => auth === "public")
        .map(({ path }) => path)
        .sort(),
    ).toEqual([
      "/api/auth/forgot-password",
      "/api/auth/login",
      "/api/auth/prelogin",
      "/api/auth/register",
      "/api/cloud/config",
      "/api/local/session/:sessionId/sync-to-cloud",
      "/api/local/session/:sessionId/upgrade-options",
      "/api/server",
    ]);
  });

  it("responds 404 to ids of another user", async () => {
    const [ada, mallory] = [await server.join(), await server.join()];
    const [own] = (await server.call(listSessions, undefined, { token: ada.token })).reply().sessions;
    const params = { sessionId: own?.id ?? "" };

    expect((await server.call(revokeSession, undefined, { token: mallory.token, params })).status).toBe(404);
    expect((await server.call(currentSession, undefined, { token: ada.token })).status).toBe(200);
  });

  it.each([
    ["GET", "/drive/v3/files"],
    ["POST", "/upload/drive/v3/files?uploadType=media"],
  ])("%s %s of managed storage requires a full session", async (method, path) => {
    for (const caller of headers.keys()) {
      const response = await fetch(`${await listening()}${path}`, { method, headers: headers.get(caller) ?? {} });
      await response.text();
      // Like Google: 403 without a token, 401 with an invalid one.
      expect([caller, [401, 403].includes(response.status)]).toEqual([caller, true]);
    }
  });

  let origin: Promise<string> | undefined;
  function listening(): Promise<string> {
    origin ??= server.listen();
    return origin;
  }
});
