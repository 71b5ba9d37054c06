import { describe, expect, it } from "vitest";
import { createStore } from "../../model/store.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice } from "../../testing/test-device.ts";
import { EMPTY_DRAFT, type Tab } from "../tabs/tab.ts";
import { toReadablePage, unsyncedFileName } from "./unsynced.ts";
import { gatherUnsynced } from "./unsynced-service.ts";

const LABELS = { heading: "Only on this device", untitled: "Untitled", draft: "never saved" };

describe("decision 0005 signing out: what would be lost", () => {
  it("lists exactly the notes that are not in the drive and the unsaved texts", async () => {
    const device = await createTestDevice("ada", new MemoryDrive());
    await device.notes.create({ title: "In the drive", content: "<p>a</p>" }, null);
    await device.sync();
    await device.notes.create({ title: "Waiting", content: "<p>b</p>" }, null);
    const typed: Tab = {
      type: "new",
      id: "t1",
      isExpanded: false,
      createdAt: 5,
      ordinal: 1,
      folderId: null,
      draft: { title: "Typed", content: "<p>c</p>" },
    };
    const orphan = { draftId: "d", noteId: null, folderId: null, title: "Left", content: "<p>d</p>", savedAtMs: 7 };
    const tabs = createStore({ tabs: [typed, { ...typed, id: "t2", draft: EMPTY_DRAFT }], orphanedDrafts: [orphan] });
    const { items, unreadable } = await gatherUnsynced({ notes: device.notes, tabs });
    expect(items.map(({ title, content, isDraft }) => [title, content, isDraft])).toEqual([
      ["Waiting", "<p>b</p>", false],
      ["Typed", "<p>c</p>", true],
      ["Left", "<p>d</p>", true],
    ]);
    expect(unreadable).toBe(0);
  });

  it("counts notes that cannot be read", async () => {
    const device = await createTestDevice("ada", new MemoryDrive());
    await device.notes.create({ title: "Locked", content: "<p>b</p>" }, null);
    const locked = { store: device.notes.store, open: async () => ({ ok: false as const, problem: { kind: "vault-locked" as const } }) };
    expect(await gatherUnsynced({ notes: locked, tabs: createStore({ tabs: [], orphanedDrafts: [] }) })).toEqual({
      items: [],
      unreadable: 1,
    });
  });

  it("becomes a page without scripts, with titles as text", () => {
    const page = toReadablePage(
      [
        { title: "<b>&", content: "<p>one</p>", savedAtMs: 0, isDraft: true },
        { title: " ", content: "", savedAtMs: 0, isDraft: false },
      ],
      LABELS,
    );
    expect(page).toContain("<h2>&lt;b&gt;&amp;</h2>");
    expect(page).toContain("<p>one</p>");
    expect(page).toContain("1970-01-01T00:00:00.000Z · never saved");
    expect(page).toContain("<h2>Untitled</h2>");
    expect(page.indexOf("Content-Security-Policy")).toBeLessThan(page.indexOf("<article>"));
    expect(unsyncedFileName(0)).toBe("Satchel-only-here-1970-01-01T00-00-00-000Z.html");
  });
});
