import { describe, expect, it } from "vitest";
import type { Folder } from "../../model/entities/folder.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import { type PaletteEntry, paletteEntries } from "./palette.ts";

const note = (title: string, more: Partial<NoteSummary> = {}): NoteSummary => ({
  noteId: title,
  title,
  preview: "",
  folderId: null,
  createdAt: 0,
  lastModified: 0,
  isEncrypted: false,
  attachments: [],
  sync: { kind: "in-your-drive" },
  ...more,
});
const recipes = { folderId: "r", name: "Recipes" } as Folder;
const actions = [
  { action: "new-note", label: "New note" },
  { action: "settings", label: "Settings" },
] as const;
const source = {
  notes: [
    note("Feeding the sourdough"),
    note("Sourdough, eleventh attempt", { folderId: "r" }),
    note("日本語の勉強"),
    note("", { isEncrypted: true }),
  ],
  folders: [recipes],
  tags: [{ key: "baking/rye", tag: "Baking/Rye", count: 3, depth: 1 }],
  searches: [{ searchId: "s1", name: "Open loaves", query: "is:untagged", icon: "star" }],
  actions,
};

const names = (entries: readonly PaletteEntry[]) =>
  entries.map((entry) => {
    if (entry.kind === "note") return entry.note.title;
    if (entry.kind === "folder") return entry.folder.name;
    if (entry.kind === "tag") return entry.tag.tag;
    if (entry.kind === "saved-search") return entry.search.name;
    return entry.kind === "action" ? entry.action : entry.kind;
  });

describe("command palette", () => {
  it("starts with the most recent notes and every action", () => {
    expect(names(paletteEntries(source, " "))).toEqual([
      "Feeding the sourdough",
      "Sourdough, eleventh attempt",
      "日本語の勉強",
      "new-note",
      "settings",
    ]);
  });

  it.each([
    ["sourd", ["Sourdough, eleventh attempt", "Feeding the sourdough", "new-note", "search"]],
    ["the sour", ["Feeding the sourdough", "new-note", "search"]],
    ["勉強", ["日本語の勉強", "new-note", "search"]],
    ["reci", ["Recipes", "new-note", "search"]],
    ["rye", ["Baking/Rye", "new-note", "search"]],
    ["#baking", ["Baking/Rye", "new-note", "search"]],
    ["loav", ["Open loaves", "new-note", "search"]],
    ["sett", ["settings", "new-note", "search"]],
    ["?", ["new-note", "search"]],
  ])("finds by beginnings of words, titles that begin with the query first: %s", (typed, found) => {
    expect(names(paletteEntries(source, typed))).toEqual(found);
  });

  it("names the folder of a note, and lists at most eight notes", () => {
    const many = { ...source, notes: Array.from({ length: 50 }, (_, at) => note(`Bread ${at}`, { folderId: "r" })) };
    const entries = paletteEntries(many, "bread");

    expect(entries.filter(({ kind }) => kind === "note")).toHaveLength(8);
    expect(entries[0]).toMatchObject({ note: { title: "Bread 0" }, folder: recipes });
  });
});
