import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLight } from "../library/index/in-range.ts";
import { SyncIndex } from "../library/index/sync-index.ts";
import type { RemoteFile } from "../model/drive/remote-file.ts";
import type { LightEntity } from "../model/entities/entity.ts";
import { isContained, join, type VersionVector } from "../model/entities/version-vector.ts";
import { aNote } from "../testing/entities.ts";
import { MemoryDisk } from "../testing/memory-local-store.ts";

const ID = "note-1-a";
const vectors = fc.dictionary(fc.constantFrom("aa", "bb", "cc"), fc.integer({ min: 1, max: 3 }), { minKeys: 1 });

const noteAt = (vv: VersionVector): LightEntity => toLight(aNote({ id: ID, vv, alive: vv }));
const sealedFile = (fileId: string, vv: VersionVector): RemoteFile => ({
  fileId,
  id: ID,
  kind: "note",
  vv,
  trashed: false,
  superseded: false,
  role: "notes",
  version: 1,
  trusted: true,
  sealed: true,
  waits: true,
});

function indexOf(note: LightEntity, remote: readonly RemoteFile[]): SyncIndex {
  const { meta } = new MemoryDisk("aa");
  return new SyncIndex({
    meta,
    entities: [note],
    remote,
    packs: [],
    attachments: [],
    unreferenced: [],
    attempts: [],
  });
}

describe("sync.md §6.2 a note hidden by a version that waits for the Sensitive folder", () => {
  const deletedHere = noteAt({ aa: 2, bb: 1 });
  const movedIn = sealedFile("file-1", { bb: 4 });

  it("is shown again once a device that read both has moved it out", () => {
    const index = indexOf(deletedHere, [movedIn]);
    expect(index.isHidden(ID)).toBe(true);

    index.apply({ entities: [noteAt({ aa: 2, bb: 5, cc: 1 })] });

    expect(index.isHidden(ID)).toBe(false);
    expect([...index.waiting]).toEqual([]);
  });

  it("stays hidden by any other version", () => {
    const index = indexOf(deletedHere, [movedIn]);

    index.apply({ entities: [noteAt({ aa: 3, bb: 2 })] });

    expect(index.isHidden(ID)).toBe(true);
  });

  it("is hidden by what it lacks, whatever came first", () => {
    fc.assert(
      fc.property(vectors, vectors, vectors, vectors, (start, later, one, two) => {
        const files = [sealedFile("file-1", one), sealedFile("file-2", two)];
        const now = join(start, later);
        const lacking = files.filter(({ vv }) => !isContained(vv, now)).map(({ fileId }) => fileId);

        const opened = indexOf(noteAt(now), files);
        const grown = indexOf(noteAt(start), files.slice(0, 1));
        grown.apply({ entities: [noteAt(now)] });
        grown.apply({ remote: files.slice(1) });

        for (const index of [opened, grown]) {
          expect([...index.waiting].sort()).toEqual(lacking);
          expect(index.isHidden(ID)).toBe(lacking.length > 0);
        }
      }),
    );
  });
});
