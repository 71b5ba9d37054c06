import { describe, expect, it } from "vitest";
import type { CycleProblem } from "../sync/context/cycle-types.ts";
import { checkConfiguration, isConnectable } from "./check-configuration.ts";
import type { ConnectionState } from "./connection-service-types.ts";
import { decideLink, decideManualSync, decideSyncMode, decideUploadAvailability, isConnectionLost, maySync } from "./link.ts";

const connected = { kind: "connected" } as const;
const problem = (kind: CycleProblem["kind"]) => ({ kind });

describe("A2.8 connection dot", () => {
  it.each<[ConnectionState["kind"], string]>([
    ["none", "disconnected"],
    ["connecting", "connecting"],
    ["connected", "connected"],
    ["expired", "disconnected"],
    ["disconnected", "disconnected"],
  ])("shows %s as %s", (kind, link) => {
    expect(decideLink({ connection: { kind }, problem: undefined, isOnline: true })).toBe(link);
  });

  it("is 'offline' without a network, whatever the drive's state", () => {
    for (const kind of ["none", "connecting", "connected", "expired", "disconnected"] as const) {
      expect(decideLink({ connection: { kind }, problem: undefined, isOnline: false })).toBe("offline");
    }
  });

  it("is not 'connected' while the user has paused sync", () => {
    expect(decideLink({ connection: connected, problem: undefined, isOnline: true, isPaused: true })).toBe("disconnected");
  });

  it.each([
    "offline",
    "timed-out",
    "answer-lost",
    "server-error",
    "access-expired",
    "target-changed",
    "scope-missing",
    "api-disabled",
    "policy-refused",
  ] as const)("is not 'connected' with a valid token if the last sync met %s", (kind) => {
    expect(decideLink({ connection: connected, problem: problem(kind), isOnline: true })).toBe("disconnected");
  });

  it.each(["storage-full", "throttled", "rejected", "vault-locked"] as const)("stays 'connected' if the drive responded: %s", (kind) => {
    expect(decideLink({ connection: connected, problem: problem(kind), isOnline: true })).toBe("connected");
  });
});

describe("A4 Create note: access to the drive", () => {
  it.each<[ConnectionState["kind"], boolean, string]>([
    ["connected", true, "open"],
    ["connecting", true, "open"],
    ["connected", false, "closed"],
    ["disconnected", true, "closed"],
    ["expired", true, "expired"],
    ["expired", false, "expired"],
    ["none", true, "none"],
  ])("gives for %s, online %s: %s", (kind, isOnline, availability) => {
    expect(decideUploadAvailability({ kind }, isOnline)).toBe(availability);
  });

  it("is closed while the user works offline, even if the drive is reachable", () => {
    expect(decideUploadAvailability({ kind: "connected" }, true, true)).toBe("closed");
    expect(decideUploadAvailability({ kind: "connecting" }, true, true)).toBe("open");
    expect(decideUploadAvailability({ kind: "none" }, true, true)).toBe("none");
  });
});

describe("A4 Manual sync", () => {
  it.each<[ConnectionState, string]>([
    [{ kind: "connected", isConfigured: true, isManaged: false }, "sync"],
    [{ kind: "disconnected", isConfigured: true, isManaged: false }, "try-access"],
    [{ kind: "connecting", isConfigured: true, isManaged: false }, "try-access"],
    [{ kind: "none", isConfigured: true, isManaged: false }, "sign-in"],
    [{ kind: "expired", reason: "revoked", isConfigured: true, isManaged: false }, "sign-in"],
    [{ kind: "expired", reason: "not-permitted", isConfigured: true, isManaged: false }, "sign-in"],
  ])("does in the state %j: %s", (state, decision) => {
    expect(decideManualSync(state)).toBe(decision);
  });

  it("syncs while the drive itself refuses, and in no other lost state", () => {
    expect(maySync({ kind: "expired", reason: "not-permitted" })).toBe(true);
    expect(maySync({ kind: "expired", reason: "revoked" })).toBe(false);
    expect(maySync({ kind: "disconnected" })).toBe(false);
  });

  it("works without a drive only if the server knows of none", () => {
    const kinds = ["connected", "connecting", "disconnected", "expired", "none"] as const;
    expect(kinds.map((kind) => decideSyncMode({ kind }))).toEqual(["sync", "wait", "wait", "wait", "without"]);
  });

  it("opens reconnection if the connection failed", () => {
    expect(isConnectionLost(problem("access-expired"))).toBe(true);
    expect(isConnectionLost(problem("not-connected"))).toBe(true);
    expect(isConnectionLost(problem("server-error"))).toBe(false);
    expect(isConnectionLost(undefined)).toBe(false);
  });
});

describe("B5 configuration", () => {
  const google = { mode: "google", clientId: "1-x.apps.googleusercontent.com" } as const;

  it.each([
    [google, "https://notes.example.org", true],
    [google, "http://localhost:8080", true],
    [google, "http://127.0.0.1:8080", true],
    [google, "http://notes.example.org", false],
    [google, "http://localhost.evil.example", false],
    [{ mode: "google", clientId: ".apps.googleusercontent.com" }, "https://notes.example.org", false],
    [{ mode: "google", clientId: "1-x.example.org" }, "https://notes.example.org", false],
    [{ mode: "sandbox", clientId: "satchel-sandbox" }, "http://192.168.1.4:8080", true],
    [{ mode: "none" }, "https://notes.example.org", false],
  ] as const)("checks %j at %s", (drive, origin, connectable) => {
    expect(isConnectable(drive, origin)).toBe(connectable);
  });

  it("names what is missing", () => {
    const checks = checkConfiguration({
      drive: { mode: "none" },
      origin: "http://notes.example.org",
      isSignedIn: false,
      isPermitted: false,
    });
    expect(checks.every(({ isMet }) => !isMet)).toBe(true);
    expect(checks).toHaveLength(5);
  });
});
