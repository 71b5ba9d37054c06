import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toLight } from "../library/index/in-range.ts";
import { mergeNotes } from "../merge/merge.ts";
import { nextStamp, stampEdit } from "../merge/stamp.ts";
import { parseBackupFolder, parseBackupNote } from "../model/backup/backup-format.ts";
import { splitPackRecords } from "../model/drive/pack.ts";
import type { Entity } from "../model/entities/entity.ts";
import { parseEntity } from "../model/entities/parsing/parse-entity.ts";
import { isContained, join, parseVector, vectorKey } from "../model/entities/version-vector.ts";
import { formatListDate, formatMoment } from "../model/readable/readable-values.ts";
import { aFolder, aNote } from "../testing/entities.ts";
import { hostileValues, poisoned } from "../testing/hostile-values.ts";
import { recognizeUnsealed, toImported } from "./unsealed-files/unsealed-file.ts";

const NOW = 1_700_000_000_000;
const STYLE = { locale: "en-GB", timeZone: "UTC" };
const LABELS = { today: "today", yesterday: "Yesterday" };
const META = { deviceId: "me", ctr: 7 } as Parameters<typeof nextStamp>[0];
const RUNS = { numRuns: 400 };

const note = aNote({ attachments: [{ id: "a", fileName: "a.pdf", mimeType: "application/pdf", sizeBytes: 3 }], attIds: ["a"] });
const folder = aFolder();

/** Everything that happens to a record once an edge has let it in. */
function use(entity: Entity): void {
  for (const text of [
    formatListDate(entity.mtime, NOW, { style: STYLE, labels: LABELS }),
    formatMoment(entity.createdAt, NOW, { style: STYLE, labels: LABELS }),
  ]) {
    expect(text).not.toBe("");
  }
  toLight(entity);
  const edited = stampEdit(entity, entity, nextStamp(META, NOW));
  // What a device writes on top of it is a record again.
  expect(parseEntity(edited.kind, edited.id, edited)).toBeDefined();
  expect(isContained(entity.vv, edited.vv)).toBe(true);
  expect(isContained(entity.vv, join(entity.vv, { other: 1 }))).toBe(true);
  if (entity.kind === "note") mergeNotes(undefined, entity, aNote({ id: entity.id, vv: { other: 1 }, title: "Mine" }));
}

describe("records of others, with values that none of ours holds", () => {
  it("sealed: are whole, and of use in everything, or are refused", () => {
    fc.assert(
      fc.property(fc.oneof(poisoned(note), poisoned(folder)), (value) => {
        for (const kind of ["note", "folder"] as const) {
          const entity = parseEntity(kind, value.id as string, value);
          if (entity !== undefined) use(entity);
        }
        splitPackRecords([{ md5: "0".repeat(32), entity: value }]);
      }),
      RUNS,
    );
  });

  it("are taken in whole or refused, from a backup or an unencrypted file", () => {
    const stored = { ...note, noteId: note.id, lastModified: 5, modifiedTime: 5 };
    const kept = { ...folder, folderId: folder.id, lastModified: 5 };
    fc.assert(
      fc.property(fc.oneof(poisoned(stored), poisoned(kept), hostileValues), hostileValues, (value, modifiedTime) => {
        const file = { fileId: "f", kind: "note", modifiedTime: modifiedTime as number } as const;
        const times = [parseBackupNote(value), parseBackupFolder(value)].flatMap((read) => (read === undefined ? [] : [read.lastModified]));
        for (const time of times) expect(formatListDate(time, NOW, { style: STYLE, labels: LABELS })).not.toBe("");
        recognizeUnsealed(file, "m", value);
        const imported = toImported(file, "m", value);
        if (imported === undefined) return;
        expect(parseEntity("note", imported.id, imported)).toBeDefined();
        use(imported);
      }),
      RUNS,
    );
  });

  it("are read as a vector without names that every object has", () => {
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) expect(parseVector(`${name}:1`)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        const vv = parseVector(text);
        if (vv !== undefined) expect(parseVector(vectorKey(vv))).toEqual(vv);
      }),
    );
  });
});
