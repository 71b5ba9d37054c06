/** 'In your drive' is never said wrongly: of a note whose version or file waits, the claim is gone before the write is reported. sync.md I3. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import type { AttachmentRow, Upload } from "../../model/entities/attachment-row.ts";
import type { NoteEntity } from "../../model/entities/entity.ts";
import type { Writes } from "../../ports/device/local-store.ts";
import { aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestWriters } from "../../testing/test-writers.ts";
import { openLibrary } from "../index/library-service.ts";
import { createNotesService } from "./notes-service.ts";

const NOTE_IDS = ["note-1-a", "note-2-b", "note-3-c"];

const noteOf = (id: string, counter: number): NoteEntity => aNote({ id, vv: { dev: counter }, attIds: [`att-${id}`] });

function fileOf({ id, vv }: NoteEntity, version: number): RemoteFile {
  const at = { fileId: `file-of-${id}`, id, kind: "note", role: "notes" } as const;
  return { ...at, vv, trashed: false, superseded: false, version, md5: "md5", trusted: true };
}

function attachmentOf(noteId: string, isSent: boolean): AttachmentRow {
  const upload: Upload = isSent ? { kind: "stored", fileId: `bytes-of-${noteId}` } : { kind: "waiting" };
  return { id: `att-${noteId}`, sizeBytes: 1, sealedBytes: 1, md5: "md5", addedAt: 1, usedAt: 1, upload };
}

async function openNotes() {
  const disk = new MemoryDisk("device");
  for (const id of NOTE_IDS) {
    disk.entities.set(id, noteOf(id, 1));
    disk.remote.set(`file-of-${id}`, fileOf(noteOf(id, 1), 1));
    disk.attachments.set(`att-${id}`, attachmentOf(id, true));
  }
  const opened = await openLibrary({ writers: createTestWriters(), store: new MemoryLocalStore(disk) });
  if (!opened.ok) throw new Error(opened.problem.kind);
  const library = opened.value;
  const clock = new ManualClock();
  const notes = createNotesService({ library, clock, timers: clock, ids: createSequenceIds(), isSyncing: () => false });
  const write = (writes: Writes) => library.transact({}, () => ({ writes, answer: undefined }), "sync");
  const claimed = () => [...notes.store.getState().notesById.values()].filter(({ sync }) => sync.kind === "in-your-drive");
  return { write, claimed: () => claimed().map(({ noteId }) => noteId), index: library.index };
}

describe("sync.md I3 A note called 'in your drive'", () => {
  it("loses that state at once when its file has to be sent again", async () => {
    const { write, claimed } = await openNotes();
    await write({ entities: [noteOf("note-2-b", 2)] });
    expect(claimed()).toContain("note-1-a");

    // The same write sends another note, so the number of notes that wait stays the same.
    await write({ attachments: [attachmentOf("note-1-a", false)], remote: [fileOf(noteOf("note-2-b", 2), 2)] });

    expect(claimed()).not.toContain("note-1-a");
  });

  it("never waits for anything, in whatever order versions and files are written and sent", async () => {
    const step = fc.record({ note: fc.constantFrom(...NOTE_IDS), what: fc.constantFrom("edit", "push", "lose file", "send file") });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { maxLength: 12 }), async (writes) => {
        const { write, claimed, index } = await openNotes();
        let version = 1;
        for (const steps of writes) {
          version += 1;
          const current = (id: string) => noteOf(id, index.entities.get(id)?.vv.dev ?? 1);
          const ids = (what: string) => steps.filter((one) => one.what === what).map(({ note }) => note);
          await write({
            entities: ids("edit").map((id) => noteOf(id, version)),
            remote: ids("push").map((id) => fileOf(current(id), version)),
            attachments: [
              ...ids("lose file").map((id) => attachmentOf(id, false)),
              ...ids("send file").map((id) => attachmentOf(id, true)),
            ],
          });
          const waits = (id: string): boolean => index.pendingPush.has(id) || index.awaitsAttachment({ attIds: [`att-${id}`] });
          expect(claimed().filter(waits)).toEqual([]);
        }
      }),
    );
  });
});
