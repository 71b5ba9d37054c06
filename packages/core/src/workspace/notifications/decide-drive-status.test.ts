import { describe, expect, it } from "vitest";
import { type DriveStatusInput, decideDriveStatus } from "./decide-drive-status.ts";

const REFUSED = { phase: "idle", problem: undefined, pendingCount: 1, refusal: "refused" } as const;
const given = (connection: DriveStatusInput["connection"], sync: DriveStatusInput["sync"] = REFUSED, isOnline = true) =>
  decideDriveStatus({ connection, sync, isOnline });

describe("B4 status of the drive", () => {
  it("reports a refusal if no more serious state holds, and only while notes wait", () => {
    expect(given({ kind: "connected" })).toEqual({ kind: "refused", reason: "refused" });
    expect(given({ kind: "connected" }, { ...REFUSED, pendingCount: 0 })).toEqual({ kind: "fine" });
  });

  it("ranks a lost permission, an unreachable drive and a failed cycle first", () => {
    expect(given({ kind: "expired", reason: "revoked" })).toEqual({ kind: "lost", reason: "revoked" });
    expect(given({ kind: "disconnected" })).toEqual({ kind: "out-of-reach", who: "drive" });
    expect(given({ kind: "connected" }, { ...REFUSED, problem: { kind: "throttled" } })).toEqual({ kind: "problem", problem: "throttled" });
    expect(given({ kind: "connected" }, { ...REFUSED, phase: "off" })).toEqual({ kind: "paused" });
  });

  it("ranks a lost permission above the problem of the last cycle", () => {
    const sync = { ...REFUSED, problem: { kind: "server-error", status: 503 } } as const;
    expect(given({ kind: "expired", reason: "not-permitted" }, sync)).toEqual({ kind: "lost", reason: "not-permitted" });
    expect(given({ kind: "expired", reason: "revoked" }, sync, false)).toEqual({ kind: "offline" });
  });
});
