import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { PackItem } from "../../model/drive/pack.ts";
import type { Entity } from "../../model/entities/entity.ts";
import { PACKS } from "../../model/limits/limits.ts";
import { failed } from "../../model/result.ts";
import { aFolder, aNote } from "../../testing/entities.ts";
import { type CopyTargetFault, MemoryCopyTarget, openMemoryCopyTarget } from "../../testing/memory-copy-target.ts";
import { createPlainCodec } from "../../testing/plain-codec.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { copyLibrary } from "./copy-service.ts";

const codec = createPlainCodec();
const { md5 } = codec;
const DONE = { ok: true, value: undefined };

let from: MemoryCopyTarget;
let to: MemoryCopyTarget;
beforeEach(() => {
  [from, to] = [new MemoryCopyTarget("from", md5), new MemoryCopyTarget("to", md5)];
  for (const target of [from, to]) target.makeFolder();
});

async function put(entity: Entity, marks: Readonly<Record<string, string>> = {}): Promise<string> {
  const sealed = await codec.seal(entity);
  if (!sealed.ok) throw new Error(sealed.problem);
  const role = entity.kind === "folder" ? "folders" : "notes";
  return from.put({ name: `${entity.id}.json`, role, properties: { n: entity.id, k: entity.kind, ...marks } }, sealed.value).fileId;
}

const noteOf = (at: number, more: object = {}) =>
  aNote({ id: `note-${at}-AAAAAA`, vv: { dev1: at + 1 }, content: `<p>text ${at}</p>`, ...more });

const calls: string[] = [];
type How = {
  readonly faults?: CopyTargetFault;
  readonly reads?: CopyTargetFault;
  readonly mayWrite?: boolean;
  readonly sensitive?: string;
};

const copy = ({ faults, reads, mayWrite = true, sensitive }: How = {}) => {
  const count: CopyTargetFault = async (call, at) => {
    if (at === "before") calls.push(call);
    return faults?.(call, at);
  };
  return copyLibrary({
    from: openMemoryCopyTarget(from, reads),
    to: openMemoryCopyTarget(to, count),
    md5,
    packing: {
      codec,
      packs: codec,
      clock: { now: () => 1_700_000_000_000 },
      ids: createSequenceIds(`w${calls.length}`),
      isSensitive: (id) => id === sensitive,
      limits: { ...PACKS, primaryFrom: 3, maxEntries: 10 } as unknown as typeof PACKS,
      mayWrite,
    },
    isStopped: () => false,
    onProgress: () => undefined,
  });
};

/** Record ids in packs and in files of the target. */
async function heldBy(target: MemoryCopyTarget) {
  const [packed, filed]: [PackItem[], string[]] = [[], []];
  for (const { file, bytes } of target.files.values()) {
    if (file.record !== undefined) filed.push(file.record.id);
    const opened = file.packId === undefined ? undefined : await codec.openPack(file.packId, bytes);
    if (opened?.ok === true) packed.push(...opened.value.items);
  }
  return { packed: packed.map(({ entity }) => entity), filed };
}

