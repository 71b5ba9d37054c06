import { describe, expect, it } from "vitest";
import type { BackendProblem } from "../ports/account/backend.ts";
import { renewAfterMs, retryAfterMs } from "./access-service.ts";
import { decideAfterRenewal, toConnectionProblem } from "./connection-problems.ts";
import { parseDriveText, toDriveText } from "./token-source-service.ts";

const refused = (code: string, status: number) => ({ kind: "refused", code, status }) as BackendProblem;

describe("B4 Cloud connection: refusals by code", () => {
  it.each<[BackendProblem, object]>([
    [{ kind: "offline" }, { kind: "offline" }],
    [{ kind: "timed-out", afterMs: 30_000 }, { kind: "unreachable" }],
    [{ kind: "malformed", status: 200 }, { kind: "unreachable" }],
    [refused("drive-unreachable", 502), { kind: "unreachable" }],
    [refused("unexpected", 500), { kind: "unreachable" }],
    [refused("drive-not-configured", 501), { kind: "not-configured" }],
    [refused("scope-missing", 403), { kind: "scope-missing" }],
    [refused("session-ended", 401), { kind: "not-signed-in" }],
    [refused("drive-not-connected", 404), { kind: "not-connected" }],
    [refused("grant-ended", 403), { kind: "not-connected" }],
    [refused("oauth-invalid-grant", 400), { kind: "failed", status: 400 }],
    [refused("oauth-redirect-mismatch", 400), { kind: "failed", status: 400 }],
  ])("maps a refusal to its problem: %j", (problem, expected) => {
    expect(toConnectionProblem(problem)).toEqual(expected);
  });

  it.each<[BackendProblem, object]>([
    [refused("reconnection-needed", 403), { kind: "expired", reason: "revoked" }],
    [refused("grant-ended", 403), { kind: "expired", reason: "grant-ended" }],
    [refused("scope-missing", 403), { kind: "expired", reason: "scope-missing" }],
    [refused("drive-not-connected", 404), { kind: "gone" }],
    [refused("drive-unreachable", 502), { kind: "later", outOfReach: "drive" }],
    [refused("rate-limited", 429), { kind: "later", outOfReach: "server" }],
    [{ kind: "offline" }, { kind: "later", outOfReach: "network" }],
    [
      { kind: "timed-out", afterMs: 1 },
      { kind: "later", outOfReach: "server" },
    ],
  ])("decides after a failed renewal: %j", (problem, decision) => {
    const isLater = "outOfReach" in decision;
    expect(decideAfterRenewal(problem)).toEqual(isLater ? { ...decision, problem } : decision);
  });
});

describe("B9 Reconnect", () => {
  it("waits 2 s, doubles up to a minute, ten times", () => {
    expect(Array.from({ length: 11 }, (_, attempts) => retryAfterMs(attempts))).toEqual([
      2000,
      4000,
      8000,
      16_000,
      32_000,
      60_000,
      60_000,
      60_000,
      60_000,
      60_000,
      undefined,
    ]);
  });

  it("renews five minutes early, a short-lived token half-way", () => {
    expect(renewAfterMs(3_600_000)).toBe(3_300_000);
    expect(renewAfterMs(300_000)).toBe(150_000);
  });
});

describe("B3 remembered drive", () => {
  it("is read back unchanged, or not at all", () => {
    const drive = { sub: "1", email: "ada@example.org", name: "Ada", label: "Sandbox drive" };
    expect(parseDriveText(toDriveText(drive, "Sandbox drive"))).toEqual(drive);
    for (const text of [undefined, "", "x", "null", '{"sub":1}']) expect(parseDriveText(text)).toBeUndefined();
  });
});
