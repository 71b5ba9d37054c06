import type { ConnectionProblem, ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { ok } from "@satchel/core/model/result.ts";
import type { Store, UnionStore } from "@satchel/core/model/store.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import type { SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type MemoryOptions, ON_BASIC, SIGNED_IN } from "../../../testing/memory-services.ts";
import { renderApp } from "../../../testing/render-app.tsx";

const CONNECTED: ConnectionState = {
  kind: "connected",
  label: "Google Drive",
  email: "ada@gmail.example",
  isConfigured: true,
  isManaged: false,
};
const EXPIRED: ConnectionState = { ...CONNECTED, kind: "expired", reason: "revoked" };
const DOWN: ConnectionState = {
  ...CONNECTED,
  kind: "disconnected",
  retry: { attempt: 3, outOfReach: "drive", nextAtMs: 1, isResting: false },
};
const NONE: ConnectionState = { kind: "none", label: "Google Drive", isConfigured: true, isManaged: false };

async function open(connection: ConnectionState, options: MemoryOptions = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", connection, ...options });
  await screen.findByRole("button", { name: "Sync" });
  const become = (state: ConnectionState) => act(() => (app.services.connection.store as UnionStore<ConnectionState>).replace(state));
  const syncs = (state: Partial<SyncState>) => act(() => (app.services.open.sync.store as Store<SyncState>).setState(state));
  return { ...app, become, syncs };
}

const dot = (): string => screen.getAllByRole("status").find(({ title }) => title !== "")?.title ?? "";
const quickReconnect = () => screen.queryByRole("button", { name: "Quick Reconnect" });

describe("sync.md §7.3 a drive that went back", () => {
  it("is shown until it is dismissed", async () => {
    const { user, syncs } = await open(CONNECTED);
    syncs({ wentBackCount: 3 });
    expect(screen.getByText("3 items in your drive are missing or older than what this device uploaded.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByText(/missing or older than what this device uploaded/)).toBeNull());
  });
});

describe("encryption.md 3.5 (6) a drive that shows less to an approved device", () => {
  it("is shown until it is dismissed", async () => {
    const { user, syncs } = await open(CONNECTED);
    syncs({ missingApprovedCount: 1 });
    expect(screen.getByText(/^Your drive shows less than the device that approved this one has seen\./)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByText(/shows less than/)).toBeNull());
  });
});

describe("A2.8, B4 the banner", () => {
  it.each([
    ["revoked", /revoked/],
    ["grant-ended", /limited time/],
    ["scope-missing", /keep the drive permission checked/],
    ["not-permitted", /denied access/],
  ] as const)("gives the reason and the action: %s", async (reason, sentence) => {
    await open({ ...EXPIRED, reason });
    expect(screen.getByText("Google Drive connection expired.").parentElement?.textContent).toMatch(sentence);
    for (const name of ["Quick Reconnect", "Stop Auto-Retry", "Dismiss"]) expect(screen.getByRole("button", { name })).toBeTruthy();
    expect(dot()).toMatch(/^Disconnected\. /);
  });

  it("closes when the connection returns, and reappears with the next loss", async () => {
    const { user, become } = await open(EXPIRED);
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(quickReconnect()).toBeNull();
    become(CONNECTED);
    expect(quickReconnect()).toBeNull();
    become(EXPIRED);
    expect(quickReconnect()).toBeTruthy();
  });

  it("reconnects as soon as an unavailable server responds, even if dismissed", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"], shouldAdvanceTime: true });
    try {
      const server = { isUp: false };
      const { become, services } = await open(CONNECTED, { registration: () => (server.isUp ? "open" : undefined) });
      const asked = vi.spyOn(services.connection, "reconnect");
      become({ ...DOWN, retry: { attempt: 11, outOfReach: "server", nextAtMs: 1, isResting: true } });
      act(() => screen.getByRole("button", { name: "Dismiss" }).click());
      await act(() => vi.advanceTimersByTimeAsync(60_000));
      expect(asked).not.toHaveBeenCalled();
      server.isUp = true;
      await act(() => vi.advanceTimersByTimeAsync(15_000));
      expect(asked).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });

  it("stops the attempts by Stop Auto-Retry", async () => {
    const { user, services } = await open(DOWN);
    const stopped = vi.spyOn(services.connection, "stopAutoRetry");
    await user.click(screen.getByRole("button", { name: "Stop Auto-Retry" }));
    expect(stopped).toHaveBeenCalledOnce();
  });

  it("A8 reports a loss during work, with an action", async () => {
    const { become, services } = await open(CONNECTED);
    become(EXPIRED);
    expect(services.status.store.getState().shown.at(-1)?.durationMs).toBe(10_000);
    expect(await screen.findByText('Google Drive connection lost. Please click "Reconnect" to restore sync.')).toBeTruthy();
    expect(screen.getByRole("button", { name: "Reconnect" })).toBeTruthy();
  });

  it("appears while the drive is unreachable, but not at a first attempt or offline", async () => {
    const { become } = await open({ ...DOWN, retry: { attempt: 1, outOfReach: "drive", nextAtMs: 1, isResting: false } });
    expect(quickReconnect()).toBeNull();
    become(DOWN);
    expect(quickReconnect()).toBeTruthy();
    expect(screen.getByText(/Retrying automatically/)).toBeTruthy();
    become({ ...DOWN, retry: { attempt: 12, outOfReach: "drive", nextAtMs: 1, isResting: true } });
    expect(screen.getByText(/every five minutes/)).toBeTruthy();
    become({ ...DOWN, retry: { attempt: 12, outOfReach: "drive", nextAtMs: undefined, isResting: true } });
    expect(screen.getByText(/Automatic retry is off/)).toBeTruthy();
    (await open(DOWN, { device: { isOnline: false } })).unmount();
  });

  it("names managed storage on a plan without Google Drive", async () => {
    const { label: _label, email: _email, ...managed } = { ...DOWN, isManaged: true };
    let problem: ConnectionProblem | undefined = { kind: "not-responding" };
    const { user } = await open(managed, { session: ON_BASIC, connectionRefuses: () => problem });
    expect(screen.getByText("Managed storage is unavailable.", { exact: false })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Quick Reconnect" }));
    expect(await screen.findByText("Managed storage is not responding...")).toBeTruthy();
    problem = undefined;
    await user.click(screen.getByRole("button", { name: "Quick Reconnect" }));
    expect(await screen.findByText("Reconnected to managed storage successfully!")).toBeTruthy();
  });

  it.each([
    ["offline", "No internet connection detected..."],
    ["not-responding", "Google services are not responding..."],
    ["unreachable", "Cannot reach Google services..."],
    ["not-configured", "Google Drive is not configured. Please contact support."],
    ["failed", "Failed to reconnect to Google Drive. Please try again."],
  ] as const)("A8 explains why Quick Reconnect failed: %s", async (kind, sentence) => {
    const { user } = await open(EXPIRED, { connectionRefuses: () => ({ kind }) });
    await user.click(screen.getByRole("button", { name: "Quick Reconnect" }));
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(quickReconnect()).toBeTruthy();
  });

  it("reconnects by Quick Reconnect, or explains why not", async () => {
    let isDown = true;
    const { user } = await open(EXPIRED, { connectionRefuses: () => (isDown ? { kind: "not-responding" } : undefined) });
    await user.click(screen.getByRole("button", { name: "Quick Reconnect" }));
    expect(await screen.findByText("Google services are not responding...")).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole("button", { name: "Quick Reconnect" }));
    expect(await screen.findByText("Reconnected to Google Drive successfully!")).toBeTruthy();
    expect(quickReconnect()).toBeNull();
  });
});

describe("decision 0009 signed in without a drive", () => {
  it("offers 'Connect to sync', shows Disconnected, and lets the user continue", async () => {
    const { user, syncs } = await open(NONE);
    expect(screen.getByText("Connect to sync.").parentElement?.textContent).toMatch(/Your notes are only on this device\.$/);
    syncs({ lastCompleteAt: 1 });
    expect(screen.getByText("Connect to sync.").parentElement?.textContent).toMatch(/Your changes stay on this device until/);
    expect(dot()).toBe("Disconnected. No drive connected. Notes stay on this device.");
    expect(screen.getByRole("button", { name: "Connect Google Drive" })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Not now" }));
    expect(screen.queryByText("Connect to sync.")).toBeNull();
  });

  it("can connect again after the browser's Back", async () => {
    const { user, services } = await open(NONE);
    Object.assign(services.connection, { connect: async () => ok(undefined) });
    await user.click(screen.getByRole("button", { name: "Connect Google Drive" }));
    expect(screen.getByRole("button", { name: "Connect Google Drive" }).getAttribute("aria-disabled")).toBeNull();
  });

  it("reports that no drive is configured, and offers nothing on paid plans", async () => {
    const { become } = await open({ ...NONE, isConfigured: false });
    expect(screen.getByText(/Google Drive is not available yet/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Connect/ })).toBeNull();
    become({ kind: "none", isConfigured: true, isManaged: true });
    expect(screen.queryByText("Connect to sync.")).toBeNull();
  });
});

describe("A2.8 the connection dot", () => {
  it("does not call a failing drive 'Connected' because of a valid token", async () => {
    const { syncs, become } = await open(CONNECTED);
    expect(dot()).toBe("Connected");
    syncs({ phase: "waiting", problem: { kind: "server-error", status: 503 } });
    expect(dot()).toMatch(/^Disconnected\. Your drive has a problem/);
    syncs({ phase: "idle", problem: undefined });
    expect(dot()).toBe("Connected");
    syncs({ phase: "off" });
    expect(dot()).toBe("Disconnected. Sync is paused.");
    syncs({ phase: "idle" });
    become({ ...CONNECTED, kind: "connecting" });
    expect(dot()).toBe("Connecting");
  });
});

describe("sync.md §7.3 another drive than before", () => {
  it("asks where the notes belong, and switches the account only on request", async () => {
    const app = await open({ ...CONNECTED, formerEmail: "old@gmail.example" });
    let switched = 0;
    Object.assign(app.services.open, {
      switchDriveTarget: async () => {
        switched += 1;
        return { ok: true, value: undefined };
      },
    });
    app.syncs({ phase: "waiting", problem: { kind: "target-changed", what: "account" } });
    expect(dot()).toMatch(/^Disconnected/);
    await app.user.click(screen.getByRole("button", { name: "Choose…" }));
    expect(screen.getByText(/were synced with the drive of old@gmail.example/)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Go back to old@gmail.example" })).toBeTruthy();
    await app.user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(switched).toBe(0);
    await app.user.click(screen.getByRole("button", { name: "Choose…" }));
    await app.user.click(screen.getByRole("button", { name: "Use the drive of ada@gmail.example" }));
    await waitFor(() => expect(switched).toBe(1));
    expect(await screen.findByText("Sync completed!")).toBeTruthy();
  });

  it("B8 reports that the former account can no longer be chosen", async () => {
    const app = await open(
      { ...CONNECTED, formerEmail: "old@gmail.example" },
      { connectionRefuses: () => ({ kind: "failed", status: 500 }) },
    );
    app.syncs({ phase: "waiting", problem: { kind: "target-changed", what: "account" } });
    await app.user.click(screen.getByRole("button", { name: "Choose…" }));
    await app.user.click(screen.getByRole("button", { name: "Go back to old@gmail.example" }));
    expect(await screen.findByText("Google Drive connection failed")).toBeTruthy();
  });

  it("offers to search again or to upload if the folder is gone", async () => {
    const app = await open(CONNECTED);
    app.syncs({ phase: "waiting", problem: { kind: "target-changed", what: "folder" } });
    await app.user.click(screen.getByRole("button", { name: "Choose…" }));
    expect(screen.getByRole("button", { name: "Check again" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Upload to a new folder" })).toBeTruthy();
  });
});

describe("B8 a first drive that cannot be connected", () => {
  it.each([
    [{ kind: "failed", status: 500 }, "Failed to connect Google Drive"],
    [{ kind: "refused", error: "access_denied" }, "Failed to connect to Google Drive"],
  ] as const)("is shown: %j", async (problem, sentence) => {
    const { user } = await open(NONE, { connectionRefuses: () => problem });
    await user.click(screen.getByRole("button", { name: /^Connect/ }));
    expect(await screen.findByText(sentence)).toBeTruthy();
  });
});

describe("A4 Manual sync", () => {
  it("opens reconnection if the connection is lost", async () => {
    const { user } = await open(EXPIRED, { connectionRefuses: () => ({ kind: "offline" }) });
    await user.click(screen.getByRole("button", { name: "Sync" }));
    expect(await screen.findByText("No internet connection detected...")).toBeTruthy();
  });

  it.each(["access-expired", "not-connected"] as const)("reports that reconnection opens when the sync ends with %s", async (kind) => {
    const asked: string[] = [];
    const app = await open(CONNECTED);
    Object.assign(app.services.open.sync, {
      syncNow: async () => {
        app.syncs({ phase: "waiting", problem: { kind } });
        return false;
      },
    });
    Object.assign(app.services.connection, { connect: async (path: string) => ok(void asked.push(path)) });
    await app.user.click(screen.getByRole("button", { name: "Sync" }));
    expect(await screen.findByText("Google Drive connection lost. Opening reconnection...")).toBeTruthy();
    expect(asked).toEqual(["/notes"]);
  });

  it("is disabled during a sync, however it was started", async () => {
    const { syncs } = await open(CONNECTED);
    const isClosed = () => screen.getByRole("button", { name: "Sync" }).hasAttribute("disabled");
    expect(isClosed()).toBe(false);
    syncs({ phase: "syncing" });
    expect(isClosed()).toBe(true);
    syncs({ phase: "idle" });
    expect(isClosed()).toBe(false);
  });

  it("does not lead to the former drive after another device changed the plan", async () => {
    let asked = 0;
    const connectionRefuses = (): undefined => {
      asked += 1;
    };
    const { user, services } = await open(EXPIRED, { connectionRefuses });
    const session = services.account.store as UnionStore<SessionState>;
    Object.assign(services.account, { refresh: async () => session.replace(ON_BASIC) });
    await user.click(screen.getByRole("button", { name: "Sync" }));
    await waitFor(() => expect(session.getState()).toBe(ON_BASIC));
    await act(async () => undefined);
    expect(asked).toBe(0);
    // Now the plan's storage is lost, so there is nothing to wait for.
    await user.click(screen.getByRole("button", { name: "Sync" }));
    await waitFor(() => expect(asked).toBe(1));
  });

  it("shows 'Sync completed!' or 'Sync failed - please try again'", async () => {
    const app = await open(CONNECTED);
    await app.user.click(screen.getByRole("button", { name: "Sync" }));
    expect(await screen.findByText("Sync completed!")).toBeTruthy();
    Object.assign(app.services.open.sync, { syncNow: async () => false });
    await app.user.click(screen.getByRole("button", { name: "Sync" }));
    expect(await screen.findByText("Sync failed - please try again")).toBeTruthy();
  });

  it("reports changes that a full drive rejected, until they are uploaded", async () => {
    const app = await open(CONNECTED, { sync: { pendingCount: 2, refusal: "storage-full", lastCompleteAt: 1 } });
    const band = () => screen.queryByRole("button", { name: "Try again" });
    expect((await screen.findByText("2 changes waiting on this device.")).parentElement?.textContent).toMatch(/Your drive is full\./);
    expect(dot()).toBe("Connected. 2 changes waiting on this device. Your drive is full.");
    await app.user.click(screen.getByRole("button", { name: "Sync" }));
    expect(await screen.findByText("2 changes waiting on this device. Your drive is full.")).toBeTruthy();
    expect(screen.queryByText("Sync completed!")).toBeNull();

    const tries: string[] = [];
    Object.assign(app.services.open, { tryAgain: async () => void tries.push("again") });
    app.syncs({ pendingCount: 2 });
    await app.user.click(band() as HTMLElement);
    expect(tries).toEqual(["again"]);
    app.syncs({ pendingCount: 0, refusal: undefined });
    expect(band()).toBeNull();
    expect(dot()).toBe("Connected");
  });

  it("leads to the plans if managed storage is full, but not for an own drive", async () => {
    const full = { sync: { pendingCount: 2, refusal: "storage-full", lastCompleteAt: 1 } } as const;
    const own = await open(CONNECTED, full);
    await screen.findByText("2 changes waiting on this device.");
    expect(screen.queryByRole("button", { name: "See plans" })).toBeNull();
    own.unmount();

    const { user } = await open({ ...CONNECTED, isManaged: true } as typeof CONNECTED, { ...full, session: ON_BASIC });
    await user.click(await screen.findByRole("button", { name: "See plans" }));
    const tab = await screen.findByRole("tab", { name: "Cloud Storage" });
    expect(tab.getAttribute("aria-selected")).toBe("true");
  });

  it("leads to the plans from the Sync result, the Sync tab and the note itself", async () => {
    const full = { sync: { pendingCount: 1, refusal: "storage-full", lastCompleteAt: 1 } } as const;
    const { user, services } = await open({ ...CONNECTED, isManaged: true } as typeof CONNECTED, { ...full, session: ON_BASIC });
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("button", { name: "See plans" })).toBeNull();
    const leads = async () => {
      await user.click(await screen.findByRole("button", { name: "See plans" }));
      const tab = await screen.findByRole("tab", { name: "Cloud Storage" });
      await waitFor(() => expect(tab.getAttribute("aria-selected")).toBe("true"));
    };
    await user.click(screen.getByRole("button", { name: "Sync" }));
    await screen.findByText("1 change waiting on this device. Your storage is full.");
    await leads();

    await user.click(screen.getByRole("tab", { name: "Sync and devices" }));
    await leads();
    await user.keyboard("{Escape}");

    const made = await act(() => services.open.notes.create({ title: "Milk", content: "<p>two litres</p>" }, null));
    if (!made.ok) throw new Error(made.problem.kind);
    const { store } = services.open.notes as unknown as { readonly store: Store<{ readonly notesById: ReadonlyMap<string, object> }> };
    const note = { ...store.getState().notesById.get(made.value.noteId), sync: { kind: "needs-you", reason: "storage-full" } };
    await act(async () => {
      services.open.tabs.openView(made.value.noteId);
    });
    await screen.findByRole("heading", { name: "Milk", level: 1 });
    await act(async () => store.setState({ notesById: new Map([[made.value.noteId, note]]) }));
    await screen.findByText("Needs attention: Your storage is full.", { selector: "p *" });
    await leads();
    await user.keyboard("{Escape}");

    await user.click(screen.getByRole("button", { name: "Edit Note" }));
    await screen.findByRole("textbox", { name: "Note text" });
    await screen.findByText("Needs attention: Your storage is full.", { selector: "p *" });
    await leads();
  });

  it("dismisses the band about waiting changes until more are waiting", async () => {
    const app = await open(CONNECTED, { sync: { pendingCount: 1, refusal: "refused", lastCompleteAt: 1 } });
    await screen.findByText("1 change waiting on this device.");
    await app.user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
    app.syncs({ pendingCount: 2 });
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });

  it("asks for access first while the drive is unreachable", async () => {
    let isDown = true;
    const { user } = await open(DOWN, { connectionRefuses: () => (isDown ? { kind: "unreachable" } : undefined) });
    await user.click(screen.getByRole("button", { name: "Sync" }));
    expect(await screen.findByText("Sync failed - please try again")).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole("button", { name: "Sync" }));
    expect(await screen.findByText("Sync completed!")).toBeTruthy();
  });
});
