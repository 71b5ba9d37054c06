import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { parseAttachmentMessage, parseLibraryMessage, parseSettingsMessage, parseSyncMessage } from "./library-messages.ts";
import {
  type ClosableChannel,
  openTabChannel,
  parseApprovalMessage,
  parseConnectionMessage,
  parseSensitiveMessage,
  parseSessionMessage,
} from "./tab-messages.ts";

const ENTITY = { kind: "note", id: "note-1", vv: { a: 1 }, alive: { a: 1 }, title: "Milk", createdAt: 1, mtime: 1e17 };
const FILE = { fileId: "f", id: "note-1", kind: "note", vv: { a: 1 }, version: 3, trusted: true, trashed: false };
const STATE = { phase: "waiting", pendingCount: 3, unreadableCount: 0, unsealedCount: 1, wentBackCount: undefined, lastCompleteAt: 5 };
const EDGES = [
  {
    parse: parseSyncMessage,
    accepted: [
      { kind: "nudge" },
      { kind: "state", state: { ...STATE, progress: { done: 1, total: 2 }, refusal: "storage-full" } },
      { kind: "state", state: { ...STATE, problem: { kind: "mass-removal", count: 42 } } },
      { kind: "state", state: { ...STATE, problem: { kind: "throttled", retryAfterMs: undefined } } },
    ],
    hostile: [
      { kind: "state" },
      { kind: "state", state: { ...STATE, phase: "gone" } },
      { kind: "state", state: { ...STATE, pendingCount: 1e300 } },
      { kind: "state", state: { ...STATE, lastCompleteAt: 1e17 } },
      { kind: "state", state: { ...STATE, problem: { kind: "toString" } } },
      { kind: "state", state: { ...STATE, problem: { kind: "mass-removal", count: {} } } },
      { kind: "state", state: { ...STATE, refusal: "constructor" } },
      { kind: "state", state: { ...STATE, progress: { done: Number.NaN, total: [] } } },
    ],
  },
  {
    parse: parseLibraryMessage,
    accepted: [
      { kind: "committed", origin: "user", writes: { entities: [ENTITY], remote: [FILE], forgetRemote: ["g"], meta: { ctr: 4 } } },
    ],
    hostile: [
      { kind: "committed", origin: "user" },
      { kind: "committed", origin: "elsewhere", writes: {} },
      { kind: "committed", origin: "sync", writes: { entities: [null] } },
      { kind: "committed", origin: "sync", writes: { entities: [{ ...ENTITY, vv: null }] } },
      { kind: "committed", origin: "sync", writes: { remote: [{ ...FILE, vv: "x" }] } },
      { kind: "committed", origin: "sync", writes: { forgetRemote: 7 } },
      { kind: "committed", origin: "sync", writes: { meta: { ctr: Number.NaN } } },
      { kind: "committed", origin: "sync", writes: { meta: { lastCompleteAt: 1e17 } } },
      { kind: "committed", origin: "sync", writes: { meta: { wentBack: { count: {}, atMs: 5 } } } },
      { kind: "committed", origin: "sync", writes: { meta: { recentRemovals: [{ count: 3, atMs: Number.NaN }] } } },
    ],
  },
  {
    parse: parseAttachmentMessage,
    accepted: [
      { id: "a", percent: 50 },
      { id: "a", percent: undefined },
    ],
    hostile: [
      { id: 7, percent: 1 },
      { id: "a", percent: 1e9 },
      { id: "a", percent: "half" },
    ],
  },
  {
    parse: parseSessionMessage,
    accepted: [{ kind: "changed" }, { kind: "signed-out", reason: "session-ended" }],
    hostile: [{ kind: "signed-out", reason: "x" }],
  },
  { parse: parseSensitiveMessage, accepted: [{ kind: "locked" }, { kind: "active" }], hostile: [{ kind: "unlocked" }, null] },
  {
    parse: parseApprovalMessage,
    accepted: [
      { kind: "taken", requestId: "r" },
      { kind: "scanned", requestId: "r", role: "a", code: { fingerprint: "f", secret: "s" } },
    ],
    hostile: [
      { kind: "taken", requestId: 7 },
      { kind: "scanned", requestId: "r", role: "x", code: { fingerprint: "f", secret: "s" } },
      { kind: "scanned", requestId: "r", role: "n", code: null },
      { kind: "scanned", requestId: "r", role: "n", code: { fingerprint: "f", secret: {} } },
    ],
  },
  {
    parse: parseConnectionMessage,
    accepted: [{ kind: "changed" }, { kind: "lost", who: "" }, { kind: "access", who: "ada", token: "t", endsAt: 5 }],
    hostile: [
      { kind: "lost" },
      { kind: "access", who: "ada", token: {}, endsAt: 5 },
      { kind: "access", who: "ada", token: "t", endsAt: Number.NaN },
    ],
  },
] as const;

const open: { close(): void }[] = [];
afterEach(() => {
  for (const channel of open.splice(0)) channel.close();
});

describe("messages of other tabs", () => {
  it.each(EDGES)("accepts valid messages and drops others: $parse.name", ({ parse, accepted, hostile }) => {
    for (const message of accepted) expect(parse(message)).toEqual(message);
    for (const message of hostile) expect(parse(message)).toBeUndefined();
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => parse(value)).not.toThrow();
      }),
    );
  });

  it("never returns settings that a user cannot choose", () => {
    const settings = { conflictResolutionStrategy: "toString", autoSync: "perhaps", syncIntervalMs: -1 };
    const received = parseSettingsMessage({ kind: "chosen", settings })?.settings;
    expect(received).toMatchObject({ conflictResolutionStrategy: "manual", autoSync: true });
    expect(received?.syncIntervalMs).toBeGreaterThan(0);
    for (const hostile of [undefined, {}, { kind: "chosen" }, { kind: "chosen", settings: 7 }])
      expect(parseSettingsMessage(hostile)).toBeUndefined();
  });

  it("does not send a message after it was closed", () => {
    const channel = openTabChannel("tab-messages-closed", parseSyncMessage);
    channel.close();
    expect(() => channel.post({ kind: "nudge" })).not.toThrow();
  });

  it("delivers only messages that parse", async () => {
    const name = "tab-messages-test";
    const [theirs, ours]: [BroadcastChannel, ClosableChannel<unknown>] = [
      new BroadcastChannel(name),
      openTabChannel(name, parseSyncMessage),
    ];
    open.push(theirs, ours);
    const received: unknown[] = [];
    const first = new Promise((resolve) => {
      ours.onMessage((message) => resolve(received.push(message)));
    });
    for (const hostile of [null, "nudge", { kind: "state", state: { phase: {} } }]) theirs.postMessage(hostile);
    theirs.postMessage({ kind: "nudge" });
    await first;
    expect(received).toEqual([{ kind: "nudge" }]);
  });
});
