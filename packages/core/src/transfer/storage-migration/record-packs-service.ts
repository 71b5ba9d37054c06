/**
 * Puts many notes and folders of the old storage into primary packs of the new one, one request each, because a drive accepts two or three
 * files per second. The content of a pack is known by opening it, so an interrupted move continues. Decisions 0010, 0037.
 */
import { type KnownPack, type PackItem, type PackLimits, portion, toEntry } from "../../model/drive/pack.ts";
import { PRIMARY_PACK_CHARS, primaryPackId } from "../../model/drive/primary-pack.ts";
import { type Entity, isSealed } from "../../model/entities/entity.ts";
import { PACKS } from "../../model/limits/limits.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { Clock, Ids } from "../../ports/environment.ts";
import type { CopyTarget, PlacedFile, WrittenFile } from "../../ports/remote/copy-target.ts";
import type { Codec } from "../../ports/sealing/codec.ts";
import type { PackCodec } from "../../ports/sealing/pack-codec.ts";

export type PackingDeps = {
  readonly codec: Pick<Codec, "open">;
  readonly packs: PackCodec;
  readonly clock: Clock;
  readonly ids: Ids;
  /** True if this device knows the note to be sensitive; its unencrypted text must not get into a pack. */
  readonly isSensitive: (id: string) => boolean;
  readonly limits?: PackLimits;
};

/** Subset of the problems that end a copy. */
type PackingProblem = { readonly kind: "target"; readonly problem: RemoteProblem } | { readonly kind: "damaged" };
type Step<Value> = Promise<Result<Value, PackingProblem>>;

/** Identifies a record by id and content in the old storage. */
export function recordKey({ id, md5 }: { readonly id: string; readonly md5: string }): string {
  return `${id} ${md5}`;
}

export type WrittenPack = WrittenFile & { readonly keys: ReadonlySet<string> };

/** Packs of one copy; keeps opened packs, so that they are read once. */
export class RecordPacks {
  readonly #opened = new Map<string, { readonly pack: KnownPack; readonly keys: readonly string[] }>();
  /** Random writer id. A device of the user would count a pack with its own id as its own. */
  readonly #writer: string;

  constructor(
    private readonly deps: PackingDeps,
    private readonly to: CopyTarget,
  ) {
    this.#writer = deps.ids.random(PRIMARY_PACK_CHARS);
  }

  /** Returns the records in packs of the target. A pack that does not open contributes none. */
  async held(target: readonly PlacedFile[]): Step<ReadonlySet<string>> {
    const held = new Set<string>();
    for (const file of target) {
      const keys = await this.#keysOf(file);
      if (!keys.ok) return keys;
      for (const key of keys.value) held.add(key);
    }
    return ok(held);
  }

  async #keysOf({ packId, fileId, md5, sizeBytes }: PlacedFile): Step<readonly string[]> {
    if (packId === undefined) return ok([]);
    const known = this.#opened.get(fileId);
    if (known?.pack.md5 === md5) return ok(known.keys);
    const bytes = await this.to.read(fileId);
    if (!bytes.ok) return bytes.problem.kind === "not-found" ? ok([]) : failed({ kind: "target", problem: bytes.problem });
    const opened = await this.deps.packs.openPack(packId, bytes.value);
    if (!opened.ok) return ok([]);
    const entries = opened.value.items.map(toEntry);
    const keys = entries.map(recordKey);
    this.#opened.set(fileId, { pack: { fileId, packId, sizeBytes, writtenAt: 0, md5, entries }, keys });
    return ok(keys);
  }

  /**
   * Groups the records to pack. Each id must have a single record in both storages, because packs are ignored for an entity with a file.
   */
  portions(missing: readonly PlacedFile[], all: readonly PlacedFile[]): readonly (readonly PlacedFile[])[] {
    const { limits = PACKS } = this.deps;
    const counts = new Map<string, number>();
    for (const { record } of all) if (record !== undefined) counts.set(record.id, (counts.get(record.id) ?? 0) + 1);
    const alone = missing.filter(({ record }) => record?.isWhole === true && counts.get(record.id) === 1);
    if (alone.length <= limits.primaryFrom) return [];
    const byId = new Map(alone.map((file) => [file.record?.id, file]));
    const packables = alone.map(({ record, md5, sizeBytes }) => ({ id: record?.id ?? "", vvKey: "", md5, contentChars: sizeBytes }));
    return portion(packables, limits).map((part) => part.flatMap(({ id }) => byId.get(id) ?? []));
  }

  /** Returns undefined if the record must stay a file. */
  async toItem({ record, md5 }: PlacedFile, bytes: Uint8Array): Promise<PackItem | undefined> {
    if (record === undefined) return undefined;
    const opened = await this.deps.codec.open(record.kind, record.id, bytes);
    return opened.ok && this.#mayBePacked(opened.value) ? { entity: opened.value, md5 } : undefined;
  }

  /** Unencrypted sensitive text stays in a file, which sync erases; a conflict copy keeps its place in the upload order. */
  #mayBePacked(entity: Entity): boolean {
    if (entity.kind !== "note") return true;
    const isInClear = (entity.isEncrypted || this.deps.isSensitive(entity.id)) && !isSealed(entity);
    return !isInClear && entity.after === undefined;
  }

  /** Returns undefined if nothing was written. A record counts as packed only if the sealed bytes open to the same record. */
  async write(items: readonly PackItem[], md5: (bytes: Uint8Array) => string): Step<WrittenPack | undefined> {
    if (items.length === 0) return ok(undefined);
    const known = new Map([...this.#opened].map(([fileId, { pack }]) => [fileId, pack]));
    const { clock, ids, packs } = this.deps;
    const packId = primaryPackId({ device: this.#writer, nowMs: clock.now(), known }, ids.random(PRIMARY_PACK_CHARS));
    const sealed = await packs.sealPack(packId, items);
    if (!sealed.ok) return ok(undefined);
    const keys = await this.#wholeIn(packId, { bytes: sealed.value, items });
    if (keys.size === 0) return ok(undefined);
    const written = await this.to.writePack(packId, sealed.value);
    if (!written.ok) return failed({ kind: "target", problem: written.problem });
    return written.value.md5 === md5(sealed.value) ? ok({ ...written.value, keys }) : failed({ kind: "damaged" });
  }

  async #wholeIn(
    packId: string,
    { bytes, items }: { readonly bytes: Uint8Array; readonly items: readonly PackItem[] },
  ): Promise<ReadonlySet<string>> {
    const opened = await this.deps.packs.openPack(packId, bytes);
    const found = new Map((opened.ok ? opened.value.items : []).map((item) => [recordKey(toEntry(item)), JSON.stringify(item.entity)]));
    const whole = items.filter((item) => found.get(recordKey(toEntry(item))) === JSON.stringify(item.entity));
    return new Set(whole.map((item) => recordKey(toEntry(item))));
  }
}
