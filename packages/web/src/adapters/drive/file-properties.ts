/**
 * What of a record is in clear in a drive file's appProperties: opaque ids and the version vector, so that a listing alone shows
 * what must be downloaded. sync.md §4.1. Keys: n id, k kind, o owner, v0..v9 vector in runs of at most 124 bytes, sup superseded,
 * part only some of the vector had space, w and an MD5 the bytes of a write that no later one knew of (sync.md §4.5).
 */
import { FILE_NAME, isEntityId } from "@satchel/contract/ids.ts";
import { parseVector, type VersionVector, vectorKey } from "@satchel/core/model/entities/version-vector.ts";
import type { ObservedFile } from "@satchel/core/ports/remote/remote-store.ts";

const PROPERTY_MAX_BYTES = 124;
/** Before the MD5 of the bytes of a write. */
const MARK = "w";
const MARK_KEY = /^w[0-9a-f]{32}$/;
const MARKS_TAKEN = 10;
const VECTOR_KEYS = Array.from({ length: 10 }, (_, at) => `v${at}`);

type Properties = Readonly<Record<string, string>>;

type Described = {
  readonly id: string;
  readonly kind: string;
  readonly owner: string;
  readonly vv: VersionVector;
  readonly md5: string;
  readonly over: readonly string[];
};

/** A longer vector keeps the writer's dot and what fits, marked as partial. `maxDots`: smaller only in the simulator. */
export function toProperties({ id, kind, owner, vv, md5 }: Described, maxDots = Number.POSITIVE_INFINITY): Properties {
  const dots = vectorKey(vv).split(",");
  const all = splitIntoRuns(dots);
  const isPart = dots.length > maxDots || all.length > VECTOR_KEYS.length;
  const ownFirst = [...dots].sort((a, b) => Number(isOf(b, owner)) - Number(isOf(a, owner)));
  const runs = isPart ? splitIntoRuns(ownFirst.slice(0, maxDots)).slice(0, VECTOR_KEYS.length) : all;
  const named = { n: id, k: kind, o: owner, [`${MARK}${md5}`]: "1" };
  return { ...named, ...Object.fromEntries(runs.map((run, at) => [`v${at}`, run])), ...(isPart ? { part: "1" } : {}) };
}

const isOf = (dot: string, device: string): boolean => dot.startsWith(`${device}:`);

/** Marks that no write took away, beside that of the bytes that are there. */
export function overwrittenIn(properties: Properties | undefined, md5: string | undefined): Pick<ObservedFile, "overwritten" | "unmarked"> {
  const marks = Object.keys(properties ?? {})
    .filter((key) => MARK_KEY.test(key))
    .map((key) => key.slice(MARK.length));
  const overwritten = marks.filter((mark) => mark !== md5);
  if (overwritten.length === 0) return {};
  return overwritten.length === marks.length ? { overwritten, unmarked: true } : { overwritten };
}

/** For a PATCH, where absent means unchanged: runs no longer needed and the superseded mark are cleared. */
export function toReplacingProperties(file: Described, maxDots?: number): Readonly<Record<string, string | null>> {
  const marks = file.over.slice(0, MARKS_TAKEN).map((md5) => `${MARK}${md5}`);
  const cleared = Object.fromEntries([...VECTOR_KEYS, "sup", "part", ...marks].map((key) => [key, null]));
  return { ...cleared, ...toProperties(file, maxDots) };
}

/** Undefined when the file carries none of ours, or what it carries cannot be read: it is then a file of foreign origin. */
export function fromProperties(properties: Properties | undefined, md5 = ""): ObservedFile["properties"] {
  const { n: id, k: kind, o: owner, sup, part } = properties ?? {};
  if (!isEntityId(id) || owner === undefined || (kind !== "note" && kind !== "folder")) return undefined;
  const vv = parseVector(VECTOR_KEYS.map((key) => properties?.[key] ?? "").join(","));
  if (vv === undefined) return undefined;
  // A dot that no one has: nothing is known to contain this version before it was read.
  const known = part === "1" ? { ...vv, [`part-${md5}`]: 1 } : vv;
  return { id, kind, owner, vv: known, superseded: sup === "1" };
}

const PACK_KINDS: ReadonlySet<string> = new Set(["pack", "history", "primary"]);

/** The id of a pack, of notes or of their history, when this file is one. Whatever is in it is bound to that id. */
export function packIdOf(properties: Properties | undefined): string | undefined {
  return PACK_KINDS.has(properties?.k ?? "") ? properties?.n : undefined;
}

/** The kind is how the id begins. Earlier versions of the app take history and primary packs for no packs, and leave them. */
export function toPackProperties(packId: string): Properties {
  return { k: packId.split("-")[0] as string, n: packId };
}

const ATTACHMENT_KIND = "attachment";

export function toAttachmentProperties(attachmentId: string): Properties {
  return { n: attachmentId, k: ATTACHMENT_KIND };
}

/** By its properties, whatever someone called it; a file that another client put there has only its name. */
export function attachmentIdOf(properties: Properties | undefined, name = ""): string | undefined {
  if (properties?.k === ATTACHMENT_KIND) return properties.n;
  return properties?.k === undefined ? FILE_NAME.exec(name)?.[1] : undefined;
}

/** Packs, keys and other files of ours that are no notes or folders. */
export function isOtherKind(properties: Properties | undefined): boolean {
  return properties?.k !== undefined && properties.k !== "note" && properties.k !== "folder";
}

/** Copies of key documents. */
export const KEYS_KIND = "keys";

export function toKeysProperties(vaultId: string): Properties {
  return { n: vaultId, k: KEYS_KIND };
}

export function vaultIdOf(properties: Properties | undefined): string | undefined {
  return properties?.k === KEYS_KIND ? properties.n : undefined;
}

/** Runs end at commas; ids and counters are ASCII, so characters are bytes. */
function splitIntoRuns(dots: readonly string[]): readonly string[] {
  const runs: string[] = [];
  for (const dot of dots) {
    const last = runs.at(-1);
    if (last !== undefined && last.length + dot.length + 1 <= PROPERTY_MAX_BYTES - 2) runs[runs.length - 1] = `${last},${dot}`;
    else runs.push(dot);
  }
  return runs;
}
