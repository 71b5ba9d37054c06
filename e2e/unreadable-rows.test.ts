/** Damaged rows in the device's databases: the workspace opens, nothing is removed, and Settings list the unreadable rows. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Device, openDevice } from "./harness/device.ts";
import { startServer, type TestServer } from "./harness/servers/server.ts";
import { closeQuietly, runInOrder } from "./harness/story.ts";
import * as user from "./harness/user.ts";

type Row = Record<string, unknown>;
/** `change` replaces fields of the row with that title or name; without such a row it is a new row. */
type Damage = {
  readonly store: string;
  readonly titled?: string;
  readonly without?: string;
  readonly change?: Row;
  readonly depth?: number;
};

/** A note whose row stays, and whose text is removed. */
const CUT = { store: "cloud_notes", titled: "Cut", without: "text" } as const;

/** Damages rows from a page of this origin that does not hold the database open. */
async function damage(page: Page, origin: string, name: string, damages: readonly Damage[]): Promise<void> {
  await page.goto(`${origin}/healthz`);
  await page.evaluate(
    async ([database, all]) => {
      const done = <Value>(request: IDBRequest<Value>) =>
        new Promise<Value>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await done(indexedDB.open(database));
      for (const { store, titled, without, change = {}, depth = 0 } of all) {
        const rows = db.transaction(store, "readwrite").objectStore(store);
        const found = (await done(rows.getAll())).find(({ title }) => titled !== undefined && title === titled) ?? {};
        let deep: unknown = [];
        for (let level = 0; level < depth; level += 1) deep = [deep];
        const row: Record<string, unknown> = { ...found, ...change, ...(depth > 0 ? { attachments: deep } : {}) };
        if (without !== undefined) delete row[without];
        await done(rows.put(row));
        if (without === "text") await done(db.transaction("note_contents", "readwrite").objectStore("note_contents").delete(found.noteId));
      }
      db.close();
    },
    [name, damages] as const,
  );
}

const band = (page: Page) => page.getByRole("status").filter({ hasText: "on this device couldn't be read." });
const list = (page: Page) => page.getByRole("region", { name: "Unreadable items" });

async function review(page: Page): Promise<readonly string[]> {
  await band(page).getByRole("button", { name: "Review…" }).click();
  await list(page).getByRole("listitem").first().waitFor();
  return list(page).getByRole("listitem").allInnerTexts();
}

const shown = (items: readonly string[]): readonly string[] => items.map((item) => item.split("\n").slice(0, 2).join(" ")).sort();

const HOSTILE_TIMES = { lastModified: 1e17, createdAt: Number.NaN };

