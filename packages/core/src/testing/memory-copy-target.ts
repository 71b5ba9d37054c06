/** A place in memory: files in one folder that can be made, left and taken away. Shared by every `CopyPlace` that is opened on it. */

import type { RemoteProblem } from "../model/remote-problem.ts";
import { failed, ok, type Result } from "../model/result.ts";
import type { CopyPlace, OpenedPlace, PlacedFile } from "../ports/copy-target.ts";

export type MemoryPlaceFile = { readonly file: PlacedFile; readonly bytes: Uint8Array };

export class MemoryPlace {
  readonly files = new Map<string, MemoryPlaceFile>();
  folder: { readonly targetId: string; readonly leftFor?: string; readonly cameFrom?: string } | undefined;
  roomBytes: number | undefined;
  #made = 0;

  constructor(
    readonly name: string,
    private readonly md5: (bytes: Uint8Array) => string,
  ) {}

  put(file: Omit<PlacedFile, "fileId" | "md5" | "sizeBytes">, bytes: Uint8Array): PlacedFile {
    this.#made += 1;
    const placed = { ...file, fileId: `${this.name}-${this.#made}`, md5: this.md5(bytes), sizeBytes: bytes.length };
    this.files.set(placed.fileId, { file: placed, bytes });
    return placed;
  }

  makeFolder(): void {
    this.#made += 1;
    this.folder = { targetId: `${this.name}-folder-${this.#made}` };
  }

  get usedBytes(): number {
    return [...this.files.values()].reduce((sum, { bytes }) => sum + bytes.length, 0);
  }
}

/** Asked before and after each call takes effect; a problem from `after` means: applied, but the answer was lost. */
export type PlaceFault = (call: string, at: "before" | "after") => Promise<RemoteProblem | undefined>;

export function openMemoryPlace(place: MemoryPlace, fault: PlaceFault = async () => undefined): CopyPlace {
  const ask = async <Value>(call: keyof CopyPlace, act: () => Result<Value, RemoteProblem>): Promise<Result<Value, RemoteProblem>> => {
    const before = await fault(call, "before");
    if (before !== undefined) return failed(before);
    const answer = act();
    const after = await fault(call, "after");
    return after === undefined ? answer : failed(after);
  };
  const found = (leftFor: string | undefined): OpenedPlace | undefined => {
    const { folder } = place;
    if (folder === undefined || (folder.leftFor !== undefined && folder.leftFor !== leftFor)) return undefined;
    return { targetId: folder.targetId, isNew: false };
  };
  return {
    find: (leftFor) => ask("find", () => ok(found(leftFor))),
    make: (leftFor) =>
      ask("make", () => {
        const there = found(leftFor);
        if (there !== undefined) return ok(there);
        place.makeFolder();
        return ok({ targetId: place.folder?.targetId ?? "", isNew: true });
      }),
    list: () => ask("list", () => ok([...place.files.values()].map(({ file }) => file))),
    read: (fileId) =>
      ask("read", () => {
        const kept = place.files.get(fileId);
        return kept === undefined ? failed({ kind: "not-found" }) : ok(kept.bytes);
      }),
    write: (file, bytes) =>
      ask("write", () => {
        if (place.roomBytes !== undefined && place.usedBytes + bytes.length > place.roomBytes) return failed({ kind: "storage-full" });
        const { name, role, properties } = file;
        return ok(place.put({ name, role, properties }, bytes));
      }),
    md5Of: (fileId) => ask("md5Of", () => ok(place.files.get(fileId)?.file.md5)),
    freeBytes: () => ask("freeBytes", () => ok(place.roomBytes === undefined ? undefined : place.roomBytes - place.usedBytes)),
    arrive: (from) =>
      ask("arrive", () => {
        place.folder = { targetId: place.folder?.targetId ?? "", cameFrom: from };
        return ok(undefined);
      }),
    leave: (to) =>
      ask("leave", () => {
        if (place.folder !== undefined) place.folder = { ...place.folder, leftFor: to };
        return ok(undefined);
      }),
    discard: () =>
      ask("discard", () => {
        place.files.clear();
        place.folder = undefined;
        return ok(undefined);
      }),
  };
}
