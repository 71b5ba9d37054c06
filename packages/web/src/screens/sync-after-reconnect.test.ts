import type { Store } from "@satchel/core/model/store.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { describe, expect, it } from "vitest";
import { createMemoryServices, SIGNED_IN } from "../testing/memory-services.ts";
import { syncAfterReconnect } from "./ReturnScreen.tsx";

async function comeBack(isComplete: boolean, state: Partial<SyncState>) {
  const services = await createMemoryServices({ session: SIGNED_IN });
  Object.assign(services.open.sync, {
    syncNow: async () => {
      (services.open.sync.store as Store<SyncState>).setState(state);
      return isComplete;
    },
  });
  await syncAfterReconnect(services.library, services.status);
  return services.status.store.getState().shown.map(({ message }) => message.id);
}

describe("A8 'Reconnected but sync failed. Please try manual refresh.'", () => {
  it("is shown when the sync after a reconnect does not complete", async () => {
    expect(await comeBack(false, { phase: "waiting", problem: { kind: "server-error", status: 503 } })).toEqual([
      "reconnected-sync-failed",
    ]);
  });

  it("is not shown when it completes, or when another drive has its own dialog", async () => {
    expect(await comeBack(true, { phase: "idle", problem: undefined })).toEqual(["reconnected"]);
    expect(await comeBack(false, { phase: "waiting", problem: { kind: "target-changed", what: "account" } })).toEqual(["reconnected"]);
  });
});
