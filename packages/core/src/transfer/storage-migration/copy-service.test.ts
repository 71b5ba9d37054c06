import { beforeEach, describe, expect, it } from "vitest";
import { failed } from "../../model/result.ts";
import { type CopyTargetFault, MemoryCopyTarget, openMemoryCopyTarget } from "../../testing/memory-copy-target.ts";
import { createPlainCodec } from "../../testing/plain-codec.ts";
import { copyKey, copyLibrary } from "./copy-service.ts";

const { md5 } = createPlainCodec();
const bytes = (text: string) => new TextEncoder().encode(text);

let from: MemoryCopyTarget;
let to: MemoryCopyTarget;
beforeEach(() => {
  [from, to] = [new MemoryCopyTarget("from", md5), new MemoryCopyTarget("to", md5)];
  for (const target of [from, to]) target.makeFolder();
  for (const name of ["a", "b", "c"]) from.put({ name, role: "notes", properties: { n: name, k: "note" } }, bytes(`text of ${name}`));
});

const keysOf = (target: MemoryCopyTarget) => [...target.files.values()].map(({ file }) => copyKey(file)).sort();
const progress: [number, number][] = [];
const copy = (faults: { from?: CopyTargetFault; to?: CopyTargetFault } = {}, isStopped = () => false) => {
  progress.length = 0;
  return copyLibrary({
    from: openMemoryCopyTarget(from, faults.from),
    to: openMemoryCopyTarget(to, faults.to),
    md5,
    isStopped,
    onProgress: (done, total) => progress.push([done, total]),
  });
};

describe("decision 0010 copying a library", () => {
  it("copies every kind of file once, with its unencrypted metadata, and reports progress", async () => {
    from.put({ name: "pack-1.bin", role: "app", properties: { k: "pack" } }, bytes("a pack"));
    from.put({ name: "x.bin", role: "attachments", properties: {} }, bytes("a picture"));
    expect(await copy()).toEqual({ ok: true, value: undefined });
    expect(keysOf(to)).toEqual(keysOf(from));
    expect(progress.at(0)).toEqual([0, 5]);
    expect(progress.at(-1)).toEqual([5, 5]);
    expect(await copy()).toEqual({ ok: true, value: undefined });
    expect(to.files.size).toBe(5);
  });

  it("copies later writes, and the newer of two versions", async () => {
    let isChanged = false;
    const change: CopyTargetFault = async (call, at) => {
      if (call !== "write" || at !== "after" || isChanged) return undefined;
      isChanged = true;
      const [first] = from.files.keys();
      from.files.delete(first ?? "");
      from.put({ name: "a", role: "notes", properties: { n: "a", k: "note" } }, bytes("newer text of a"));
      return undefined;
    };
    expect((await copy({ to: change })).ok).toBe(true);
    expect(keysOf(to)).toEqual(expect.arrayContaining(keysOf(from)));
  });

  it("does not start a copy that does not fit", async () => {
    to.capacityBytes = 20;
    expect(await copy()).toEqual(failed({ kind: "too-small", neededBytes: 27 }));
    expect(to.files.size).toBe(0);
  });

  it("reports which end failed and continues from there", async () => {
    let writes = 0;
    const full: CopyTargetFault = async (call, at) => {
      if (call !== "write" || at !== "before") return undefined;
      writes += 1;
      return writes > 1 ? { kind: "offline" } : undefined;
    };
    expect(await copy({ to: full })).toEqual(failed({ kind: "target", problem: { kind: "offline" } }));
    expect(await copy({ from: async (call) => (call === "list" ? { kind: "access-expired" } : undefined) })).toEqual(
      failed({ kind: "source", problem: { kind: "access-expired" } }),
    );
    expect((await copy()).ok).toBe(true);
    expect(progress.at(0)?.[0]).toBe(1);
    expect(keysOf(to)).toEqual(keysOf(from));
  });

  it("stops between two files when asked", async () => {
    for (let more = 0; more < 10; more += 1) from.put({ name: `more ${more}`, role: "notes", properties: {} }, bytes(`${more}`));
    expect(await copy({}, () => to.files.size >= 1)).toEqual(failed({ kind: "stopped" }));
    expect(to.files.size).toBeLessThan(from.files.size);
  });

  it("rejects a target that stored other bytes than were sent", async () => {
    const liar = openMemoryCopyTarget(to);
    const outcome = await copyLibrary({
      from: openMemoryCopyTarget(from),
      to: { ...liar, write: async () => ({ ok: true, value: { fileId: "x", md5: "another" } }) },
      md5,
      isStopped: () => false,
      onProgress: () => undefined,
    });
    expect(outcome).toEqual(failed({ kind: "damaged" }));
  });

  it("copies each file once despite lagging lists, and gives up on a source that keeps changing", async () => {
    const lagging = { ...openMemoryCopyTarget(to), list: async () => ({ ok: true as const, value: [] }) };
    const deps = { from: openMemoryCopyTarget(from), to: lagging, md5, isStopped: () => false, onProgress: () => undefined };
    expect((await copyLibrary(deps)).ok).toBe(true);
    expect(to.files.size).toBe(3);
    const restless = { ...openMemoryCopyTarget(from), read: async () => ({ ok: true as const, value: bytes("always another") }) };
    from.put({ name: "d", role: "notes", properties: {} }, bytes("d"));
    expect(await copyLibrary({ ...deps, from: restless })).toEqual(failed({ kind: "restless" }));
  });
});
