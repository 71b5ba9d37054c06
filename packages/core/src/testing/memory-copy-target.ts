/**
 * A storage target in memory: files in one folder that can be created, left and removed. Shared by every `CopyTarget` that is opened on it.
 */

import { isPrimaryPack } from "../model/drive/primary-pack.ts";
import type { RemoteProblem } from "../model/remote-problem.ts";
import { failed, ok, type Result } from "../model/result.ts";
import type { CopyTarget, FileWriting, OpenedTarget, PlacedFile } from "../ports/remote/copy-target.ts";

export type MemoryCopyFile = { readonly file: PlacedFile; readonly bytes: Uint8Array };

export class MemoryCopyTarget {
  readonly files = new Map<string, MemoryCopyFile>();
  folder: { readonly targetId: string; readonly leftFor?: string; readonly cameFrom?: string } | undefined;
  capacityBytes: number | undefined;
  #made = 0;

  constructor(
    readonly name: string,
    private readonly md5: (bytes: Uint8Array) => string,
  ) {}

  put({ name, role, properties }: FileWriting, bytes: Uint8Array): PlacedFile {
    this.#made += 1;
    const placed = {
      name,
      role,
      properties,
      ...described(properties),
      fileId: `${this.name}-${this.#made}`,
      md5: this.md5(bytes),
      sizeBytes: bytes.length,
    };
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

/** Reads the properties like the drive's adapter. */
function described({ n: id, k: kind, w }: Readonly<Record<string, string>>): Pick<PlacedFile, "record" | "packId"> {
  if (id === undefined) return {};
  if (kind === "note" || kind === "folder") return { record: { id, kind, isWhole: w === undefined } };
  return isPrimaryPack({ packId: id }) ? { packId: id } : {};
}

/** Called before and after each call takes effect; a problem from `after` means that the call was applied but its response was lost. */
export type CopyTargetFault = (call: string, at: "before" | "after") => Promise<RemoteProblem | undefined>;

export function openMemoryCopyTarget(target: MemoryCopyTarget, fault: CopyTargetFault = async () => undefined): CopyTarget {
  const ask = async <Value>(call: keyof CopyTarget, act: () => Result<Value, RemoteProblem>): Promise<Result<Value, RemoteProblem>> => {
    const before = await fault(call, "before");
    if (before !== undefined) return failed(before);
    const answer = act();
    const after = await fault(call, "after");
    return after === undefined ? answer : failed(after);
  };
  const writeFile = (file: FileWriting, bytes: Uint8Array): Result<PlacedFile, RemoteProblem> => {
    const isFull = target.capacityBytes !== undefined && target.usedBytes + bytes.length > target.capacityBytes;
    return isFull ? failed({ kind: "storage-full" }) : ok(target.put(file, bytes));
  };
  const found = (leftFor: string | undefined): OpenedTarget | undefined => {
    const { folder } = target;
    if (folder === undefined || (folder.leftFor !== undefined && folder.leftFor !== leftFor)) return undefined;
    return { targetId: folder.targetId, isNew: false };
  };
  return {
    find: (leftFor) => ask("find", () => ok(found(leftFor))),
    make: (leftFor) =>
      ask("make", () => {
        const there = found(leftFor);
        if (there !== undefined) return ok(there);
        target.makeFolder();
        return ok({ targetId: target.folder?.targetId ?? "", isNew: true });
      }),
    list: () => ask("list", () => ok([...target.files.values()].map(({ file }) => file))),
    read: (fileId) =>
      ask("read", () => {
        const kept = target.files.get(fileId);
        return kept === undefined ? failed({ kind: "not-found" }) : ok(kept.bytes);
      }),
    write: (file, bytes) => ask("write", () => writeFile(file, bytes)),
    writePack: (packId, bytes) =>
      ask("writePack", () => writeFile({ name: `${packId}.bin`, role: "app", properties: { n: packId, k: "primary" } }, bytes)),
    md5Of: (fileId) => ask("md5Of", () => ok(target.files.get(fileId)?.file.md5)),
    freeBytes: () => ask("freeBytes", () => ok(target.capacityBytes === undefined ? undefined : target.capacityBytes - target.usedBytes)),
    arrive: (from) =>
      ask("arrive", () => {
        target.folder = { targetId: target.folder?.targetId ?? "", cameFrom: from };
        return ok(undefined);
      }),
    leave: (to) =>
      ask("leave", () => {
        if (target.folder !== undefined) target.folder = { ...target.folder, leftFor: to };
        return ok(undefined);
      }),
    discard: () =>
      ask("discard", () => {
        target.files.clear();
        target.folder = undefined;
        return ok(undefined);
      }),
  };
}
