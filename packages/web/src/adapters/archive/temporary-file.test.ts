// @vitest-environment node
import { afterEach, expect, it, vi } from "vitest";
import { openTemporaryFile } from "./temporary-file.ts";

afterEach(() => vi.unstubAllGlobals());

/** A disk of limited capacity, as seen by a browser's worker. */
function aDisk(capacityBytes: number): { bytes: number[]; names: Set<string>; held: Set<string> } {
  const disk = { bytes: [] as number[], names: new Set<string>() };
  const sync = {
    write(bytes: Uint8Array, { at }: { readonly at: number }): number {
      const taken = bytes.subarray(0, Math.max(0, capacityBytes - at));
      taken.forEach((byte, index) => {
        disk.bytes[at + index] = byte;
      });
      return taken.length;
    },
    flush: () => undefined,
    close: () => undefined,
  };
  const folder = {
    async getFileHandle(name: string) {
      disk.names.add(name);
      return { createSyncAccessHandle: async () => sync, getFile: async () => new Blob([Uint8Array.from(disk.bytes)]) };
    },
    removeEntry: async (name: string) => void disk.names.delete(name),
    async *keys() {
      yield* [...disk.names];
    },
  };
  const root = { getDirectoryHandle: async () => folder, removeEntry: async () => disk.names.clear() };
  const held = new Set<string>();
  const locks = {
    async request(name: string, _: LockOptions, work: (lock: object | null) => Promise<void> | void) {
      if (held.has(name)) return work(null);
      held.add(name);
      await work({});
      held.delete(name);
    },
  };
  vi.stubGlobal("navigator", { storage: { getDirectory: async () => root }, locks });
  return Object.assign(disk, { held });
}

it("keeps the written pieces in order", async () => {
  aDisk(100);
  const file = await openTemporaryFile("backup.zip");
  for (const piece of [[1, 2], [3]]) expect(await file.write(Uint8Array.from(piece))).toEqual({ ok: true, value: undefined });
  expect([...new Uint8Array(await (await file.finish()).arrayBuffer())]).toEqual([1, 2, 3]);
});

it("reports a full disk after a partial write, and leaves nothing there", async () => {
  const disk = aDisk(3);
  const file = await openTemporaryFile("backup.zip");
  await file.write(Uint8Array.from([1, 2]));
  expect(await file.write(Uint8Array.from([3, 4]))).toEqual({ ok: false, problem: { kind: "storage-full" } });
  await file.discard();
  expect([...disk.names]).toEqual([]);
});

it("keeps a file that another tab reads, and deletes it once that tab is gone", async () => {
  const disk = aDisk(100);
  const restoring = await openTemporaryFile("payload");
  await restoring.write(Uint8Array.from([1]));
  await restoring.finish();
  const backup = await openTemporaryFile("backup.zip");
  expect([...disk.names]).toEqual(["payload", "backup.zip"]);

  await backup.discard();
  disk.held.clear();
  await openTemporaryFile("next.zip");
  expect([...disk.names]).toEqual(["next.zip"]);
});

it("uses memory if another tab works on a file of that name", async () => {
  const disk = aDisk(100);
  const theirs = await openTemporaryFile("payload");
  await theirs.write(Uint8Array.from([1]));
  const ours = await openTemporaryFile("payload");
  await ours.write(Uint8Array.from([2, 3]));
  expect([...new Uint8Array(await (await ours.finish()).arrayBuffer())]).toEqual([2, 3]);
  expect(disk.bytes).toEqual([1]);
});
