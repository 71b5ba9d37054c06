import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TOAST } from "../../model/limits/limits.ts";
import { createPromptsService } from "./prompts-service.ts";
import { durationOf } from "./status.ts";
import { createStatusService } from "./status-service.ts";

/** Timers moved by hand. */
function manualTimers() {
  let now = 0;
  let pending: { at: number; run: () => void }[] = [];
  return {
    after(delayMs: number, run: () => void) {
      const entry = { at: now + delayMs, run };
      pending.push(entry);
      return () => {
        pending = pending.filter((other) => other !== entry);
      };
    },
    advance(ms: number) {
      now += ms;
      const due = pending.filter((entry) => entry.at <= now);
      pending = pending.filter((entry) => entry.at > now);
      for (const entry of due) entry.run();
    },
    get waiting() {
      return pending.length;
    },
  };
}

function setup() {
  const timers = manualTimers();
  const status = createStatusService({ timers });
  return { timers, status, ids: () => status.store.getState().shown.map((shown) => shown.message.id) };
}

describe("B9 toast durations", () => {
  it.each([
    [{ id: "sync-completed" }, "success", 3000],
    [{ id: "sync-failed" }, "error", 5000],
    [{ id: "note-saved-offline" }, "warning", 4000],
    [{ id: "note-changed-elsewhere" }, "info", 3000],
    [{ id: "sensitive-unlocked" }, "success", 3000],
    [{ id: "sensitive-locked" }, "info", 3000],
    [{ id: "sensitive-ending", secondsLeft: 60 }, "warning", 4000],
    [{ id: "sensitive-expired" }, "warning", 4000],
  ] as const)("%j is a %s and disappears after %d ms", (message, tone, durationMs) => {
    const { timers, status } = setup();
    status.show(message);

    expect(status.store.getState().shown[0]?.tone).toBe(tone);
    timers.advance(durationMs - 1);
    expect(status.store.getState().shown).toHaveLength(1);
    timers.advance(1);
    expect(status.store.getState().shown).toHaveLength(0);
  });

  it("stays while the pointer is over it, and then for its whole time again", () => {
    const { timers, status } = setup();
    const key = status.show({ id: "sync-completed" });

    status.hold(key);
    timers.advance(60_000);
    expect(status.store.getState().shown).toHaveLength(1);
    status.release(key);
    timers.advance(TOAST.successMs);
    expect(status.store.getState().shown).toHaveLength(0);
  });

  it("keeps a loading message until dismissed, and shows twenty at most", () => {
    expect(durationOf("loading")).toBeUndefined();
    const { status } = setup();
    for (let at = 0; at < 30; at += 1) status.show({ id: "note-saved" }, { subject: `note-${at}` });
    expect(status.store.getState().shown).toHaveLength(20);
  });

  it("cancels its timer when dismissed", () => {
    const { timers, status } = setup();
    status.dismiss(status.show({ id: "sync-completed" }));

    expect(timers.waiting).toBe(0);
  });
});

describe("visual.md: one toast per subject", () => {
  it("replaces an earlier message about the same note", () => {
    const { timers, status, ids } = setup();
    status.show({ id: "note-created" }, { subject: "note-1" });
    status.show({ id: "note-deleted" }, { subject: "note-2" });
    timers.advance(2000);
    status.show({ id: "note-uploaded" }, { subject: "note-1" });

    expect(ids()).toEqual(["note-deleted", "note-uploaded"]);
    timers.advance(1000);
    expect(ids()).toEqual(["note-uploaded"]);
  });

  it("shows at most the limit, and each subject once", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 120 }), (subjects) => {
        const { status } = setup();
        for (const subject of subjects) status.show({ id: "note-saved" }, { subject: `note-${subject}` });
        const shown = status.store.getState().shown.map((one) => one.subject);
        expect(shown.length).toBeLessThanOrEqual(TOAST.maxShown);
        expect(new Set(shown).size).toBe(shown.length);
        if (subjects.length > 0) expect(shown.at(-1)).toBe(`note-${subjects.at(-1)}`);
      }),
    );
  });
});

describe("A2.2 global dialogs", () => {
  it("keeps the failed sign-in until closed, and shows one dialog at a time", () => {
    const prompts = createPromptsService();
    prompts.raiseSignInFailed("ada@example.org");
    expect(prompts.store.getState().signInFailed).toEqual({ email: "ada@example.org" });

    prompts.raiseMaintenance();
    expect(prompts.store.getState()).toEqual({ signInFailed: undefined, maintenance: true, useLocally: false });
    prompts.close();
    expect(prompts.store.getState().maintenance).toBe(false);
  });
});
