/**
 * The unencrypted part of a record, in a Drive file's appProperties: opaque ids and the version vector, so that a listing alone shows what
 * must be downloaded. sync.md §4.1.
 * Keys: n id, k kind, o owner, v0..v9 vector in runs of at most 124 bytes, sup superseded, part vector is incomplete for lack of space, m
 * MD5 of the written bytes.
 */
import { FILE_NAME, isEntityId } from "@satchel/contract/ids.ts";
import { parseVector, type VersionVector, vectorKey } from "@satchel/core/model/entities/version-vector.ts";
import type { ObservedFile } from "@satchel/core/ports/remote/remote-store.ts";

const PROPERTY_MAX_BYTES = 124;
const MARK_KEY = /^w[0-9a-f]{32}$/;
const VECTOR_KEYS = Array.from({ length: 10 }, (_, at) => `v${at}`);

type Properties = Readonly<Record<string, string>>;

type Described = {
  readonly id: string;
  readonly kind: string;
  readonly owner: string;
  readonly vv: VersionVector;
  /** MD5 of the bytes that are written. */
  readonly md5: string;
};

/**
 * A vector that is too long keeps the writer's dot and as many others as fit, and is marked as partial. `maxDots`: a smaller limit in the
 * simulator.
 */
export function toProperties({ id, kind, owner, vv, md5 }: Described, maxDots = Number.POSITIVE_INFINITY): Properties {
  const dots = vectorKey(vv).split(",");
  const all = splitIntoRuns(dots);
  const isPart = dots.length > maxDots || all.length > VECTOR_KEYS.length;
  const ownFirst = [...dots].sort((a, b) => Number(isOf(b, owner)) - Number(isOf(a, owner)));
  const runs = isPart ? splitIntoRuns(ownFirst.slice(0, maxDots)).slice(0, VECTOR_KEYS.length) : all;
  const named = { n: id, k: kind, o: owner, m: md5 };
  return { ...named, ...Object.fromEntries(runs.map((run, at) => [`v${at}`, run])), ...(isPart ? { part: "1" } : {}) };
}

const isOf = (dot: string, device: string): boolean => dot.startsWith(`${device}:`);

/**
 * True if the bytes differ from those of the last write (`m`), because a user restored an old revision in the drive. Also true if a device
 * with an earlier version of the app overwrote bytes that it had not read: that version marks each write with `w` and an MD5, and removes
 * the marks that it knows.
 */
export function isOverwrittenUnread(properties: Properties | undefined, md5 = ""): boolean {
  const isOther = properties?.m !== undefined && properties.m !== md5;
  return isOther || Object.keys(properties ?? {}).some((key) => MARK_KEY.test(key) && key !== `w${md5}`);
}

/** Properties for a PATCH, in which absent means unchanged: clears unused runs and the superseded mark. */
export function toReplacingProperties(file: Described, maxDots?: number): Readonly<Record<string, string | null>> {
  const cleared = Object.fromEntries([...VECTOR_KEYS, "sup", "part"].map((key) => [key, null]));
  return { ...cleared, ...toProperties(file, maxDots) };
}

/** Returns undefined if the file has no properties of ours, or unreadable ones: it is then of foreign origin. */
export function fromProperties(properties: Properties | undefined, md5 = ""): ObservedFile["properties"] {
  const { n: id, k: kind, o: owner, sup, part } = properties ?? {};
  if (!isEntityId(id) || owner === undefined || (kind !== "note" && kind !== "folder")) return undefined;
  const vv = parseVector(VECTOR_KEYS.map((key) => properties?.[key] ?? "").join(","));
  if (vv === undefined) return undefined;
  // Adds a dot that no device has, so that nothing counts as containing this version until its file was read.
  const known = part === "1" ? { ...vv, [`part-${md5}`]: 1 } : vv;
  return { id, kind, owner, vv: known, superseded: sup === "1" };
}

const PACK_KINDS: ReadonlySet<string> = new Set(["pack", "history", "primary"]);

/** Returns the id if this file is a pack of notes or of history. Its content is bound to that id. */
export function packIdOf(properties: Properties | undefined): string | undefined {
  return PACK_KINDS.has(properties?.k ?? "") ? properties?.n : undefined;
}

/** The id begins with the kind. Earlier versions of the app do not recognize history and primary packs, and ignore them. */
export function toPackProperties(packId: string): Properties {
  return { k: packId.split("-")[0] as string, n: packId };
}

const ATTACHMENT_KIND = "attachment";

export function toAttachmentProperties(attachmentId: string): Properties {
  return { n: attachmentId, k: ATTACHMENT_KIND };
}

/** Uses the properties, whatever the file is named; a file uploaded by another client has only its name. */
export function attachmentIdOf(properties: Properties | undefined, name = ""): string | undefined {
  if (properties?.k === ATTACHMENT_KIND) return properties.n;
  return properties?.k === undefined ? FILE_NAME.exec(name)?.[1] : undefined;
}

/** True for packs, keys and other files of ours that are not notes or folders. */
export function isOtherKind(properties: Properties | undefined): boolean {
  return properties?.k !== undefined && properties.k !== "note" && properties.k !== "folder";
}

export const KEYS_KIND = "keys";

export function toKeysProperties(vaultId: string): Properties {
  return { n: vaultId, k: KEYS_KIND };
}

export function vaultIdOf(properties: Properties | undefined): string | undefined {
  return properties?.k === KEYS_KIND ? properties.n : undefined;
}

/** Splits at commas; ids and counters are ASCII, so characters are bytes. */
function splitIntoRuns(dots: readonly string[]): readonly string[] {
  const runs: string[] = [];
  for (const dot of dots) {
    const last = runs.at(-1);
    if (last !== undefined && last.length + dot.length + 1 <= PROPERTY_MAX_BYTES - 2) runs[runs.length - 1] = `${last},${dot}`;
    else runs.push(dot);
  }
  return runs;
}
