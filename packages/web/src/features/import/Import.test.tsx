import type { UnionStore } from "@satchel/core/model/store.ts";
import type { ReportSum } from "@satchel/core/transfer/import/import-report.ts";
import type { ImportState } from "@satchel/core/transfer/import/import-service-types.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { type MemoryOptions, SIGNED_IN } from "../../testing/memory-services.ts";
import { renderApp } from "../../testing/render-app.tsx";

const SUM: ReportSum = {
  items: 4,
  kept: 1,
  approximated: 2,
  lost: 1,
  notes: 3,
  folders: 2,
  tags: 1,
  attachments: 5,
  attachmentBytes: 2_097_152,
  missingAttachments: 1,
  links: { note: 1, web: 2, unresolved: 1 },
  times: { oldestMs: Date.parse("2019-05-02T12:00:00Z"), newestMs: Date.parse("2026-11-20T12:00:00Z") },
  sourceFiles: 4,
  unaccountedFiles: [],
  isWhole: true,
};
const LOST = { kind: "file", source: "a.json", key: "a.json", title: "a.json", status: "lost", remarks: [], reason: "damaged" } as const;
const FOUND = { names: ["vault.zip"], items: [LOST], sum: SUM, alreadyHere: 1, csvAs: undefined, unknownAs: undefined };

async function openTab(options: MemoryOptions = {}) {
  const app = await renderApp({ session: SIGNED_IN, path: "/notes", ...options });
  await app.user.click(await screen.findByRole("button", { name: "Settings" }));
  await app.user.click(await screen.findByRole("tab", { name: "Import and export" }));
  return { ...app, panel: within(await screen.findByRole("tabpanel", { name: "Import and export" })) };
}

describe("importing in Settings", () => {
  it("reads the chosen files", async () => {
    const importCalls: unknown[][] = [];
    const { user, panel } = await openTab({ importCalls });
    const input = panel.getByRole("button", { name: "Choose files" }).parentElement?.querySelector("input") as HTMLInputElement;
    await user.upload(input, [new File(["a"], "a.md"), new File(["b"], "b.enex")]);
    expect(importCalls).toEqual([["scan", ["a.md", "b.enex"]]]);
  });

  it("shows the findings line by line, and imports what is missing", async () => {
    const importCalls: unknown[][] = [];
    const { user, panel } = await openTab({ importCalls, imports: { kind: "found", found: FOUND } });
    const row = (name: string): string | null | undefined => panel.getByText(name).parentElement?.querySelector("dd")?.textContent;
    expect(["Notes", "Attachments", "Links", "Kept unchanged", "Kept with changes", "Can't be imported"].map(row)).toEqual([
      "3",
      "5",
      "4",
      "1",
      "2",
      "1",
    ]);
    expect(["Size of attachments", "Dates"].map(row)).toEqual(["2.00 MB", expect.stringMatching(/2019 – .*2026/)]);
    expect(panel.getByText("1 note is already here.")).toBeTruthy();
    expect(panel.getByText("a.json: Damaged, so it couldn't be read.")).toBeTruthy();
    await user.click(panel.getByRole("button", { name: "Import 2 notes" }));
    await user.selectOptions(panel.getByRole("combobox", { name: "Notes that are already here" }), "copy");
    await user.click(panel.getByRole("button", { name: "Import 3 notes" }));
    expect(importCalls).toEqual([
      ["start", { folderId: undefined, duplicates: "skip" }],
      ["start", { folderId: undefined, duplicates: "copy" }],
    ]);
  });

  it("asks what to do with the tables of CSV files", async () => {
    const importCalls: unknown[][] = [];
    const { user, panel } = await openTab({ importCalls, imports: { kind: "found", found: { ...FOUND, csvAs: "rows" } } });
    await user.selectOptions(panel.getByRole("combobox", { name: "Tables in CSV files" }), "One note with the table");
    expect(importCalls).toEqual([["readAgain", { csvAs: "table" }]]);
  });

  it("leaves files of unknown formats out until asked to attach them", async () => {
    const importCalls: unknown[][] = [];
    const { user, panel } = await openTab({ importCalls, imports: { kind: "found", found: { ...FOUND, unknownAs: "left-out" } } });
    await user.selectOptions(panel.getByRole("combobox", { name: "Files of unknown formats" }), "Keep them as attachments");
    expect(importCalls).toEqual([["readAgain", { unknownAs: "attached" }]]);
  });

  it("shows progress, can be canceled, and can be undone afterwards", async () => {
    const importCalls: unknown[][] = [];
    const working = await openTab({ importCalls, imports: { kind: "importing", done: 400, total: 1000 } });
    expect(working.panel.getByRole("progressbar", { name: "Importing notes: 400 of 1,000" }).getAttribute("aria-valuenow")).toBe("40");
    await working.user.click(working.panel.getByRole("button", { name: "Cancel" }));
    expect(importCalls).toEqual([["cancel"]]);
  });

  it("reports what was added, and offers to undo it", async () => {
    const importCalls: unknown[][] = [];
    const outcome = { found: FOUND, added: 2, skipped: 1, attachments: 5, notKept: ["big.zip"] };
    const { user, panel } = await openTab({ importCalls, imports: { kind: "imported", outcome } });
    expect(panel.getByText("2 notes were imported. 1 note was already here. You'll find a report in the Imports folder.")).toBeTruthy();
    await user.click(panel.getByRole("button", { name: "Undo import" }));
    expect(importCalls).toEqual([["undo"]]);
  });

  it("closes the tabs of its notes when it is undone, and keeps the others", async () => {
    const outcome = { found: FOUND, added: 1, skipped: 0, attachments: 0, notKept: [] };
    const { user, panel, services, path } = await openTab({ imports: { kind: "imported", outcome } });
    const { notes, tabs, imports } = services.open;
    const make = async (title: string): Promise<string> => {
      const made = await notes.create({ title, content: "" }, null);
      if (!made.ok) throw new Error(made.problem.kind);
      return made.value.noteId;
    };
    const [own, imported] = [await make("Own"), await make("Imported")];
    imports.undo = async () => {
      await notes.removeAll([imported]);
      (imports.store as UnionStore<ImportState>).replace({ kind: "undone", removed: 1, trashed: 0, noteIds: [imported] });
    };
    act(() => void [tabs.openView(own), tabs.openView(imported)]);
    await user.click(panel.getByRole("button", { name: "Undo import" }));
    await waitFor(() => expect(tabs.store.getState().tabs.map((tab) => "noteId" in tab && tab.noteId)).toEqual([own]));
    await waitFor(() => expect(path()).toBe(`/notes/${own}`));
  });
});

