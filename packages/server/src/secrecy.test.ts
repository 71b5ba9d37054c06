import * as activity from "@satchel/contract/accounts/activity.ts";
import * as approvals from "@satchel/contract/accounts/approvals.ts";
import * as auth from "@satchel/contract/accounts/auth.ts";
import * as keys from "@satchel/contract/accounts/keys.ts";
import * as local from "@satchel/contract/accounts/local.ts";
import * as onboarding from "@satchel/contract/accounts/onboarding.ts";
import * as pendingSteps from "@satchel/contract/accounts/pending-steps.ts";
import * as sensitive from "@satchel/contract/accounts/sensitive.ts";
import * as ai from "@satchel/contract/ai.ts";
import * as devices from "@satchel/contract/devices/devices.ts";
import * as signals from "@satchel/contract/devices/signals.ts";
import * as cloud from "@satchel/contract/drives/cloud.ts";
import * as files from "@satchel/contract/drives/files.ts";
import * as planChange from "@satchel/contract/drives/plan-change.ts";
import type { Route } from "@satchel/contract/route.ts";
import * as serverInfo from "@satchel/contract/server-info.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import { ALL_ROUTES } from "./startup/app.ts";
import { aSecret } from "./testing/keys.ts";
import { connect } from "./testing/oauth-flow.ts";
import { createTestServer, type TestServer } from "./testing/test-server.ts";

const NOTE = "Zanzibar marmalade recipe";
const TYPED = "Plain password Quetzal 7";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

/** All encodings in which the words may appear in a file. */
function guises(words: string): readonly Buffer[] {
  return [
    Buffer.from(words),
    Buffer.from(words, "utf16le"),
    Buffer.from(encodeURIComponent(words)),
    Buffer.from(Buffer.from(words).toString("base64")),
    Buffer.from(Buffer.from(words).toString("base64url")),
    Buffer.from(Buffer.from(words).toString("hex")),
  ];
}

async function expectNowhere(words: readonly string[]): Promise<void> {
  const bytes = await server.everyByte();
  for (const word of words) for (const guise of guises(word)) expect([word, bytes.includes(guise)]).toEqual([word, false]);
}

describe("decision 0003 no route accepts or returns note text", () => {
  it("covers exactly the routes of the contract", () => {
    const declared = [
      ai,
      auth,
      activity,
      approvals,
      cloud,
      devices,
      files,
      keys,
      local,
      onboarding,
      pendingSteps,
      planChange,
      sensitive,
      serverInfo,
      signals,
    ].flatMap((area) =>
      Object.values(area as Record<string, unknown>)
        .flat()
        .filter(isRoute),
    );
    const mounted = ALL_ROUTES.map(({ contract }) => contract);
    expect(new Set(mounted)).toEqual(new Set(declared));
    expect(mounted).toHaveLength(declared.length);
  });

  it("lacks fields for free text of a note in all bodies and replies", () => {
    const forbidden = /title|content|note|folderName|fileName|text|html/i;
    /** Names of the spec; they carry envelopes and opaque names only (routes/cloud-files.test.ts, routes/files.test.ts). */
    const sealed = (path: string, name: string): boolean =>
      (path.startsWith("/api/cloud/google-drive/files") && name === "content") || (path.startsWith("/api/files/") && name === "fileName");
    /** The user sends a prompt on purpose, and it is not stored (decision 0006 "AI", routes/ai.test.ts). */
    const isPrompt = (path: string, name: string): boolean => path === "/api/ai/complete" && name === "content";
    /** The spec's name for a field that is rejected unless it is empty (decision 0005 "sync-to-cloud"). */
    const isEmpty = (path: string, name: string): boolean => path.endsWith("/sync-to-cloud") && name === "localNotes";
    expect(local.syncToCloud.body.shape.localNotes.safeParse(["x"]).success).toBe(false);
    for (const { contract } of ALL_ROUTES) {
      const schemas = JSON.stringify([
        z.toJSONSchema(contract.body, { unrepresentable: "any" }),
        z.toJSONSchema(contract.reply, { unrepresentable: "any" }),
      ]);
      const names = [...schemas.matchAll(/"([A-Za-z_]+)":\{/g)].map((match) => match[1] ?? "");
      const clear = names.filter(
        (name) => forbidden.test(name) && !sealed(contract.path, name) && !isPrompt(contract.path, name) && !isEmpty(contract.path, name),
      );
      expect([contract.path, clear]).toEqual([contract.path, []]);
    }
  });

  it("drops or rejects note text of a foreign client on every route, and stores none", async () => {
    const { token, email } = await server.join();
    const words = {
      title: NOTE,
      content: NOTE,
      note: { title: NOTE },
      user_id: NOTE,
      email,
      password: aSecret(),
      code: "x",
      redirect_uri: "x",
    };
    for (const { contract } of ALL_ROUTES.filter((each) => each.contract.method !== "GET")) {
      const headers = { "content-type": "application/json", authorization: `Bearer ${token}`, "user-agent": "x" };
      const called = await server.send(contract.method, contract.path.replace(":sessionId", "none"), {
        headers,
        body: JSON.stringify(words),
      });
      expect([contract.path, called.text.includes(NOTE)]).toEqual([contract.path, false]);
    }
    await expectNowhere([NOTE]);
  });
});

describe("decision 0006 after whole journeys no secret is in a file or in the log", () => {
  it("stores passwords, secrets, tokens and codes only sealed or hashed", async () => {
    const origin = await server.listen();
    const ada = await server.join();
    const connected = await connect(server, origin, ada.token);
    await server.call(cloud.cloudStatus, undefined, { token: ada.token });
    await server.call(keys.openKeys, { password: ada.password }, { token: ada.token });
    const typed = (await server.call(auth.register, { email: "typist@example.org", password: TYPED })).reply();
    await server.call(auth.login, { email: "typist@example.org", password: `${TYPED}x` });
    await server.call(auth.login, { email: "typist@example.org", password: TYPED });
    await server.send("GET", `/auth/google/callback?code=SecretCode123456&state=SecretState123456`);
    await server.send("POST", "/api/auth/login", {
      headers: { "content-type": "application/json" },
      body: `{"email":"x","password":"${TYPED}"`,
    });

    await expectNowhere([
      ada.password,
      ada.token,
      ada.vault.proof,
      TYPED,
      typed.token,
      connected.accessToken,
      connected.refreshToken,
      "SecretCode123456",
      "SecretState123456",
    ]);
  });

  it("keeps names, addresses and networks of users out of the log", async () => {
    await server.join("named.person@example.org");
    await server.call(auth.login, { email: "named.person@example.org", password: aSecret() }, { address: "203.0.113.99" });
    expect(server.log()).toContain("/api/auth/login");
    for (const word of ["named.person", "example.org", "203.0.113"]) expect(server.log()).not.toContain(word);
  });
});

function isRoute(value: unknown): value is Route {
  return typeof value === "object" && value !== null && "path" in value && "reply" in value;
}
