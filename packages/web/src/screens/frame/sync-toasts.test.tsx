/** Toasts about a note that is being synced: the real sentences and rules, over a drive that responds as the test says. */
import { SYNC, TOAST } from "@satchel/core/model/limits/limits.ts";
import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import type { UnionStore } from "@satchel/core/model/store.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { MemoryDrive } from "@satchel/core/testing/memory-remote-store.ts";
import type { SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { SIGNED_IN } from "../../testing/memory-services.ts";
import type { ScriptedDrive } from "../../testing/memory-sync.ts";
import { renderApp } from "../../testing/render-app.tsx";

type Options = Parameters<typeof renderApp>[0];

const DOWN: RemoteProblem = { kind: "server-error", status: 503 };
const refusesChanges: ScriptedDrive["answers"] = (call) =>
  call === "trash" || call === "update" ? { kind: "rejected", status: 403, reason: "forbidden" } : undefined;
const SLOW: RemoteProblem = { kind: "timed-out", afterMs: 30_000 };

async function withDrive(options: Options = {}, answers?: ScriptedDrive["answers"]) {
  const clock = new ManualClock();
  const drive: ScriptedDrive = { drive: new MemoryDrive(), ...(answers === undefined ? {} : { answers }) };
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", drive, timers: clock, now: () => clock.now(), ...options });
  await screen.findByRole("tab", { name: "All Notes" });
  const pass = (ms: number) => act(() => clock.advance(ms));
  const { sync } = app.services.open;
  const start = async () => {
    act(() => sync.start());
    await pass(0);
  };
  const create = async (title: string) => {
    act(() => app.router.navigate("/notes/new"));
    await app.user.click(await screen.findByRole("textbox", { name: "New note title" }));
    await app.user.paste(title);
    await app.user.click(screen.getByRole("button", { name: /^Create Note Ctrl/ }));
  };
  const remove = async (title: string) => {
    fireEvent.contextMenu(await screen.findByRole("option", { name: new RegExp(title) }));
    await app.user.click(await screen.findByRole("menuitem", { name: "Delete this note" }));
    await app.user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }));
  };
  return { ...app, drive, pass, start, create, remove };
}

const toasts = () => within(screen.getByRole("region", { name: /^Notifications/ }));
const isRead = async (sentence: string | RegExp) => expect(await screen.findByText(sentence)).toBeTruthy();

describe("A4 create note: toasts", () => {
  it("reports that it is being uploaded, and that it has arrived", async () => {
    const { start, create, pass, user, services } = await withDrive();
    const where = () => services.open.notes.store.getState().notes.map(({ sync }) => sync.kind);
    await start();
    await create("Milk");
    await isRead("Note created! Uploading in background...");
    expect(where()).not.toContain("in-your-drive");

    await pass(SYNC.editCyclesEveryMs);
    await isRead("Note uploaded successfully!");
    expect(where()).toEqual(["in-your-drive"]);
    expect(toasts().queryByText(/Uploading in background/)).toBeNull();
    const toast = screen.getByText("Note uploaded successfully!").closest("li") as HTMLElement;
    await user.click(within(toast).getByRole("button", { name: "Dismiss" }));
    await waitFor(() => expect(screen.queryByText("Note uploaded successfully!")).toBeNull());
  });

  it.each([
    ["there is no network", { kind: "offline" }, "Note saved offline - will sync when connection restored"],
    ["the drive times out", SLOW, "Note saved offline - will sync when connection restored"],
    ["the drive fails", DOWN, "Upload failed - note saved locally"],
  ] as const)("reports that it is kept here when %s, and its title once it has arrived", async (_when, problem, sentence) => {
    const { start, create, pass, drive } = await withDrive();
    await start();
    drive.answers = () => problem;
    await create("Milk");
    await pass(SYNC.editCyclesEveryMs);
    await isRead(sentence);

    delete drive.answers;
    await pass(SYNC.retryMaxMs);
    await isRead('"Milk" uploaded successfully!');
  });

  it("names its title once it has arrived, even without one at first", async () => {
    const { start, user, pass, drive, router, services } = await withDrive();
    const { tabs } = services.open;
    await start();
    drive.answers = () => ({ kind: "offline" });
    act(() => router.navigate("/notes/new"));
    await screen.findByRole("textbox", { name: "New note title" });
    act(() => tabs.editDraft(tabs.store.getState().activeTabId as string, { content: "<p>two litres</p>" }));
    await user.click(screen.getByRole("button", { name: /^Create Note Ctrl/ }));
    await pass(SYNC.editCyclesEveryMs);
    await isRead("Note saved offline - will sync when connection restored");
    expect(screen.getByRole("heading", { level: 1, name: "Untitled Note" })).toBeTruthy();

    delete drive.answers;
    await pass(SYNC.retryMaxMs);
    await isRead('"Untitled Note" uploaded successfully!');
  });

  it("reports that it is kept here when the drive rejects it", async () => {
    const { start, create, pass, drive } = await withDrive();
    await start();
    drive.answers = (call) => (call === "create" ? { kind: "rejected", status: 400, reason: "badRequest" } : undefined);
    await create("Milk");
    await pass(SYNC.editCyclesEveryMs);
    await isRead("Upload failed - note saved locally");
  });
});