describe("an import that was interrupted", () => {
  const unfinished = { name: "vault.zip", done: 400, total: 1000, added: 390 };
  const SENTENCE = "The import of vault.zip was interrupted. 400 of 1,000 notes are here.";

  it("is offered above the notes, and continued in Settings", async () => {
    const importCalls: unknown[][] = [];
    const imports = { kind: "unfinished", unfinished, isOther: false } as const;
    const { user } = await renderApp({ session: SIGNED_IN, path: "/notes", importCalls, imports });
    await screen.findByText(SENTENCE);
    await user.click(screen.getByRole("button", { name: "Keep what was imported" }));
    expect(importCalls).toEqual([["discard"]]);
    await user.click(screen.getByRole("button", { name: "Continue" }));
    const panel = within(await screen.findByRole("tabpanel", { name: "Import and export" }));
    expect(panel.getByRole("progressbar", { name: SENTENCE }).getAttribute("aria-valuenow")).toBe("40");
    const input = panel.getByRole("button", { name: "Choose files" }).parentElement?.querySelector("input") as HTMLInputElement;
    await user.upload(input, new File(["a"], "vault.zip"));
    await user.click(panel.getByRole("button", { name: "Undo import" }));
    expect(importCalls.slice(1)).toEqual([["scan", ["vault.zip"]], ["undo"]]);
  });

  it("reports other files than before, and stays if the import fails", async () => {
    const other = await openTab({ imports: { kind: "unfinished", unfinished, isOther: true } });
    expect(other.panel.getByText(/^These aren't the files this import started with/)).toBeTruthy();
    other.unmount();
    const { panel } = await openTab({ imports: { kind: "failed", problem: { kind: "storage-full" }, added: 390, unfinished } });
    expect(panel.getByText("There isn't enough space on this device. 390 notes had been added.")).toBeTruthy();
    expect(panel.getByText(SENTENCE)).toBeTruthy();
  });
});

describe("files dropped on the window", () => {
  it("reads them with their folders, and shows the findings in Settings", async () => {
    const importCalls: unknown[][] = [];
    await renderApp({ session: SIGNED_IN, path: "/notes", importCalls });
    const target = await screen.findByRole("button", { name: "Settings" });
    const fileEntry = (name: string) => ({
      isFile: true,
      isDirectory: false,
      name,
      file: (done: (file: File) => void) => done(new File(["x"], name)),
    });
    const batches = [[fileEntry("a.md")], [fileEntry("b.md")]];
    const folder = {
      isFile: false,
      isDirectory: true,
      name: "Vault",
      createReader: () => ({ readEntries: (done: (entries: unknown) => void) => done(batches.shift() ?? []) }),
    };
    const drop = new Event("drop", { bubbles: true, cancelable: true });
    Object.assign(drop, { dataTransfer: { types: ["Files"], items: [{ webkitGetAsEntry: () => folder }] } });
    act(() => void target.dispatchEvent(drop));
    await waitFor(() => expect(importCalls).toEqual([["scan", ["a.md", "b.md"]]]));
    expect(drop.defaultPrevented).toBe(true);
    expect(await screen.findByRole("tabpanel", { name: "Import and export" })).toBeTruthy();
  });
});