describe("Local mode whose rows were damaged", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    page = device.page;
    await user.useLocally(page, server.origin);
    for (const title of ["Whole", "Dated", "Deep", "Cut"]) await user.writeNote(page, title, "at low water");
    await damage(page, server.origin, "NotesAppLocal", [
      { store: "local_notes", titled: "Dated", change: { ...HOSTILE_TIMES, title: "Dated", folderId: {}, vv: null } },
      { store: "local_notes", titled: "Deep", depth: 2000 },
      { store: "local_notes", titled: "Cut", without: "content" },
      { store: "local_notes", change: { noteId: "huge", title: "x".repeat(100_000), content: 7 } },
      { store: "local_folders", change: { folderId: "f", name: null, color: 7, displayOrder: "first" } },
      { store: "local_folders", change: { folderId: "g", name: "Odd", color: 7, displayOrder: "first", folderType: {}, vv: 7 } },
      { store: "local_metadata", change: { key: "draft:d", value: { draftId: "d", title: "Typed", content: [] } } },
      { store: "local_metadata", change: { key: "tabs:w", value: { tabs: 7, activeTabId: {} } } },
      { store: "local_attachments", change: { id: "a", fileName: "plan.pdf", mimeType: "application/pdf", data: "no bytes" } },
    ]);
    await page.goto(`${server.origin}/notes`);
  });
  afterAll(() => closeQuietly([device], server));

  it("shows readable notes, and counts the unreadable items", async () => {
    for (const title of ["Whole", "Dated", "Deep"]) {
      await user.row(page, title).waitFor();
      await user.openNote(page, title);
      await page.getByText("at low water").first().waitFor();
    }
    expect(await user.row(page, "Cut").count()).toBe(0);
    await band(page).getByText("3 items on this device couldn't be read.").waitFor();
  });

  it("lists each item with its problem", async () => {
    const items = shown(await review(page));
    expect(items.filter((item) => !item.startsWith("x"))).toEqual([
      "Cut Note · Its text is missing or damaged.",
      "Typed Unsaved text · Its text is missing or damaged.",
      "f Folder · Its data is damaged.",
      "plan.pdf Attachment · Its file is missing or damaged.",
    ]);
    expect(items).toHaveLength(5);
  });

  it("downloads the remains of an item as they are stored", async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), list(page).getByRole("button", { name: "Download Cut" }).click()]);
    const { stored } = JSON.parse(await readFile(await download.path(), "utf8")) as { readonly stored: Row };
    expect(stored).toMatchObject({ title: "Cut" });
    expect(stored).not.toHaveProperty("content");
  });

  it("removes one item after confirmation, and keeps the others over a reload", async () => {
    await list(page).getByRole("button", { name: "Remove Cut" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep" }).click();
    expect(await list(page).getByRole("listitem").count()).toBe(5);
    await list(page).getByRole("button", { name: "Remove Cut" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await list(page).getByText("“Cut” removed.").waitFor();
    await page.reload();
    await user.row(page, "Whole").waitFor();
    await band(page).getByText("2 items on this device couldn't be read.").waitFor();
    expect(await review(page)).toHaveLength(4);
  });
});

describe("An account whose rows on this device were damaged", () => {
  let server: TestServer;
  let device: Device;
  let page: Page;

  runInOrder(() => [device]);
  beforeAll(async () => {
    server = await startServer();
    device = await openDevice();
    page = device.page;
    await user.moveIn(page, server.origin, { email: "damaged@example.org", password: "Correct horse 1" });
    for (const title of ["Whole", "Cut", "Versionless"]) await user.writeNote(page, title, "at low water");
    for (const title of ["Whole", "Cut", "Versionless"]) await user.waitForState(page, title, "In your drive");
    await damage(page, server.origin, "CloudNotesCache", [
      CUT,
      { store: "cloud_notes", titled: "Versionless", change: { vv: 7, ...HOSTILE_TIMES } },
      { store: "cloud_notes", change: { noteId: "nowhere", kind: "note", title: "Nowhere", vv: {}, alive: {}, contentChars: 12 } },
      { store: "cloud_notes", change: { noteId: "__folder__:f", kind: "folder", folderId: {}, vv: null, lastModified: {} } },
      { store: "remote", change: { fileId: "f", id: "nowhere", vv: 7, version: "new" } },
      { store: "attempts", change: { id: "nowhere", count: 1e17, problem: null } },
      { store: "packs", change: { fileId: "p", entries: 7 } },
      { store: "drafts", change: { draftId: "d", title: "Typed", content: null } },
      { store: "open_tabs", change: { windowId: "w", tabs: [null, 7, { id: {} }], activeTabId: 7 } },
      { store: "conflicts", change: { id: "c", local: 7 } },
      { store: "attachments", change: { id: "a", upload: 7 } },
    ]);
    await page.goto(`${server.origin}/notes`);
  });
  afterAll(() => closeQuietly([device], server));

  it("restores from the drive what it has, and continues to sync", async () => {
    for (const title of ["Whole", "Cut", "Versionless"]) {
      await user.row(page, title).waitFor();
      await user.openNote(page, title);
      await page.getByText("at low water").first().waitFor();
    }
    await user.writeNote(page, "After", "the damage");
    await user.waitForState(page, "After", "In your drive");
  });

  it("lists items that exist nowhere else, and removes them after confirmation", async () => {
    await band(page).waitFor();
    const items = shown(await review(page));
    expect(items).toContain("Nowhere Note · Its text is missing or damaged.");
    expect(items).toContain("Typed Unsaved text · Its text is missing or damaged.");
    expect(items.some((item) => item.startsWith("Versionless"))).toBe(false);
    await list(page).getByRole("button", { name: "Remove Nowhere" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await list(page).getByText("“Nowhere” removed.").waitFor();
  });
});
