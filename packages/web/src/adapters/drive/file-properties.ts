/**
 * The unencrypted part of a record, in a Drive file's appProperties: opaque ids and the version vector, so that a listing alone shows what
 * must be downloaded. sync.md §4.1.
 * Keys: n id, k kind, o owner, v0..v9 vector in runs of at most 124 bytes, sup superseded, part vector is incomplete for lack of space, w
 * and an MD5 the bytes of a write that no later write has seen (sync.md §4.5).
 */
import { FILE_NAME, isEntityId } from "@satchel/contract/ids.ts";
import { parseVector, type VersionVector, vectorKey } from "@satchel/core/model/entities/version-vector.ts";
import type { ObservedFile } from "@satchel/core/ports/remote/remote-store.ts";

const PROPERTY_MAX_BYTES = 124;
/** Key prefix before the MD5 of the bytes of a write. */
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
  const named = { n: id, k: kind, o: owner, [`${MARK}${md5}`]: "1" };
  return { ...named, ...Object.fromEntries(runs.map((run, at) => [`v${at}`, run])), ...(isPart ? { part: "1" } : {}) };
}

const isOf = (dot: string, device: string): boolean => dot.startsWith(`${device}:`);

/** Marks that no later write removed, except the one of the current bytes. */
export function overwrittenIn(properties: Properties | undefined, md5: string | undefined): Pick<ObservedFile, "overwritten" | "unmarked"> {
  const marks = Object.keys(properties ?? {})
    .filter((key) => MARK_KEY.test(key))
    .map((key) => key.slice(MARK.length));
  const overwritten = marks.filter((mark) => mark !== md5);
  if (overwritten.length === 0) return {};
  return overwritten.length === marks.length ? { overwritten, unmarked: true } : { overwritten };
}

/** Properties for a PATCH, in which absent means unchanged: clears unused runs and the superseded mark. */
export function toReplacingProperties(file: Described, maxDots?: number): Readonly<Record<string, string | null>> {
  const marks = file.over.slice(0, MARKS_TAKEN).map((md5) => `${MARK}${md5}`);
  const cleared = Object.fromEntries([...VECTOR_KEYS, "sup", "part", ...marks].map((key) => [key, null]));
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
