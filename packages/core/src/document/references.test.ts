import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planCreate, planSave } from "../library/notes/plan-note.ts";
import { mergeNotes } from "../merge/merge.ts";
import type { Seen } from "../ports/device/local-store.ts";
import { aNote } from "../testing/entities.ts";
import { MemoryDisk } from "../testing/memory-local-store.ts";
import { toWriting } from "../testing/test-writers.ts";
import { toCanonicalHtml } from "./html/canonical-html.ts";
import { readStoredHtml } from "./html/read-stored-html.ts";
import { isText } from "./html/stored-doc.ts";
import { attachmentsIn, referencesIn, withReferences } from "./references.ts";

const link = (id: string, name = "a.pdf"): string =>
  `<a data-file-id="${id}" data-file-name="${name}" data-download-url="/api/files/${id}" data-file-size="12" data-mime-type="application/pdf">${name}</a>`;
const file = (id: string, fileName = "a.pdf") => ({ id, fileName, mimeType: "application/pdf", sizeBytes: 12 });
const meta = toWriting(new MemoryDisk("device").meta);
const seen: Seen = {
  meta,
  entities: new Map(),
  remoteOf: new Map(),
  basesOf: new Map(),
  versionsOf: new Map(),
  attachments: new Map(),
};

const signs = fc.oneof(fc.constantFrom(..."&<>\"'=;\u00a0é "), fc.string({ minLength: 1, maxLength: 1, unit: "grapheme" }));

describe("A3 attachment links, encryption.md 3.3 attIds", () => {
  it("reads files and image originals from a text, once each", () => {
    const content = `<p>${link("one")} and ${link("one")}</p><p><img data-original-id="two" src="data:image/jpeg;base64,AA=="></p>`;

    expect(referencesIn(content)).toEqual(["one", "two"]);
    expect(attachmentsIn(content)).toEqual([file("one")]);
  });

  it("restores any file name exactly", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 60, unit: signs }), (name) => {
        const escaped = name.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
        const content = toCanonicalHtml(`<p>${link("one", escaped)}</p>`);
        const [paragraph] = readStoredHtml(content).content;
        const [attachment] = (paragraph?.content ?? []).flatMap((node) => (isText(node) ? [] : [node.attrs]));
        expect(attachmentsIn(content)).toEqual([file("one", String(attachment?.fileName))]);
      }),
    );
  });

  it("skips a link with an invalid id", () => {
    expect(attachmentsIn('<p><a data-file-id="a b">x</a><a href="https://x.example">y</a></p>')).toEqual([]);
  });

  it("updates the note's lists from its text on create and save", () => {
    const made = planCreate(
      "note-1-a",
      { draft: { title: "", content: `<p>${link("one")}${link("two")}</p>` }, folderId: null },
      { meta, nowMs: 1 },
    ).note;
    expect(made).toMatchObject({ attachments: [file("one"), file("two")], attIds: ["one", "two"] });

    const typed = { draft: { title: "", content: `<p>${link("two")}<img data-original-id="pic"></p>` }, seenVv: made.vv };
    expect(planSave(made, typed, { seen, nowMs: 2, merge: undefined })).toMatchObject({
      note: { attachments: [file("two")], attIds: ["pic", "two"] },
    });
  });

  it("keeps what another client lists without a link", () => {
    const note = aNote({ attachments: [file("list-only")], attIds: ["list-only"], content: `<p>${link("one")}</p>` });

    expect(withReferences(note, [""]).attIds).toEqual(["list-only", "one"]);
  });

  it("leaves a sealed note's lists to the code that seals it", () => {
    const note = aNote({ isEncrypted: true, content: "", sealed: "s", attIds: ["hidden"] });

    expect(withReferences(note, [])).toBe(note);
  });

  it("lists after a merge what the merged text refers to, from either side", () => {
    const base = aNote({ content: `<p>${link("old")}</p><p>x</p>`, attIds: ["old"], attachments: [file("old")], vv: { a: 1 } });
    const mine = withReferences({ ...base, content: `<p>x</p><p>${link("mine")}</p>`, vv: { a: 2 }, mtime: 2000 }, [base.content]);
    const theirs = withReferences({ ...base, content: `<p>${link("theirs")}</p>${base.content}`, vv: { a: 1, b: 1 } }, [base.content]);

    const merged = mergeNotes(base, mine, theirs).merged;

    expect(merged.attIds).toEqual(referencesIn(merged.content).toSorted());
    expect(merged.attIds).toEqual(["mine", "theirs"]);
    expect(mergeNotes(base, theirs, mine).merged).toEqual(merged);
  });

  it("never lists fewer ids than the text of any merge", () => {
    const texts = fc
      .array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 4 })
      .map((ids) => ids.map((id) => `<p>${link(id)}</p>`).join(""));
    fc.assert(
      fc.property(texts, texts, texts, (was, one, other) => {
        const base = withReferences(aNote({ content: was, vv: { a: 1 } }), []);
        const x = withReferences({ ...base, content: one, vv: { a: 2 }, mtime: 2000 }, [was]);
        const y = withReferences({ ...base, content: other, vv: { a: 1, b: 1 }, mtime: 3000 }, [was]);
        const { merged } = mergeNotes(base, x, y);
        expect(merged.attIds).toEqual(referencesIn(merged.content).toSorted());
        expect(merged.attachments.map(({ id }) => id)).toEqual(merged.attIds);
      }),
    );
  });
});
