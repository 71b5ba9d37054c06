import { describe, expect, it } from "vitest";
import { failed, ok, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createLocalModeService } from "./local-mode-service.ts";

function createApp(answers: { readonly storage?: Result<void, StoreProblem>; readonly erase?: Result<void, StoreProblem> } = {}) {
  const kept = new Map<string, string>();
  const ids = createSequenceIds("s");
  const start = () =>
    createLocalModeService({
      preferences: {
        read: (key) => kept.get(key),
        write: (key, value) => void (value === undefined ? kept.delete(key) : kept.set(key, value)),
      },
      ids,
      tryStorage: async () => answers.storage ?? ok(undefined),
      erase: async () => answers.erase ?? ok(undefined),
    });
  return { kept, start };
}

describe("B4 Local mode", () => {
  it("stays enabled after a reload", async () => {
    const app = createApp();
    expect(app.start().store.getState().enabled).toBe(false);

    await app.start().enable();

    expect(app.start().store.getState().enabled).toBe(true);
    expect(app.kept.get("localModeEnabled")).toBe("true");
  });

  it("B3 uses one session id until everything is cleared", async () => {
    const app = createApp();
    await app.start().enable();
    const first = app.kept.get("localSessionId");
    expect(first).toMatch(/^local-.{16}$/);
    await app.start().enable();
    expect(app.kept.get("localSessionId")).toBe(first);

    await app.start().clearAll();
    expect(app.kept.has("localSessionId")).toBe(false);
    await app.start().enable();
    expect(app.kept.get("localSessionId")).not.toBe(first);
  });

  it("ends when another tab has cleared local mode", async () => {
    const app = createApp();
    const [one, other] = [app.start(), app.start()];
    await one.enable();
    expect(other.isOn()).toBe(true);
    expect(other.store.getState().enabled).toBe(true);
    await other.clearAll();
    expect(one.isOn()).toBe(false);
    expect(one.store.getState().enabled).toBe(false);
  });

  it("does not enable if the browser cannot store notes", async () => {
    const app = createApp({ storage: failed({ kind: "storage-denied" }) });
    const service = app.start();

    expect(await service.enable()).toEqual({ ok: false, problem: { kind: "storage-denied" } });
    expect(service.store.getState().enabled).toBe(false);
  });

  it("ends when everything is cleared, and stays on if clearing fails", async () => {
    const refusing = createApp({ erase: failed({ kind: "storage-broken", detail: "blocked" }) });
    const stays = refusing.start();
    await stays.enable();
    expect((await stays.clearAll()).ok).toBe(false);
    expect(stays.store.getState().enabled).toBe(true);

    const app = createApp();
    const service = app.start();
    await service.enable();
    await service.clearAll();
    expect(service.store.getState().enabled).toBe(false);
    expect(app.start().store.getState().enabled).toBe(false);
  });
});
