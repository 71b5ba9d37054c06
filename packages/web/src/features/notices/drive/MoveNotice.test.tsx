import type { UnionStore } from "@satchel/core/model/store.ts";
import type { MoveState } from "@satchel/core/transfer/storage-migration/move-service-types.ts";
import { act, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { SIGNED_IN } from "../../../testing/memory-services.ts";
import { renderApp } from "../../../testing/render-app.tsx";

describe("decision 0010 a change of plan above the notes", () => {
  it("shows progress on every page, and the arrival", async () => {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes", move: { kind: "copying", to: "pro", done: 3, total: 20 } });
    const become = (state: MoveState) => act(() => (app.services.migration.store as UnionStore<MoveState>).replace(state));
    expect(await screen.findByText("3 of 20 files copied", { exact: false })).toBeTruthy();
    become({ kind: "stopped", to: "pro", problem: "source-lost", isSwitched: false });
    expect(screen.getByText(/no longer has access/)).toBeTruthy();
    become({ kind: "elsewhere", to: "pro" });
    expect(screen.queryByText(/another device/)).toBeNull();
    become({ kind: "none", arrivedAt: "pro", isAllThere: true });
    expect(await screen.findByText("Your plan is now Pro. All your notes have been moved.")).toBeTruthy();
  });

  it("does not claim that all notes are there too early", async () => {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes", move: { kind: "copying", to: "pro" } });
    await screen.findByRole("button", { name: "Sync" });
    act(() => (app.services.migration.store as UnionStore<MoveState>).replace({ kind: "none", arrivedAt: "pro", isAllThere: false }));
    expect(await screen.findByText("Your plan is now Pro. Changes that are only on this device follow with the next sync.")).toBeTruthy();
  });

  it("B8 reports that the drive it waits for cannot be connected", async () => {
    const { user } = await renderApp({
      session: SIGNED_IN,
      path: "/notes",
      move: { kind: "needs-drive", to: "free" },
      connectionRefuses: () => ({ kind: "failed", status: 500 }),
    });
    await user.click(await screen.findByRole("button", { name: "Connect drive" }));
    expect(await screen.findByText("Cloud storage connection failed")).toBeTruthy();
  });

  it("reports an arrival once, not at every visit", async () => {
    const app = await renderApp({ session: SIGNED_IN, path: "/notes", move: { kind: "none", arrivedAt: "pro", isAllThere: true } });
    await screen.findByRole("button", { name: "Sync" });
    expect(app.services.status.store.getState().shown).toEqual([]);
  });
});
