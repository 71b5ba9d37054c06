import { conflictCopyId, toConflictCopy } from "@satchel/core/merge/conflict-copy.ts";
import { stampEdit } from "@satchel/core/merge/stamp.ts";
import { toConflict } from "@satchel/core/merge/to-conflict.ts";
import type { Store } from "@satchel/core/model/store.ts";
import type { SyncState } from "@satchel/core/sync/schedule/sync-service-types.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type MemoryOptions, SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const PHONE = { deviceId: "phone1", name: "Chrome on Android", lastCompleteAt: Date.UTC(2026, 0, 1) };

/** A note that both sides changed, as the engine leaves it: the winner's text in the note, the other beside it. */
function aClash(): MemoryDisk {
  const disk = new MemoryDisk("memory");
  const local = aNote({ title: "Sourdough", content: "<p>Bulk at 24 degrees</p>", vv: { memory: 2 }, mtime: 2000 });
  const cloud = aNote({ title: "Sourdough", content: "<p>Bulk at 22 degrees</p>", vv: { phone1: 1 }, mtime: 1000 });
  const merged = { ...local, vv: { memory: 3, phone1: 1 }, alive: { memory: 3 } };
  const conflict = toConflict({ local, cloud, merged, device: "phone1", nowMs: 3000, isCopied: (id) => id === conflictCopyId(cloud) });
  if (conflict === undefined) throw new Error("no conflict");
  disk.entities.set(merged.id, merged);
  const copy = toConflictCopy(cloud, merged.vv);
  disk.entities.set(copy.id, copy);
  disk.conflicts.set(conflict.id, conflict);
  disk.meta = { ...disk.meta, ctr: 3 };
  return disk;
}

async function open(options: Parameters<typeof renderApp>[0] = {}, path = "/notes") {
  const app = await renderApp({ session: SIGNED_IN, path, ...options });
  await screen.findByRole("button", { name: "Sync" });
  const syncs = (state: Partial<SyncState>) => act(() => (app.services.open.sync.store as Store<SyncState>).setState(state));
  return { ...app, syncs };
}

async function openSettings(options: MemoryOptions = {}) {
  const app = await open(options);
  await app.user.click(screen.getByRole("button", { name: "Settings" }));
  await app.user.click(await screen.findByRole("tab", { name: "Sync and devices" }));
  return { ...app, panel: within(await screen.findByRole("tabpanel", { name: "Sync and devices" })) };
}