describe("decisions 0010 and 0037 packing records during a move", () => {
  it("packs many notes with their history and deletions, and copies other files unchanged", async () => {
    const history = [{ key: "dev1:1", note: { content: "before" } }];
    const entities = [aFolder(), ...Array.from({ length: 24 }, (_, at) => noteOf(at, at % 5 === 0 ? { history } : {}))];
    for (const entity of entities) await put(entity);
    from.put({ name: "x.bin", role: "attachments", properties: { n: "x", k: "attachment" } }, new Uint8Array(9));
    calls.length = 0;
    expect(await copy()).toEqual(DONE);
    expect(calls.filter((call) => call.startsWith("write")).sort()).toEqual(["write", "writePack", "writePack", "writePack"]);
    const { packed, filed } = await heldBy(to);
    expect(filed).toEqual([]);
    expect(new Map(packed.map((entity) => [entity.id, entity]))).toEqual(new Map(entities.map((entity) => [entity.id, entity])));

    calls.length = 0;
    expect(await copy()).toEqual(DONE);
    expect(calls.filter((call) => call.startsWith("write"))).toEqual([]);
  });

  it("keeps as files: unencrypted sensitive notes, duplicates, conflict copies, and records that it cannot open", async () => {
    for (let at = 0; at < 6; at += 1) await put(noteOf(at));
    await put(noteOf(10, { isEncrypted: true }));
    await put(noteOf(11));
    await put(noteOf(12, { vv: { dev1: 1 } }));
    await put(noteOf(12, { vv: { dev2: 1 } }));
    await put(noteOf(13, { after: [{ id: "note-1-AAAAAA", vv: { dev1: 1 } }] }));
    await put(noteOf(14), { w: "bytes that were written over" });
    from.put({ name: "f", role: "notes", properties: { n: "note-15-AAAAAA", k: "note" } }, new Uint8Array(7));
    expect(await copy({ sensitive: "note-11-AAAAAA" })).toEqual(DONE);
    const { packed, filed } = await heldBy(to);
    expect(packed.map(({ id }) => id).sort()).toEqual([0, 1, 2, 3, 4, 5].map((at) => `note-${at}-AAAAAA`));
    expect(filed.sort()).toEqual([10, 11, 12, 12, 13, 14, 15].map((at) => `note-${at}-AAAAAA`));
  });

  it("does not write packs into an existing folder or copy what its packs contain", async () => {
    for (let at = 0; at < 12; at += 1) await put(noteOf(at));
    expect(await copy()).toEqual(DONE);
    for (let at = 12; at < 18; at += 1) await put(noteOf(at));
    expect(await copy({ mayWrite: false })).toEqual(DONE);
    const { packed, filed } = await heldBy(to);
    expect([packed.length, filed.length]).toEqual([12, 6]);
  });

  it("copies a record as a file if it changed during the copy", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 8; at += 1) ids.push(await put(noteOf(at)));
    let isChanged = false;
    const change: CopyTargetFault = async (call, at) => {
      if (call !== "writePack" || at !== "after" || isChanged) return undefined;
      isChanged = true;
      from.files.delete(ids[3] ?? "");
      await put(noteOf(3, { vv: { dev1: 9 }, content: "<p>newer</p>" }));
      return undefined;
    };
    expect(await copy({ faults: change })).toEqual(DONE);
    const { packed, filed } = await heldBy(to);
    expect(packed).toHaveLength(8);
    expect(filed).toEqual(["note-3-AAAAAA"]);
  });

  it("ignores a pack that has other bytes or does not open", async () => {
    for (let at = 0; at < 8; at += 1) await put(noteOf(at));
    expect(await copy()).toEqual(DONE);
    const [pack] = [...to.files.values()];
    to.files.clear();
    if (pack !== undefined) to.put(pack.file, new Uint8Array(5));
    expect(await copy()).toEqual(DONE);
    expect((await heldBy(to)).packed).toHaveLength(8);
  });

  it("copies each record once although the copy is killed at any moment", async () => {
    const kill = fc.record({ after: fc.integer({ min: 0, max: 60 }), isApplied: fc.boolean(), readsLeft: fc.integer({ min: 0, max: 60 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(kill, { maxLength: 5 }), async (kills) => {
        [from, to] = [new MemoryCopyTarget("from", md5), new MemoryCopyTarget("to", md5)];
        for (const target of [from, to]) target.makeFolder();
        for (let at = 0; at < 17; at += 1) await put(noteOf(at, { history: [at] }));
        for (const { after, isApplied, readsLeft } of kills) {
          let [left, reads] = [after, readsLeft];
          const faults: CopyTargetFault = async (_call, at) =>
            at === (isApplied ? "after" : "before") && left-- <= 0 ? { kind: "offline" } : undefined;
          await copy({ faults, reads: async (call) => (call === "read" && reads-- <= 0 ? { kind: "offline" } : undefined) });
        }
        expect(await copy()).toEqual(DONE);
        const { packed, filed } = await heldBy(to);
        expect(new Set(packed.map(({ id }) => id)).size + new Set(filed).size).toBe(17);
        for (const note of packed) expect(note).toMatchObject({ history: [Number(note.id.split("-")[1])] });
      }),
      { numRuns: 60 },
    );
  });

  it("reports a full target and an unreadable pack", async () => {
    for (let at = 0; at < 8; at += 1) await put(noteOf(at));
    expect(await copy({ faults: async (call) => (call === "writePack" ? { kind: "storage-full" } : undefined) })).toEqual(
      failed({ kind: "target", problem: { kind: "storage-full" } }),
    );
    expect(await copy()).toEqual(DONE);
    expect(await copy({ faults: async (call) => (call === "read" ? { kind: "offline" } : undefined) })).toEqual(
      failed({ kind: "target", problem: { kind: "offline" } }),
    );
  });
});
