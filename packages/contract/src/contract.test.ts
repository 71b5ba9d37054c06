import { describe, expect, it } from "vitest";
import * as activity from "./accounts/activity.ts";
import * as approvals from "./accounts/approvals.ts";
import * as auth from "./accounts/auth.ts";
import * as keys from "./accounts/keys.ts";
import * as local from "./accounts/local.ts";
import * as onboarding from "./accounts/onboarding.ts";
import * as pendingSteps from "./accounts/pending-steps.ts";
import * as sensitive from "./accounts/sensitive.ts";
import * as signals from "./devices/signals.ts";
import * as cloud from "./drives/cloud.ts";
import * as files from "./drives/files.ts";
import * as planChange from "./drives/plan-change.ts";
import { ANYWHERE, REFUSALS } from "./refusals.ts";
import { type Route, toPath } from "./route.ts";
import * as serverInfo from "./server-info.ts";

const isRoute = (value: unknown): value is Route => typeof value === "object" && value !== null && "path" in value && "reply" in value;
const routes = [
  auth,
  activity,
  approvals,
  cloud,
  files,
  keys,
  local,
  onboarding,
  pendingSteps,
  planChange,
  sensitive,
  serverInfo,
  signals,
].flatMap((area) => Object.values(area as Record<string, unknown>).filter(isRoute));
const sealed = { iv: "A".repeat(16), ct: "AAAA" };
const envelope = { v: 1, alg: "A256GCM", kid: "A".repeat(11), ...sealed };
const document = {
  v: 1,
  vaultId: "A".repeat(11),
  rev: 1,
  rec: { rkId: "A".repeat(8), ...sealed },
  priv: [{ pairId: "A".repeat(11), ...sealed }],
  recpub: envelope,
  sens: null,
  also: [{ vaultId: "B".repeat(11), sealed: envelope }],
  proofHash: "A".repeat(43),
};

describe("A7 routes", () => {
  it("have a unique method and path", () => {
    const names = routes.map((route) => `${route.method} ${route.path}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it("list each refusal of a route once", () => {
    for (const route of routes) {
      const codes = [...route.refusals, ...ANYWHERE];
      expect(new Set(codes).size, route.path).toBe(codes.length);
    }
  });

  it("fill parameters into the path", () => {
    expect(toPath(local.upgradeOptions.path, { sessionId: "local-1", storageBytes: "2", notesCount: "3&4" })).toBe(
      "/api/local/session/local-1/upgrade-options?storageBytes=2&notesCount=3%264",
    );
    expect(toPath(auth.revokeSession.path, { sessionId: "a/b" })).toBe("/api/auth/sessions/a%2Fb");
  });
});

describe("A8 refusals", () => {
  it("carry an HTTP error status and a sentence", () => {
    for (const { status, message } of Object.values(REFUSALS)) {
      expect(status).toBeGreaterThanOrEqual(400);
      expect(message).toMatch(/\.$/);
    }
  });
});

describe("encryption.md 3.4 the key document", () => {
  it("is accepted unchanged, and unknown fields are rejected instead of dropped", () => {
    expect(keys.keyDocument.parse(document)).toEqual(document);
    expect(keys.keyDocument.safeParse({ ...document, title: "Milk" }).success).toBe(false);
  });

  it.each([{ m: 65_535 }, { m: 1_048_577 }, { t: 2 }, { t: 11 }, { p: 2 }, { alg: "argon2i" }, { salt: "AA" }])(
    "rejects a weak or excessive kdf %j",
    (part) => {
      const kdf = { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "A".repeat(22) };
      expect(keys.kdf.safeParse(kdf).success).toBe(true);
      expect(keys.kdf.safeParse({ ...kdf, ...part }).success).toBe(false);
    },
  );
});