describe("A8 edit save: toasts", () => {
  const EXPIRED = { kind: "expired", label: "Google Drive", isConfigured: true, isManaged: false, reason: "revoked" } as const;

  it.each([
    ["it is synced", {}, "Note saved! Syncing in background..."],
    [
      "the connection has expired",
      { connection: EXPIRED },
      "Google Drive connection expired. Note saved locally - please reconnect to sync.",
    ],
    ["there is no network", { device: { isOnline: false } }, "Note saved offline - will sync when connection restored"],
    ["nothing is synced in local mode", { session: { kind: "signed-out" }, localMode: true }, "Note saved successfully!"],
  ] as const)("reports the save if %s", async (_where, options, sentence) => {
    const { user, start, services } = await withDrive(options);
    if (!("localMode" in options)) await start();
    await act(async () => void (await services.open.notes.create({ title: "Milk", content: "<p>a litre</p>" }, null)));
    await user.click(await screen.findByRole("option", { name: /Milk/ }));
    await user.click(await screen.findByRole("button", { name: "Edit Note" }));
    await user.click(await screen.findByRole("textbox", { name: "Title" }));
    await user.paste(" and bread");
    await user.click(screen.getByRole("button", { name: /^Save/ }));
    await isRead(sentence);
  });
});

describe("A8 edit save whose upload fails: toasts", () => {
  it.each([
    ["the drive fails", DOWN, "Server temporarily unavailable. Note saved locally and will sync automatically."],
    ["the drive times out", SLOW, "Save timeout. Note saved locally and will sync automatically."],
    ["the drive refuses it", { kind: "rejected", status: 404 }, "Upload failed - note saved locally"],
    ["the drive calls the sealed file a bad request", { kind: "rejected", status: 400 }, "Upload failed - note saved locally"],
  ] as const)("reports that the edit is kept here when %s", async (_when, problem, sentence) => {
    const { user, start, create, pass, drive } = await withDrive();
    await start();
    await create("Milk");
    await pass(SYNC.editCyclesEveryMs);
    await isRead("Note uploaded successfully!");
    await user.click(await screen.findByRole("button", { name: "Edit Note" }));
    await user.click(await screen.findByRole("textbox", { name: "Title" }));
    await user.paste(" and bread");
    drive.answers = (call) => (call === "update" ? problem : undefined);
    await user.click(screen.getByRole("button", { name: /^Save/ }));
    await isRead("Note saved! Syncing in background...");

    await pass(SYNC.editCyclesEveryMs);
    await isRead(sentence);
  });
});

describe("A8 OAuth return: toasts", () => {
  it.each([
    ["with a failed sync", DOWN, "Reconnected but sync failed. Please try manual refresh."],
    ["that succeeded", undefined, "Reconnected to Google Drive successfully!"],
  ] as const)("reports a reconnect: %s", async (_when, problem, sentence) => {
    const clock = new ManualClock();
    const drive: ScriptedDrive = { drive: new MemoryDrive(), answers: () => problem };
    const connection = { kind: "expired", label: "Google Drive", isConfigured: true, isManaged: false } as const;
    const app = await renderApp({ session: SIGNED_IN, path: "/notes", connection, drive, timers: clock, now: () => clock.now() });
    Object.assign(app.services.connection, {
      finish: async () => ({ ok: true, value: { returnTo: "/notes", wasReconnect: true, accountChanged: false } }),
    });
    act(() => app.services.open.sync.start());
    act(() => app.router.navigate("/auth/google/callback?code=c&state=s"));
    await screen.findByRole("heading", { name: "Connected" });
    await act(() => clock.advance(0));
    await isRead(sentence);
  });
});

