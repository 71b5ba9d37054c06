import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalHtml } from "../../../document/testing/random-html.ts";
import type { BackupNote } from "../../../model/backup/backup-format.ts";
import { notePage, type PageRecord } from "../../../model/backup/readable.ts";
import { NoteRecovery, recordCheck } from "./note-recovery.ts";
import { isGuessedId, type ParsedPage, parsePage, toNote } from "./parse-page.ts";

const WORDS = { heading: "Notes", untitled: "Untitled Note", noFolder: "No folder", lastModified: "Last modified", backToIndex: "All" };
const NO_FILE = () => undefined;
const parsed = (title: string, content: string, record?: PageRecord): ParsedPage => {
  const note = { title, content, folderName: "Work · home", lastModified: 1_700_000_000_123 };
  const page = parsePage(notePage({ ...note, ...(record && { record }) }, WORDS, NO_FILE), NO_FILE);
  if (page === undefined) throw new Error("no page");
  return page;
};
const aNote = (values: Partial<BackupNote>): BackupNote => {
  const times = { createdAt: 1, lastModified: 1_700_000_000_123 };
  return { id: "note-1", title: "Plan", content: "", folderId: null, isEncrypted: false, attachments: [], attIds: [], ...times, ...values };
};
const recordOf = (note: BackupNote): PageRecord => ({ id: note.id, check: recordCheck(note), folderId: note.folderId, createdAt: 1 });

describe("decision 0011: parsing a readable page", () => {
  it("returns title, folder, time and text exactly", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "binary" }), canonicalHtml, (title, content) => {
        fc.pre(title === title.trim() && !content.includes("data-"));
        const page = parsed(title, content);
        expect(page).toMatchObject({ title, folderName: "Work · home", lastModified: 1_700_000_000_123, content });
        expect(page.record).toBeUndefined();
      }),
    );
  });

  it("returns the page's record, and a title that HTML cannot show", () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), (title, check) => {
        const record = { id: "-note-1", check, folderId: null, createdAt: 7, tags: ["birds", "sea/shore"], title };
        const page = parsed(title, "<p>x</p>", record);
        expect(page.record).toEqual(record);
        expect(toNote(page, "p", NO_FILE as never)).toMatchObject({
          id: "-note-1",
          title,
          createdAt: 7,
          content: "<p>x</p>",
          tags: ["birds", "sea/shore"],
        });
      }),
    );
  });

  it("turns a page of an earlier version into a note with a stable id, folder and files", () => {
    const content =
      '<p>See <a data-file-id="f-1" data-file-name="a &amp; b.pdf" data-file-size="5" data-mime-type="a/b">a &amp; b.pdf</a></p>' +
      '<p><img data-original-id="o1" alt="View" width="40" height="30"></p>';
    const paths = new Map([
      ["f-1", "attachments/f-1/a & b.pdf"],
      ["o1", "attachments/o1/original.jpg"],
    ]);
    const html = notePage({ title: "Plan", content, folderName: "Work", lastModified: 5 }, WORDS, (id) => paths.get(id));
    const files = new Map([["f-1", { id: "f-1", fileName: "a & b.pdf", mimeType: "a/b", sizeBytes: 5 }]]);
    const page = parsePage(html, (id) => files.get(id)) as ParsedPage;
    expect(page.content).toBe(content);
    const note = toNote(page, "readable/Work/Plan.html", (name) => (name === "Work" ? "folder-1" : null));
    expect(note).toMatchObject({ title: "Plan", folderId: "folder-1", createdAt: 5, lastModified: 5, attIds: ["f-1", "o1"] });
    expect(note?.attachments).toEqual([{ id: "f-1", fileName: "a & b.pdf", mimeType: "a/b", sizeBytes: 5 }]);
    expect(isGuessedId(note?.id ?? "")).toBe(true);
    expect(toNote(page, "readable/Work/Plan.html", () => null)?.id).toBe(note?.id);
  });

  it("rejects pages that are not its own", () => {
    for (const html of ["", "<p>x</p>", "<body>\n<p></p>\n<h1>x</h1>"]) expect(parsePage(html, NO_FILE)).toBeUndefined();
  });
});

describe("decision 0011: recovery of a damaged list", () => {
  it("takes a page if its record is missing or changed, and keeps other records", () => {
    const recovery = new NoteRecovery();
    const [whole, changed, gone] = [aNote({ id: "a" }), aNote({ id: "b", title: "Tea" }), aNote({ id: "c", title: "Milk" })];
    recovery.found(whole);
    recovery.found({ ...changed, content: "<p>not what it was</p>" });
    for (const note of [whole, changed, gone]) recovery.page(`readable/${note.id}.html`, parsed(note.title, "", recordOf(note)));
    expect(recovery.finish(true)).toEqual([]);
    expect(recovery.taken.map(({ name }) => name)).toEqual(["Tea", "Milk"]);
    expect(["a", "b", "c"].map((id) => recovery.isReplaced(id))).toEqual([false, true, false]);
  });

  it("drops an unconfirmed record only if every page was readable", () => {
    for (const isBroken of [false, true]) {
      const recovery = new NoteRecovery();
      recovery.found(aNote({ id: "other-id", title: "Plan" }));
      recovery.page("readable/x.html", parsed("Plan", "", recordOf(aNote({ id: "id", title: "Plan" }))));
      if (isBroken) recovery.broken("readable/Work/Milk.html");
      expect(recovery.finish(true).map(({ name }) => name)).toEqual(isBroken ? ["Milk"] : []);
      expect(recovery.isReplaced("other-id")).toBe(!isBroken);
    }
  });

  it("matches pages of earlier versions by title and time, and broken ones by file name", () => {
    const recovery = new NoteRecovery();
    recovery.found(aNote({ id: "a", title: " Plan " }));
    recovery.found(aNote({ id: "b", title: "" }));
    recovery.found(aNote({ id: "c", title: "Tea: green?" }));
    recovery.page("readable/Plan.html", parsed("Plan", ""));
    recovery.page("readable/Plan (2).html", parsed("Plan", ""));
    recovery.page("readable/Untitled Note.html", parsed("Untitled Note", ""));
    recovery.broken("readable/Tea green.html");
    recovery.broken("readable/Tea green (2).html");
    expect(recovery.finish(true)).toEqual([{ path: "readable/Tea green (2).html", name: "Tea green (2)" }]);
    expect(recovery.taken).toEqual([{ path: "readable/Plan (2).html", name: "Plan" }]);
    expect(recovery.replacedCount).toBe(0);
  });
});
