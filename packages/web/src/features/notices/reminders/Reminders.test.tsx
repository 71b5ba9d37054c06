import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { cleanup, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../../testing/memory-services.ts";
import { renderApp } from "../../../testing/render-app.tsx";

const DAY_MS = 24 * 60 * 60 * 1000;
const START_MS = Date.UTC(2026, 0, 5);

const KEY = "Save your recovery key. If you forget your password, it may be the only way back.";

async function open(nowMs: number, preferences: Record<string, string> = {}) {
  const app = await renderApp({
    session: { ...SIGNED_IN, hasPendingRecoveryKey: true } as typeof SIGNED_IN,
    path: "/notes",
    now: () => nowMs,
    preferences,
    sync: { lastCompleteAt: 1 },
    device: { storage: "denied" },
  });
  await app.services.open.notes.create({ title: "Heron", content: "at low water" }, null);
  await screen.findByRole("option", { name: /^Heron/ });
  return app;
}

const areTwo = () => screen.findByRole("button", { name: "Notice 1 of 2. Show next" });

describe("the reminder of the recovery key", () => {
  it("is postponed by Later for three days, even over a reload", async () => {
    const { user, services } = await open(START_MS);
    const next = await areTwo();
    if (screen.queryByText(KEY) === null) await user.click(next);
    await user.click(screen.getByRole("button", { name: "Later" }));
    expect(screen.queryByText(KEY)).toBeNull();
    const kept = { [LOCAL_KEYS.recoveryKeyLater]: services.preferences.read(LOCAL_KEYS.recoveryKeyLater) ?? "" };

    cleanup();
    await open(START_MS + 3 * DAY_MS - 1, kept);
    await screen.findByText(/^This browser may delete your notes/);
    expect(screen.queryByText(KEY)).toBeNull();
    expect(screen.queryByRole("button", { name: /Show next$/ })).toBeNull();

    cleanup();
    await open(START_MS + 3 * DAY_MS, kept);
    expect(await areTwo()).toBeTruthy();
  });
});