describe("decision 0004 a note with conflicting edits", () => {
  it("is shown, compared word by word, and resolved with 'Merge both' first", async () => {
    const { user, services } = await open({ disk: aClash(), devices: [PHONE] });
    expect(await screen.findByText("One note was edited in two places. Both versions are safe.")).toBeTruthy();
    expect(screen.getByRole("option", { name: /^Sourdough Edited in two places/ })).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Compare…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edited in two places" }));

    expect(dialog.getByText(/^Changed here and on Chrome on Android\./)).toBeTruthy();
    const marked = (name: string) => [...dialog.getByRole("region", { name }).querySelectorAll("mark")].map((mark) => mark.textContent);
    expect(marked("This device")).toEqual(["24"]);
    expect(marked("Chrome on Android")).toEqual(["22"]);

    await user.click(dialog.getByRole("button", { name: "Merge both" }));
    expect(await dialog.findByText("Both versions are in the note")).toBeTruthy();
    const note = await services.open.notes.open("note-1-a");
    expect(note).toMatchObject({ ok: true, value: { title: "Sourdough (Merged)" } });
    expect((await screen.findAllByText("Sourdough (Merged)")).length).toBeGreaterThan(0);
    expect(note.ok && note.value.content).toMatch(/24 degrees.*Merged from Cloud.*22 degrees/);
    expect(screen.queryByText("One note was edited in two places. Both versions are safe.")).toBeNull();
  });

  it("keeps the text that was not chosen, which can be restored", async () => {
    const { user, services } = await open({ disk: aClash(), devices: [PHONE] });
    await user.click(await screen.findByRole("button", { name: "Compare…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edited in two places" }));
    await user.click(dialog.getByRole("button", { name: "Keep this device's" }));
    const kept = within(await dialog.findByRole("region", { name: "Versions not chosen" }));
    expect(kept.getByText("Sourdough (Cloud Copy)")).toBeTruthy();
    expect(services.open.notes.store.getState().notes.map(({ title }) => title)).toEqual(["Sourdough"]);

    await user.click(kept.getByRole("button", { name: "Restore" }));
    expect(await kept.findByText("Restored")).toBeTruthy();
    expect(
      services.open.notes.store
        .getState()
        .notes.map(({ title }) => title)
        .sort(),
    ).toEqual(["Sourdough", "Sourdough (Cloud Copy)"]);
  });

  it("can wait, and is listed in Settings", async () => {
    const { user } = await openSettings({ disk: aClash() });
    await user.click(screen.getByRole("button", { name: "Show (1)" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edited in two places" }));
    await user.click(dialog.getByRole("button", { name: "Later" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await user.click(screen.getByRole("button", { name: "Later" }));
    expect(screen.queryByRole("button", { name: "Compare…" })).toBeNull();
  });

  it("is not spoken of in Settings where there is none", async () => {
    const { panel } = await openSettings();
    expect(panel.getByText("When a note changes on two devices at once, both versions appear here.")).toBeTruthy();
    expect(panel.queryByText("Both versions are safe.")).toBeNull();
  });

  it("is reached from the note itself, on a phone too", async () => {
    const { user } = await open({ disk: aClash(), widthPx: 390 }, "/notes/note-1-a");
    await user.click(await screen.findByRole("button", { name: "Edited in two places" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Edited in two places" }));
    expect(dialog.getByRole("button", { name: "Merge both" })).toBeTruthy();
  });

  it("reports that the note is deleted", async () => {
    const { user, services } = await open({ disk: aClash() });
    await services.open.notes.remove("note-1-a");
    await user.click(await screen.findByRole("button", { name: "Compare…" }));
    await user.click(await screen.findByRole("button", { name: "Keep the other" }));
    expect((await screen.findByRole("alert")).textContent).toBe("This note was deleted. Restore it first.");
  });
});

describe("decision 0004 sync log", () => {
  async function withLog() {
    const disk = aClash();
    disk.log = [
      { kind: "failed", atMs: 500, id: "note-1-a", entity: "note", problem: "history-unreadable" },
      { kind: "uploaded", atMs: 1000, id: "note-1-a", entity: "note", device: "memory" },
      { kind: "received", atMs: 2000, id: "note-9-gone", entity: "note", device: "phone1" },
      { kind: "failed", atMs: 3000, id: "note-1-a", entity: "note", problem: "storage-full" },
      { kind: "cycle", atMs: 4000, uploaded: 2, received: 1 },
      { kind: "cycle", atMs: 5000, uploaded: 0, received: 0, problem: "offline" },
    ];
    const app = await open({ disk, devices: [PHONE] });
    await app.user.click(screen.getAllByRole("button", { name: "More" })[0] as HTMLElement);
    await app.user.click(await screen.findByRole("menuitem", { name: "Sync log" }));
    const dialog = within(await screen.findByRole("dialog", { name: "Sync log" }));
    await dialog.findByRole("list", { name: "Sync log" });
    const lines = () => dialog.queryAllByRole("listitem").map((line) => line.textContent);
    return { ...app, dialog, lines };
  }

  it("shows time, event, note and device, newest first", async () => {
    const { lines } = await withLog();
    expect(lines()).toMatchObject([
      expect.stringContaining("No internet connection."),
      expect.stringContaining("Up to date, 2 uploaded, 1 downloaded"),
      expect.stringMatching(/Failed.*Sourdough.*Your drive is full\./),
      expect.stringMatching(/Downloaded.*Deleted note.*from Chrome on Android/),
      expect.stringMatching(/Uploaded.*Sourdough/),
      expect.stringMatching(/Failed.*Sourdough.*some earlier versions can't be read, but the note itself is fine/),
    ]);
  });

  it("filters by kind and title, and opens the note", async () => {
    const { user, dialog, lines, path, fill } = await withLog();
    await user.selectOptions(dialog.getByLabelText("Show"), "Failed");
    expect(lines()).toHaveLength(2);
    await user.selectOptions(dialog.getByLabelText("Show"), "Everything");
    await fill("Find by title", "sour");
    expect(lines()).toHaveLength(3);
    await user.click(dialog.getAllByRole("button", { name: "Sourdough" })[0] as HTMLElement);
    await waitFor(() => expect(path()).toBe("/notes/note-1-a"));
  });
});

describe("B3 Settings → Sync", () => {
  it("stores the choices under the spec's keys", async () => {
    const { user, panel, services } = await openSettings();
    await user.selectOptions(panel.getByLabelText("When a note is edited in two places"), "Keep the other");
    await user.selectOptions(panel.getByLabelText("Check for changes"), "Every 15 minutes");
    await user.click(panel.getByRole("checkbox", { name: /Sync automatically/ }));
    const kept = ["conflictResolutionStrategy", "syncInterval", "autoSync"].map((key) => services.preferences.read(key));
    expect(kept).toEqual(["keep_cloud", "900000", "false"]);
    expect(panel.queryByLabelText("Check for changes")).toBeNull();
  });

  it("shows the state, and waiting changes with the reason", async () => {
    const disk = aClash();
    disk.attempts.set("note-1-a", { id: "note-1-a", count: 2, problem: "storage-full", atMs: 1, parked: true, unclear: false });
    const { panel, syncs, user } = await openSettings({ disk });
    syncs({ pendingCount: 2, lastCompleteAt: Date.UTC(2026, 0, 1) });
    expect(panel.getByText("2 changes waiting on this device.")).toBeTruthy();
    await user.click(panel.getByText("Waiting to upload"));
    expect(panel.getByText("new · 2 attempts · Your drive is full.")).toBeTruthy();
    await user.click(panel.getByRole("button", { name: "Try again" }));
    await waitFor(() => expect(disk.attempts.size).toBe(0));
    syncs({ problem: { kind: "offline" } });
    expect(panel.getByText("No internet connection.")).toBeTruthy();
  });

  it("lists notes that were refused for one reason as one line with their number", async () => {
    const disk = new MemoryDisk("memory");
    for (let at = 0; at < 30; at += 1) {
      const note = stampEdit(aNote({ id: `note-${at}-full`, title: `Full ${at}` }), undefined, {
        dot: { device: "memory", counter: at + 1 },
        nowMs: at,
      });
      disk.entities.set(note.id, note);
      if (at > 1) disk.attempts.set(note.id, { id: note.id, count: 2, problem: "storage-full", atMs: 1, parked: false, unclear: false });
    }
    disk.meta = { ...disk.meta, ctr: 30 };
    const { panel, syncs, user } = await openSettings({ disk });
    syncs({ pendingCount: 30 });
    await user.click(panel.getByText("Waiting to upload"));
    const lines = within(panel.getByText("Waiting to upload").closest("details") as HTMLElement).getAllByRole("listitem");
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      "28 notes couldn't be uploadedYour drive is full.",
      "Full 0new",
      "Full 1new",
      "Try again",
    ]);
  });

  it("shows each device by its own status, and this one's waiting changes", async () => {
    const { panel, syncs } = await openSettings({ devices: [PHONE, { deviceId: "tablet", name: "Safari on iPad" }] });
    syncs({ pendingCount: 3 });
    expect(panel.getByText("This device · Not synced yet · 3 changes waiting")).toBeTruthy();
    expect(panel.getByText("Chrome on Android").parentElement?.textContent).toMatch(/Last synced/);
    expect(panel.getByText("Safari on iPad").parentElement?.textContent).toMatch(/Not synced yet$/);
  });

  it("renames a device of the user by keyboard, and Escape leaves the name", async () => {
    const { panel, user } = await openSettings({ devices: [PHONE] });
    await user.click(panel.getByRole("button", { name: "Rename Chrome on Android" }));
    await user.clear(panel.getByRole("textbox", { name: "Device name" }));
    await user.keyboard("Work phone{Enter}");
    expect(panel.getByText("Work phone")).toBeTruthy();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Rename Work phone");

    await user.keyboard("{Enter}");
    await user.keyboard("x{Escape}");
    expect(panel.getByText("Work phone")).toBeTruthy();
    expect(panel.getByRole("button", { name: "Rename Chrome on Linux" })).toBeTruthy();
  });

  it("shows the new name of a device once, and renames it there", async () => {
    const { user } = await open({ devices: [PHONE], isDeviceNameNew: true });
    expect((await screen.findByText(/^This device is called/)).textContent).toBe(
      "This device is called Chrome on Linux on your other devices.",
    );
    await user.click(screen.getByRole("button", { name: "Rename" }));
    await user.clear(screen.getByRole("textbox", { name: "Device name" }));
    await user.keyboard("Laptop{Enter}");
    expect(screen.queryByText(/^This device is called/)).toBeNull();
  });
});

describe("sync.md §7.3 many notes trashed in the drive", () => {
  it.each([
    ["Keep the notes", "keep"],
    ["Delete them here too", "remove"],
  ] as const)("stops and asks: %s", async (button, choice) => {
    const { user, syncs, services } = await open();
    const chosen: string[] = [];
    Object.assign(services.open.sync, {
      resolveRemovals: async (answer: string) => {
        chosen.push(answer);
        return { ok: true, value: undefined };
      },
    });
    syncs({ phase: "waiting", problem: { kind: "mass-removal", count: 42 } });
    expect(screen.getByRole("alert").textContent).toMatch(/^42 notes were moved to the trash/);
    await user.click(screen.getByRole("button", { name: "Choose…" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Notes trashed in your drive" }));
    await user.click(dialog.getByRole("button", { name: button }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(chosen).toEqual([choice]);
    syncs({ phase: "idle", problem: undefined });
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