describe("A4 delete note: toasts", () => {
  it("reports the deletion, and the restored note when the drive refuses", async () => {
    const { start, create, remove, pass, drive } = await withDrive();
    await start();
    await create("Milk");
    await pass(SYNC.editCyclesEveryMs);
    drive.answers = refusesChanges;
    await remove("Milk");
    await isRead("Note deleted!");
    expect(screen.queryByRole("option", { name: /Milk/ })).toBeNull();

    await pass(TOAST.undoMs + SYNC.editCyclesEveryMs);
    await isRead("Failed to delete note from cloud. Note has been restored.");
    expect(await screen.findByRole("option", { name: /Milk/ })).toBeTruthy();
  });

  it("reports only the expired connection: the deletion waits", async () => {
    const { start, create, remove, pass, drive, services } = await withDrive();
    await start();
    await create("Milk");
    await pass(SYNC.editCyclesEveryMs);
    drive.answers = () => ({ kind: "access-expired" });
    await remove("Milk");
    await pass(TOAST.undoMs + SYNC.editCyclesEveryMs);
    expect(services.open.sync.store.getState().problem?.kind).toBe("access-expired");
    expect(services.open.notes.store.getState().pendingCount).toBe(1);
    expect(toasts().queryByText(/restored/)).toBeNull();
    expect(screen.queryByRole("option", { name: /Milk/ })).toBeNull();

    delete drive.answers;
    act(() => void services.open.sync.syncNow());
    await pass(SYNC.retryMaxMs);
    expect(services.open.notes.store.getState().pendingCount).toBe(0);
    expect(screen.queryByRole("option", { name: /Milk/ })).toBeNull();
  });

  it("reports a note that could not be restored on this device", async () => {
    let refusal: StoreProblem | undefined;
    const { start, create, remove, pass, drive, services } = await withDrive({ diskRefuses: () => refusal });
    await start();
    await create("Milk");
    await pass(SYNC.editCyclesEveryMs);
    drive.answers = refusesChanges;
    await remove("Milk");
    const { notes } = services.open;
    const restore = notes.restore.bind(notes);
    notes.restore = async (noteId) => {
      refusal = { kind: "storage-full" };
      return restore(noteId);
    };
    await pass(TOAST.undoMs + SYNC.editCyclesEveryMs);
    await isRead("Deletion failed and could not restore note. Please refresh the page.");
  });
});

describe("B8 a note that does not open", () => {
  it("is skipped with a warning, and the others are shown", async () => {
    const warned = vi.spyOn(console, "warn");
    const { start, create, pass, drive, services } = await withDrive();
    await start();
    await create("Milk");
    await isRead("Note created! Uploading in background...");
    await pass(SYNC.editCyclesEveryMs);
    await isRead("Note uploaded successfully!");
    const [file] = [...drive.drive.files.values()].filter(({ meta }) => meta.properties?.kind === "note");
    if (file === undefined) throw new Error("not in the drive");
    drive.drive.put(file.meta, new Uint8Array([1, 2, 3]), "garbled");
    act(() => void services.open.sync.syncNow());
    await pass(0);
    expect(warned.mock.calls.flat()).toContain("Unexpected note content format (damaged)");
    expect(screen.getByRole("option", { name: /Milk/ })).toBeTruthy();
    expect(services.open.sync.store.getState().unreadableCount).toBe(1);
    warned.mockRestore();
  });
});

describe("B8 sync toasts", () => {
  it("reports a failed first sync with a retry, and its completion", async () => {
    const { start, user, pass, drive } = await withDrive({}, () => DOWN);
    await start();
    await isRead("Initial sync failed. Click here to retry.");

    delete drive.answers;
    await user.click(toasts().getByRole("button", { name: "Retry" }));
    await pass(0);
    await isRead("Full sync optimization active...");
  });

  it("reports that the first sync takes long, and offers offline work at the third", async () => {
    const { start, user, pass, path } = await withDrive({}, () => SLOW);
    await start();
    await isRead("Initial sync is taking longer than expected. The app will retry automatically in a few minutes.");
    await pass(SYNC.retryFirstMs * 2);
    await pass(SYNC.retryFirstMs * 4);
    await isRead("Unable to sync with cloud. Would you like to work offline?");
    await user.click(toasts().getByRole("button", { name: "Work Offline" }));
    await isRead("Sync is paused. You're working with the notes on this device.");
    expect(path()).toBe("/notes");
  });

  it("reports that some notes may be missing if some are here", async () => {
    const { start, create } = await withDrive({}, () => DOWN);
    await create("Milk");
    await start();
    await isRead("Some notes may not have loaded completely");
  });

  it("reports later that there are no notes, or only those kept here", async () => {
    const { start, create, pass, drive, services } = await withDrive();
    await start();
    drive.answers = () => DOWN;
    act(() => void services.open.sync.syncNow());
    await pass(0);
    await isRead("Failed to load notes from Google Drive");

    delete drive.answers;
    await create("Milk");
    await pass(SYNC.retryMaxMs);
    drive.answers = () => DOWN;
    act(() => void services.open.sync.syncNow());
    await pass(0);
    await isRead("Using cached notes (sync failed)");
  });
});

