import { describe, expect, it } from "vitest";
import { mergeNotes } from "../../merge/merge.ts";
import { planPurge } from "../../merge/purge.ts";
import { stampDelete, stampEdit } from "../../merge/stamp.ts";
import { isPurged, type NoteEntity } from "../../model/entities/entity.ts";
import { isContained } from "../../model/entities/version-vector.ts";
import { aNote } from "../../testing/entities.ts";

const stamp = (device: string, counter: number) => ({ dot: { device, counter }, nowMs: 5000 + counter });
const written = aNote({ title: "Milk", content: "<p>Two pints</p>", attIds: ["att-1"] });
const deleted = stampDelete(written, stamp("a", 2));

function purge(note: NoteEntity, device = "a", counter = 3): NoteEntity {
  const meta = { deviceId: device, ctr: counter - 1 } as Parameters<typeof planPurge>[1];
  const purged = planPurge(note, meta, 9000);
  if (purged === undefined) throw new Error("not purged");
  return purged;
}

const both = (x: NoteEntity, y: NoteEntity): NoteEntity => {
  const { merged, lost } = mergeNotes(deleted, x, y);
  expect(mergeNotes(deleted, y, x)).toEqual({ merged, lost });
  expect(isContained(x.vv, merged.vv) && isContained(y.vv, merged.vv)).toBe(true);
  expect(lost).toBeUndefined();
  return merged;
};

describe("a purged note", () => {
  it("drops its whole text, and contains the version from the trash", () => {
    const purged = purge({ ...deleted, futureField: "secret" } as NoteEntity);
    expect(JSON.stringify(purged)).not.toMatch(/Milk|pints|att-1|secret/);
    expect(purged).toMatchObject({ alive: {}, title: "", content: "", attIds: [] });
    expect(isContained(deleted.vv, purged.vv)).toBe(true);
  });

  it("is not made from a living or purged note", () => {
    const meta = { deviceId: "a", ctr: 7 } as Parameters<typeof planPurge>[1];
    expect(planPurge(written, meta, 9000)).toBeUndefined();
    expect(planPurge(purge(deleted), meta, 9000)).toBeUndefined();
  });

  it("returns whole if another device restored it in the meantime", () => {
    const restored = stampEdit(deleted, deleted, stamp("b", 1));
    const merged = both(purge(deleted), restored);
    expect(merged).toMatchObject({ title: "Milk", content: "<p>Two pints</p>", attIds: ["att-1"], alive: { b: 1 } });
    expect(isPurged(merged)).toBe(false);
  });

  it("returns whole if another device edited it before learning of the delete", () => {
    const edited = stampEdit({ ...written, content: "<p>Three pints</p>" }, written, stamp("b", 1));
    expect(both(purge(deleted), edited)).toMatchObject({ content: "<p>Three pints</p>", alive: { b: 1 } });
  });

  it("stays in the trash if another device deleted a text unknown to the purge", () => {
    const edited = stampEdit({ ...written, content: "<p>Three pints</p>" }, written, stamp("b", 1));
    const merged = both(purge(deleted), stampDelete(edited, stamp("b", 2)));
    expect(merged).toMatchObject({ content: "<p>Three pints</p>", alive: {} });
    expect(isPurged(merged)).toBe(false);
  });

  it("stays purged if another device deleted the same text", () => {
    const merged = both(purge(deleted), stampDelete(written, stamp("b", 1)));
    expect(merged).toMatchObject({ content: "", alive: {} });
    expect(isPurged(merged)).toBe(true);
  });

  it("stays purged if two devices purged it at once", () => {
    const merged = both(purge(deleted), purge(deleted, "b", 1));
    expect(merged).toMatchObject({ content: "", alive: {} });
    expect(isPurged(merged)).toBe(true);
  });

  it("does not take a note out of the Sensitive folder", () => {
    const sealed = { ...deleted, isEncrypted: true, sealed: "inner", title: "", content: "", folderId: "folder-sensitive" };
    const restored = stampEdit(written, written, stamp("b", 1));
    expect(both(purge(sealed), restored)).toMatchObject({ isEncrypted: true, folderId: "folder-sensitive", content: "<p>Two pints</p>" });
  });
});
