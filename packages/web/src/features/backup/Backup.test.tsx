import type { BackupDamage } from "@satchel/core/model/backup/backup-damage.ts";
import { toKeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import type { UnionStore } from "@satchel/core/model/store.ts";
import type { LocalSensitive } from "@satchel/core/ports/sealing/sensitive-keys.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { MemoryDisk } from "@satchel/core/testing/memory-local-store.ts";
import type { BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { type MemoryOptions, SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const TOTALS = { notes: 12, folders: 3, attachments: 1, missing: [] };

async function openTab(options: MemoryOptions = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", ...options });
  await app.user.click(await screen.findByRole("button", { name: "Settings" }));
  await app.user.click(await screen.findByRole("tab", { name: "Backup and Restore" }));
  return { ...app, panel: within(await screen.findByRole("tabpanel", { name: "Backup and Restore" })) };
}

const NONE = { notes: 0, folders: 0, attachments: 0 };

const RESTORED = {
  notes: { added: 1000, skipped: 2 },
  folders: { added: 2, skipped: 0 },
  attachments: { added: 1, skipped: 0 },
  locked: 0,
  lockedFolders: [],
  damage: [],
};

const LEFT: LocalSensitive = {
  sid: "AAAAAAAAAAA",
  kdf: { alg: "argon2id", m: 65_536, t: 3, p: 1, salt: "AAECAwQFBgcICQoLDA0ODw" },
  spw: { iv: "AAAAAAAAAAAAAAAA", ct: "AAAA" },
};

/** jsdom's files cannot be read. */
function fileOf(head: string, name: string, sizeBytes = head.length): File {
  const file = new File([head, new Uint8Array(sizeBytes - head.length)], name, { type: "application/zip" });
  const slice = () => ({ arrayBuffer: async () => new TextEncoder().encode(head.slice(0, 2)).buffer });
  return Object.assign(file, { slice });
}

const zip = () => fileOf("PK", "Satchel-backup.zip", 2_621_440);

describe("B2 Backup and Restore", () => {
  it("writes an unencrypted backup with a notice, or one with a confirmed password", async () => {
    const backupCalls: (string | undefined)[][] = [];
    const { user, fill, panel } = await openTab({ backupCalls });
    expect(panel.getByText(/^Without one, anyone can read all but sensitive notes\./)).toBeTruthy();
    await user.click(panel.getByRole("button", { name: "Create Backup" }));
    await user.click(panel.getByRole("checkbox", { name: "Protect it with a password" }));
    await user.click(panel.getByRole("button", { name: "Create Backup" }));
    expect(panel.getByText("Password is required")).toBeTruthy();
    await fill("Backup password", "for this file");
    await user.click(panel.getByRole("button", { name: "Create Backup" }));
    expect(backupCalls).toEqual([[undefined], ["for this file"]]);
  });

  it("includes the history if chosen, and shows its size first", async () => {
    const backupCalls: (string | undefined)[][] = [];
    const disk = new MemoryDisk("memory");
    const note = aNote({ content: "<p>now</p>", vv: { memory: 2 } });
    const former = toKeptVersion({ ...note, content: "<p>before</p>", vv: { memory: 1 } });
    disk.entities.set(note.id, note);
    disk.versions.set(note.id, new Map([[former.key, former]]));
    const { user, panel } = await openTab({ backupCalls, disk });
    const choice = panel.getByRole("checkbox", { name: "Include version history" });
    expect(choice).toHaveProperty("checked", false);
    await user.click(choice);
    expect(await panel.findByText(/^Adds 1 earlier versions?, about .* before compression\.$/)).toBeTruthy();
    await user.click(panel.getByRole("button", { name: "Create Backup" }));
    expect(backupCalls).toEqual([[undefined, "with history"]]);
  });

  it("shows the chosen file's name and size in MB, and restores it", async () => {
    const backupCalls: (string | undefined)[][] = [];
    const { user, panel } = await openTab({ backupCalls });
    expect(panel.getByRole("button", { name: "Restore" })).toHaveProperty("disabled", true);
    await user.upload(document.querySelector('input[type="file"]') as HTMLInputElement, zip());
    expect(await panel.findByText("Satchel-backup.zip (2.50 MB)")).toBeTruthy();
    await user.click(panel.getByRole("button", { name: "Restore" }));
    expect(backupCalls).toEqual([["Satchel-backup.zip", undefined]]);
  });

  it("does not call a small backup empty", async () => {
    const { user, panel } = await openTab();
    await user.upload(document.querySelector('input[type="file"]') as HTMLInputElement, fileOf("PK", "Small.zip"));
    expect(await panel.findByText("Small.zip (0.01 MB)")).toBeTruthy();
  });

  it("refuses a file that is no zip as soon as it is chosen", async () => {
    const { user, panel } = await openTab();
    const input = () => document.querySelector('input[type="file"]') as HTMLInputElement;
    await user.upload(input(), fileOf("%PDF-1.7", "letter.zip"));
    expect(await panel.findByText("Invalid backup file: this isn't a zip file, or it's incomplete.")).toBeTruthy();
    expect(panel.getByRole("button", { name: "Restore" })).toHaveProperty("disabled", true);
    await user.upload(input(), zip());
    expect(await panel.findByText("Satchel-backup.zip (2.50 MB)")).toBeTruthy();
    expect(panel.queryByText(/^Invalid backup file/)).toBeNull();
  });

  it("requests a sealed backup's password, and reports a wrong one", async () => {
    const backupCalls: (string | undefined)[][] = [];
    const { user, fill, panel } = await openTab({ backupCalls, backup: { kind: "sealed", file: zip(), isAgain: true } });
    expect(panel.getByText("That password didn't work. Please try again.")).toBeTruthy();
    await fill("Backup password", "second try");
    await user.click(panel.getByRole("button", { name: "Open" }));
    expect(backupCalls).toEqual([["Satchel-backup.zip", "second try"]]);
  });

  it.each<[string, BackupState]>([
    ['Backup created successfully! Downloaded as "x.zip"', { kind: "written", fileName: "x.zip", totals: TOTALS }],
    [
      "Backup created successfully! Downloaded as \"x.zip\". One attachment couldn't be loaded and isn't included.",
      { kind: "written", fileName: "x.zip", totals: { ...TOTALS, missing: [{ id: "a", fileName: "a", mimeType: "a/b", sizeBytes: 1 }] } },
    ],
    [
      "Backup failed: there's no space left on this device. Free up some space and try again.",
      { kind: "failed", work: "backup", problem: { kind: "storage-full" } },
    ],
    [
      "Restore completed! Added 1,003 new items. Skipped 2 existing items (no overwrites). One sensitive note belongs to another Sensitive folder and was left in the backup.",
      { kind: "restored", result: { ...RESTORED, locked: 1 } },
    ],
    [
      "Folder cleanup failed: there's no space left on this device. Free up some space and try again.",
      { kind: "failed", work: "cleaning", problem: { kind: "storage-full" } },
    ],
    [
      "Restore failed: Invalid backup file: Missing metadata",
      { kind: "failed", work: "restore", problem: { kind: "no-metadata" }, added: NONE },
    ],
    [
      "Restore failed: the file is damaged. 3 items were added before that and will stay. Restoring the same file again adds the rest.",
      { kind: "failed", work: "restore", problem: { kind: "damaged" }, added: { notes: 1, folders: 1, attachments: 1 } },
    ],
    ["Restore canceled. Nothing was added.", { kind: "cancelled", added: NONE }],
    [
      "Restore canceled. One item was added before that and will stay. Restoring the same file again adds the rest.",
      { kind: "cancelled", added: { ...NONE, notes: 1 } },
    ],
    [
      "Restore failed: Invalid backup file: Not a Satchel backup",
      { kind: "failed", work: "restore", problem: { kind: "not-ours", appName: "Other" }, added: NONE },
    ],
  ])("reports: %s", async (sentence, backup) => {
    const { panel } = await openTab({ backup });
    expect(panel.getByText(sentence)).toBeTruthy();
  });

  it.each<[string, BackupState]>([
    ["a backup was made", { kind: "written", fileName: "x.zip", totals: TOTALS }],
    ["a backup failed", { kind: "failed", work: "backup", problem: { kind: "cannot-write", detail: "" } }],
    ["a restore failed", { kind: "failed", work: "restore", problem: { kind: "no-zip" }, added: NONE }],
  ])("offers both again once %s", async (_, backup) => {
    const backupCalls: (string | undefined)[][] = [];
    const { user, panel } = await openTab({ backup, backupCalls });
    expect(panel.getByRole("button", { name: /^Create (Backup|another)$/ })).toBeTruthy();
    await user.upload(document.querySelector('input[type="file"]') as HTMLInputElement, zip());
    await panel.findByText("Satchel-backup.zip (2.50 MB)");
    await user.click(panel.getByRole("button", { name: "Restore" }));
    expect(backupCalls).toEqual([["Satchel-backup.zip", undefined]]);
  });

  it("requests the password of sensitive notes left behind, and accepts a refusal", async () => {
    const backupCalls: (string | undefined)[][] = [];
    const result = { ...RESTORED, locked: 2, lockedFolders: [LEFT] };
    const { user, fill, panel } = await openTab({
      backup: { kind: "restored", result },
      backupCalls,
      backupJoin: { ok: false, problem: { kind: "sensitive-refused" } },
    });
    expect(panel.getByText(/2 sensitive notes belong to another Sensitive folder and were left in the backup\.$/)).toBeTruthy();
    await user.click(panel.getByRole("button", { name: "Add them" }));
    expect(panel.getByText("Password is required")).toBeTruthy();
    expect(backupCalls).toEqual([]);
    await fill("Password for the backup's Sensitive folder", "not this one");
    await user.keyboard("{Enter}");
    expect(await panel.findByText("Invalid password. Please try again.")).toBeTruthy();
    expect(backupCalls).toEqual([["not this one", undefined]]);
    await user.click(panel.getByRole("button", { name: "Leave them out" }));
    expect(panel.getByRole("button", { name: "Choose a .zip file" })).toBeTruthy();
  });

  it("requests the account's Sensitive password too, and says which was wrong", async () => {
    const backupCalls: (string | undefined)[][] = [];
    const { user, fill, panel } = await openTab({
      backup: { kind: "restored", result: { ...RESTORED, locked: 1, lockedFolders: [LEFT] } },
      backupCalls,
      backupJoin: { ok: false, problem: { kind: "own-refused" } },
      sensitive: { password: "of this account 1" },
    });
    await fill("Password for the backup's Sensitive folder", "of the backup 1");
    await fill("Password for your own Sensitive folder", "not that");
    await user.click(panel.getByRole("button", { name: "Add them" }));
    expect(backupCalls).toEqual([["of the backup 1", "not that"]]);
    expect(panel.getByLabelText("Password for your own Sensitive folder", { selector: "input" }).getAttribute("aria-invalid")).toBe("true");
  });

  it("B4.7, B9 reaches 100 %, shows a toast, and closes by itself a second later", async () => {
    const { services, panel } = await openTab({ backup: { kind: "restoring", step: "refreshing", percent: 95 } });
    const percent = () => panel.getByRole("progressbar").getAttribute("aria-valuenow");
    expect(percent()).toBe("95");
    const store = services.open.backup.store as UnionStore<BackupState>;
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      act(() => store.replace({ kind: "restored", result: RESTORED }));
      expect(percent()).toBe("100");
      await pass(999);
      expect(screen.getByRole("dialog", { name: "Settings" })).toBeTruthy();
      await pass(1);
    } finally {
      vi.useRealTimers();
    }
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await screen.findByText("Restore completed! Added 1,003 new items. Skipped 2 existing items (no overwrites).")).toBeTruthy();
  });

  it("lists what the file could not restore, and waits until that is read", async () => {
    const damage: readonly BackupDamage[] = [
      { kind: "record-unreadable", path: "notes.json", name: "Poison" },
      { kind: "note-without-id", path: "notes.json" },
      { kind: "file-damaged", path: "attachments/a/photo.png", name: "photo.png" },
      { kind: "other-count", path: "notes.json", expected: 12, found: 10 },
      { kind: "archive-damaged", path: "" },
    ];
    const { panel } = await openTab({ backup: { kind: "restored", result: { ...RESTORED, damage } } });
    expect(panel.getByText("5 problems were found in the file:")).toBeTruthy();
    // A list that lacks records may lack any number of them.
    expect(panel.getByText("Everything readable was restored. Keep the file until you have what you need.")).toBeTruthy();
    expect(
      panel
        .getAllByRole("listitem")
        .slice(0, 5)
        .map(({ textContent }) => textContent),
    ).toEqual([
      "Poison: has an invalid ID or date",
      "notes.json: Cannot save note without noteId",
      "photo.png: damaged",
      "notes.json: 10 found, 12 expected",
      "The end of the zip is missing or damaged",
    ]);
    expect(panel.getByRole("button", { name: "Done" })).toBeTruthy();
  });

  it("claims that all else was restored only if each missing item has a line", async () => {
    const damage: readonly BackupDamage[] = [
      { kind: "note-lost", path: "readable/Work/Tern.html", name: "Tern" },
      { kind: "note-without-id", path: "notes.json", name: "Wren" },
      { kind: "file-damaged", path: "attachments/a/photo.png", name: "photo.png" },
      { kind: "from-page", path: "readable/Work/Heron.html", name: "Heron" },
    ];
    const { panel } = await openTab({ backup: { kind: "restored", result: { ...RESTORED, damage } } });
    expect(panel.getByText("3 items in the file couldn't be restored:")).toBeTruthy();
    expect(panel.getByText("Everything else was restored. Keep the file until you have what you need.")).toBeTruthy();
    expect(panel.getByText("One note was recovered from its readable copy in the file. Check that it's complete:")).toBeTruthy();
    expect(
      panel
        .getAllByRole("listitem")
        .slice(0, 4)
        .map(({ textContent }) => textContent),
    ).toEqual(["Tern: damaged", "Wren: Cannot save note without noteId", "photo.png: damaged", "Heron"]);
  });

  it("names each attachment that is missing in a backup", async () => {
    const missing = ["plan.pdf", "orig-1"].map((fileName) => ({ id: "orig-1", fileName, mimeType: "a/b", sizeBytes: 1 }));
    const { panel } = await openTab({ backup: { kind: "written", fileName: "x.zip", totals: { ...TOTALS, missing } } });
    expect(panel.getByText("plan.pdf")).toBeTruthy();
    expect(panel.getByText("Original image orig-1")).toBeTruthy();
  });

  it("continues visibly when Settings closes, and can be canceled there", async () => {
    const { user, services } = await openTab({ backup: { kind: "restoring", step: "adding", percent: 40 } });
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const band = await screen.findByText("Adding missing items… 40%");
    expect(band.textContent).toMatch(/^Restoring a backup… Adding/);
    await user.click(screen.getByRole("button", { name: "Cancel" }));
    expect(services.open.backup.store.getState()).toEqual({ kind: "idle" });
  });

  it.each<[string, BackupState]>([
    ["Restore canceled. Nothing was added.", { kind: "cancelled", added: NONE }],
    [
      "Restore failed: the file is damaged. Nothing was added.",
      { kind: "failed", work: "restore", problem: { kind: "damaged" }, added: NONE },
    ],
    [
      "Backup failed: there's no space left on this device. Free up some space and try again.",
      { kind: "failed", work: "backup", problem: { kind: "storage-full" } },
    ],
  ])("reports above the notes how it ended while Settings was closed: %s", async (sentence, backup) => {
    const { user } = await renderApp({ session: SIGNED_IN, path: "/notes", backup });
    expect(await screen.findByText(sentence)).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText(sentence)).toBeNull();
  });

  it("reports in a toast what was restored while Settings was closed", async () => {
    const { services } = await renderApp({ session: SIGNED_IN, path: "/notes", backup: { kind: "restored", result: RESTORED } });
    expect(await screen.findByText("Restore completed! Added 1,003 new items. Skipped 2 existing items (no overwrites).")).toBeTruthy();
    expect(services.open.backup.store.getState()).toEqual({ kind: "idle" });
  });

  it("shows its progress as a number, and can be canceled", async () => {
    const { user, panel, services } = await openTab({ backup: { kind: "writing", done: 250, total: 1000 } });
    expect(panel.getByRole("progressbar", { name: "Creating backup…" }).getAttribute("aria-valuenow")).toBe("25");
    expect(panel.getByText("Creating backup…").parentElement?.textContent).toMatch(/^Creating backup…25\s?%$/);
    const important = within(panel.getByRole("region", { name: "Important Information" }));
    expect(important.getAllByRole("listitem").length).toBeGreaterThan(2);
    await user.click(panel.getByRole("button", { name: "Cancel" }));
    expect(services.open.backup.store.getState()).toEqual({ kind: "idle" });
  });

  it.each([
    [{ storage: "kept" }, /^Storage is persistent/],
    [{ storage: "may-be-cleared" }, /^Storage isn't persistent/],
    [{ storage: "denied" }, /^This browser doesn't allow Satchel to store data\./],
  ] as const)("shows the browser's promise about storage: %j", async (device, sentence) => {
    const { panel } = await openTab({ device });
    expect(panel.getByText(sentence)).toBeTruthy();
    expect(panel.getByText(/^Notes marked “On this device” would be lost/)).toBeTruthy();
  });

  it.each([
    ["kept", "Storage is now persistent."],
    ["refused", /^The browser declined\./],
    ["cannot-be-asked", "This browser doesn't support persistent storage."],
  ] as const)("asks the browser again on request, and shows its response: %s", async (keepAnswer, sentence) => {
    const { user, panel } = await openTab({ device: { storage: "may-be-cleared" }, keepAnswer });
    await user.click(panel.getByRole("button", { name: "Request persistent storage" }));
    expect(await panel.findByText(sentence)).toBeTruthy();
  });

  it("does not offer to ask if the browser has promised, or refuses storage", async () => {
    for (const storage of ["kept", "denied"] as const) {
      const { panel } = await openTab({ device: { storage } });
      expect(panel.queryByRole("button", { name: "Request persistent storage" })).toBeNull();
    }
  });

  it("B3 downloads local mode's notes as JSON, and reports it", async () => {
    const savedFiles: { readonly name: string; readonly text: string }[] = [];
    const { user, panel, services } = await openTab({ session: { kind: "signed-out" }, localMode: true, savedFiles });
    await services.open.notes.create({ title: "Milk", content: "<p>two</p>" }, null);

    await user.click(panel.getByRole("button", { name: "Export as JSON" }));

    expect(await panel.findByText(/^Downloaded as "Satchel-export-.*\.json"$/)).toBeTruthy();
    expect(JSON.parse(savedFiles[0]?.text ?? "")).toMatchObject({ sessionId: "local-memory", notes: [{ title: "Milk" }] });
  });

  it("B3 shows the space of local notes by folder", async () => {
    const { panel } = await openTab({ session: { kind: "signed-out" }, localMode: true });
    const table = within(await panel.findByRole("table"));
    expect(table.getByRole("row", { name: /^Total 0 notes/ })).toBeTruthy();
  });

  it("B3 does not offer the JSON export in an account", async () => {
    const { panel } = await openTab();
    expect(panel.queryByRole("button", { name: "Export as JSON" })).toBeNull();
  });

  it("B2 is the first and only panel in local mode beside Security, Writing, and Import and export", async () => {
    await openTab({ session: { kind: "signed-out" }, localMode: true });
    const tabs = within(screen.getByRole("dialog")).getAllByRole("tab");
    expect(tabs.map(({ textContent }) => textContent)).toEqual(["Backup and Restore", "Security", "Writing", "Import and export"]);
    expect(screen.getByText(/^These are the only copies of your notes\./)).toBeTruthy();
  });
});