describe("A8 a session that is over: toasts", () => {
  const end = ({ services }: Pick<Awaited<ReturnType<typeof withDrive>>, "services">, reason?: "session-ended" | "session-revoked") =>
    act(() => (services.account.store as UnionStore<SessionState>).replace({ kind: "signed-out", ...(reason && { reason }) }));
  const expired: ScriptedDrive["answers"] = () => ({ kind: "access-expired" });

  it("reports a created note that was not uploaded", async () => {
    const app = await withDrive();
    await app.start();
    app.drive.answers = expired;
    await app.create("Milk");
    await app.pass(SYNC.editCyclesEveryMs);
    end(app, "session-ended");
    await isRead("Please log in to create notes");
    await waitFor(() => expect(app.path()).toBe("/login"));
  });

  it("reports an edit, saved or still being typed", async () => {
    const app = await withDrive();
    await app.start();
    await app.create("Milk");
    await app.pass(SYNC.editCyclesEveryMs);
    await isRead("Note uploaded successfully!");
    await app.user.click(await screen.findByRole("button", { name: "Edit Note" }));
    await app.user.click(await screen.findByRole("textbox", { name: "Title" }));
    await app.user.paste(" and bread");
    end(app, "session-revoked");
    await isRead("Please log in to edit notes");
    await waitFor(() => expect(app.path()).toBe("/login"));
  });

  it("reports a deletion", async () => {
    const app = await withDrive();
    await app.start();
    await app.create("Milk");
    await app.pass(SYNC.editCyclesEveryMs);
    app.drive.answers = expired;
    await app.remove("Milk");
    await isRead("Note deleted!");
    end(app, "session-ended");
    await isRead("Please log in to delete notes");
    await waitFor(() => expect(app.path()).toBe("/login"));
  });

  it.each([
    ["everything has arrived", "session-ended"],
    ["the user signed out", undefined],
  ] as const)("reports nothing if %s", async (_where, reason) => {
    const app = await withDrive();
    await app.start();
    await app.create("Milk");
    await (reason === undefined ? undefined : app.pass(SYNC.editCyclesEveryMs));
    end(app, reason);
    await waitFor(() => expect(app.path()).toBe("/login"));
    expect(screen.queryByText(/^Please log in/)).toBeNull();
  });
});

describe("B8 cloud toasts", () => {
  it("reports a file that could not be uploaded", async () => {
    const { start, pass, drive, services } = await withDrive();
    await start();
    drive.answers = (call) => (/upload|begin/i.test(call) ? DOWN : undefined);
    const file = { bytes: new Uint8Array(4000), fileName: "plan.pdf", mimeType: "application/pdf" };
    await act(async () => void (await services.open.attachments.add(file, { use: "file", isSensitive: false, noteId: null })));
    await pass(0);
    await isRead("Failed to upload file to cloud storage");
  });

  it("reports a folder that could not be created in the drive", async () => {
    const { start, pass, drive, services } = await withDrive();
    await start();
    drive.answers = (call) => (call === "create" ? DOWN : undefined);
    await act(async () => void (await services.open.notes.createFolder({ name: "Work", description: "", color: "#3B82F6" })));
    await pass(SYNC.editCyclesEveryMs);
    await isRead("Failed to create folder in cloud storage");
  });
});

describe("B8 unreadable folders of local mode", () => {
  it("reports them, and shows the notes", async () => {
    await renderApp({ session: { kind: "signed-out" }, localMode: true, path: "/notes", unreadableFolders: 1 });
    await isRead("Failed to load folders");
    expect(await screen.findByRole("tab", { name: "All Notes" })).toBeTruthy();
  });
});

describe("A8 an id that no note can have", () => {
  it("is rejected when a note of that id is viewed or edited", async () => {
    const disk = new MemoryDisk("dev");
    disk.entities.set("my note!", aNote({ id: "my note!", title: "Foreign" }));
    const { user, path } = await renderApp({ session: { kind: "signed-out" }, localMode: true, path: "/notes", disk });
    fireEvent.contextMenu(await screen.findByRole("option", { name: /Foreign/ }));
    await user.click(await screen.findByRole("menuitem", { name: /^Edit this note/ }));
    await isRead("Unable to edit note - invalid ID");
    expect(path()).toBe("/notes");
    expect(screen.queryByRole("textbox", { name: "Title" })).toBeNull();

    await user.click(screen.getByRole("option", { name: /Foreign/ }));
    expect(await screen.findByRole("heading", { name: "Invalid Note ID" })).toBeTruthy();
    expect(screen.getByText("Unable to view note - invalid ID")).toBeTruthy();
  });
});
