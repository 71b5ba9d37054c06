import { describe, expect, it } from "vitest";
import { conflictCopyId } from "../../merge/conflict-copy.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import { SealedTexts, toSealed } from "../../model/entities/parsing/sealed-texts.ts";
import { aNote } from "../../testing/entities.ts";
import { MemoryDisk } from "../../testing/memory-local-store.ts";
import { toWriting } from "../../testing/test-writers.ts";
import { planResolve, type ResolvePlan } from "./plan-resolve.ts";

const linkTo = (fileId: string): string => `<p><a data-file-id="${fileId}" data-file-name="plan.pdf">plan.pdf</a></p>`;

function sensitive(fileId: string, values: Partial<NoteEntity>): NoteEntity {
  const note = aNote({ ...values, content: linkTo(fileId), attIds: [fileId] });
  return toSealed(note, JSON.stringify({ title: note.title, content: note.content, attachments: [] }));
}

/** Made again until all that it met was opened or sealed. */
function planSealed(make: (texts: SealedTexts) => ResolvePlan): ResolvePlan {
  const texts = new SealedTexts(false);
  for (;;) {
    const plan = make(texts);
    const wanted = texts.takeWanted();
    if (wanted.length === 0) return plan;
    for (const one of wanted) {
      if (one.kind === "open") texts.keepText(one.key, JSON.parse(one.sealed));
      else texts.keepSeal(one.key, JSON.stringify(one.text));
    }
  }
}

describe("sync.md §11 a decision about a sensitive note", () => {
  const merged = sensitive("inside", { vv: { laptop: 1, phone: 1 }, mtime: 3000 });
  const local = sensitive("outside", { vv: { laptop: 1 }, mtime: 1000 });
  const cloud = sensitive("inside", { vv: { phone: 1 }, mtime: 2000 });
  const conflict = {
    id: "c",
    type: "modification_conflict",
    noteId: merged.id,
    atMs: 3000,
    outcome: "merged",
    local,
    cloud,
    merged,
  } as const;
  const seen = {
    meta: toWriting(new MemoryDisk("laptop").meta),
    entities: new Map([[merged.id, merged]]),
    remoteOf: new Map(),
    basesOf: new Map(),
    versionsOf: new Map(),
    attachments: new Map(),
  };
  const asked = new Set([conflictCopyId(merged)]);

  it("records that a text chosen from before its move may bring a file without the folder's seal", () => {
    const marks = (["keep_local", "keep_cloud"] as const).map((how) => {
      const plan = planSealed((texts) => planResolve(conflict, { how, nowMs: 4000, byItself: false }, { seen, asked, texts }));
      if (plan.kind !== "done") throw new Error(plan.kind);
      const written = plan.writes.entities?.find(({ id }) => id === merged.id);
      return [plan.writes.meta?.strayNotes?.includes(merged.id) === true, written?.kind === "note" && written.hasStrays === true];
    });

    expect(marks).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});
