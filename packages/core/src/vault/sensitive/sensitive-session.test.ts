import { describe, expect, it } from "vitest";
import { flushPromises } from "../../testing/manual-clock.ts";
import { FOLDER_PASSWORD, openSensitiveWindow } from "../../testing/sensitive-window.ts";
import type { SensitiveEvent } from "./sensitive-service-types.ts";

const OTHER = "another one for it";

async function unlocked() {
  const window = await openSensitiveWindow();
  const events: SensitiveEvent[] = [];
  window.folder.onEvent((event) => events.push(event));
  expect(await window.folder.unlock(FOLDER_PASSWORD)).toEqual({ ok: true, value: undefined });
  return { ...window, events, kind: () => window.folder.store.getState().kind, left: () => window.folder.countdown.getState().secondsLeft };
}

describe("B4.6 sensitive session", () => {
  it("counts down every second, warns at 60 and 30 seconds, locks after two minutes", async () => {
    const { clock, events, kind, left } = await unlocked();
    expect(left()).toBe(120);
    await clock.advance(59_000);
    expect(left()).toBe(61);
    expect(events).toEqual([{ kind: "unlocked" }]);
    await clock.advance(31_000);
    expect(left()).toBe(30);
    await clock.advance(29_999);
    expect(kind()).toBe("unlocked");
    await clock.advance(1);
    expect(kind()).toBe("locked");
    expect(left()).toBeUndefined();
    expect(events.slice(1)).toEqual([
      { kind: "ending", secondsLeft: 60 },
      { kind: "ending", secondsLeft: 30 },
      { kind: "locked", reason: "expired" },
    ]);
    expect(clock.pendingCount).toBe(0);
  });

  it("restarts with any activity of the user, and warns again", async () => {
    const { clock, folder, events, kind } = await unlocked();
    await clock.advance(70_000);
    folder.touch();
    await clock.advance(70_000);
    expect(events.filter(({ kind: what }) => what === "ending")).toHaveLength(2);
    await clock.advance(49_999);
    expect(kind()).toBe("unlocked");
    await clock.advance(1);
    expect(kind()).toBe("locked");
  });

  it("expires during sleep, whether the page resumes or a key comes first", async () => {
    for (const first of ["wake", "touch"] as const) {
      const { clock, folder, resume, kind } = await unlocked();
      clock.sleep(200_000);
      expect(kind()).toBe("unlocked");
      if (first === "wake") resume();
      else folder.touch();
      expect(kind()).toBe("locked");
    }
  });

  it("does not last longer because the clock was set back", async () => {
    const { clock, resume, kind } = await unlocked();
    clock.sleep(-3_600_000);
    resume();
    expect(kind()).toBe("locked");
  });

  it("locks when the window is hidden, if so configured", async () => {
    const { folder, hide, kind, events } = await unlocked();
    hide();
    expect(kind()).toBe("unlocked");
    folder.lockWhenHidden.set(true);
    hide();
    expect(kind()).toBe("locked");
    expect(events.at(-1)).toEqual({ kind: "locked", reason: "hidden" });
  });

  it("locks every tab, and activity in one keeps the others unlocked", async () => {
    const one = await unlocked();
    const two = await openSensitiveWindow({
      disk: one.disk,
      clock: one.clock,
      sensitiveStore: one.sensitiveStore,
      tabs: one.channels,
      windowId: "two",
    });
    await two.folder.unlock(FOLDER_PASSWORD);
    const reasons: SensitiveEvent[] = [];
    two.folder.onEvent((event) => reasons.push(event));
    await one.clock.advance(60_000);
    one.folder.touch();
    await one.clock.advance(100_000);
    expect(two.folder.store.getState().kind).toBe("unlocked");
    await one.folder.lock();
    expect(two.folder.store.getState().kind).toBe("locked");
    expect(reasons.at(-1)).toEqual({ kind: "locked", reason: "elsewhere" });
  });

  it("hides texts before the key is dropped, and can still seal unsaved text", async () => {
    const { folder, keys } = await unlocked();
    const order: string[] = [];
    folder.store.subscribe(({ kind }) => order.push(kind));
    folder.beforeKeyGoes(async () => {
      order.push(`key ${(await keys.unlockedSensitive()) === undefined ? "gone" : "present"}`);
    });
    await folder.lock();
    expect(order).toEqual(["locked", "key present"]);
    expect(await keys.unlockedSensitive()).toBeUndefined();
  });

  it("unlocks only after the previous lock is complete", async () => {
    const { folder, keys, kind } = await unlocked();
    let go = (): void => undefined;
    folder.beforeKeyGoes(() => new Promise((resolve) => (go = resolve)));
    const locking = folder.lock();
    const again = folder.unlock(FOLDER_PASSWORD);
    await flushPromises();
    expect(kind()).toBe("locked");
    go();
    await locking;
    expect(await again).toEqual({ ok: true, value: undefined });
    expect(kind()).toBe("unlocked");
    expect(await keys.unlockedSensitive()).toBeDefined();
  });
});

describe("encryption.md 3.5 (10) local mode", () => {
  it("is set up once, rejects a wrong password, and changes it with the same key", async () => {
    const { folder, sensitiveStore, kind } = await unlocked();
    const sid = await sensitiveStore.readSensitive();
    expect(await folder.setUp(OTHER)).toEqual({ ok: false, problem: { kind: "sensitive-exists" } });
    expect(await folder.change("wrong", OTHER)).toEqual({ ok: false, problem: { kind: "sensitive-refused" } });
    expect(await folder.change(FOLDER_PASSWORD, OTHER)).toEqual({ ok: true, value: undefined });
    await folder.lock();
    expect(await folder.unlock(FOLDER_PASSWORD)).toEqual({ ok: false, problem: { kind: "sensitive-refused" } });
    expect(kind()).toBe("locked");
    expect(await folder.unlock(OTHER)).toEqual({ ok: true, value: undefined });
    const now = await sensitiveStore.readSensitive();
    expect(now.ok && now.value?.sid).toBe(sid.ok && sid.value?.sid);
  });
});
