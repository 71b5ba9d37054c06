/**
 * What of a record lies in clear in a drive file's appProperties: opaque ids and the version vector, so that a listing alone tells
 * what must be downloaded. sync.md §4.1. Keys: n id, k kind, o owner, v0..v9 vector in runs of at most 124 bytes, sup superseded.
 */
import type { ObservedFile } from "@satchel/core/ports/remote-store.ts";
import { parseVector, type VersionVector, vectorKey } from "@satchel/core/sync/version-vector.ts";

const PROPERTY_MAX_BYTES = 124;
const VECTOR_KEYS = Array.from({ length: 10 }, (_, at) => `v${at}`);

type Properties = Readonly<Record<string, string>>;

export function toProperties(file: {
  readonly id: string;
  readonly kind: string;
  readonly owner: string;
  readonly vv: VersionVector;
}): Properties {
  const runs = splitVector(file.vv);
  if (runs.length > VECTOR_KEYS.length) throw new Error(`The version vector of ${file.id} has more devices than a drive file can name`);
  return { n: file.id, k: file.kind, o: file.owner, ...Object.fromEntries(runs.map((run, at) => [`v${at}`, run])) };
}

/** For a PATCH, where absent means unchanged: runs no longer needed and the superseded mark are cleared. */
export function toReplacingProperties(file: Parameters<typeof toProperties>[0]): Readonly<Record<string, string | null>> {
  const cleared = Object.fromEntries([...VECTOR_KEYS, "sup"].map((key) => [key, null]));
  return { ...cleared, ...toProperties(file) };
}

/** Undefined when the file carries none of ours, or what it carries cannot be read: it is then a file of foreign origin. */
export function fromProperties(properties: Properties | undefined): ObservedFile["properties"] {
  const { n: id, k: kind, o: owner, sup } = properties ?? {};
  if (id === undefined || owner === undefined || (kind !== "note" && kind !== "folder")) return undefined;
  const vv = parseVector(VECTOR_KEYS.map((key) => properties?.[key] ?? "").join(","));
  return vv === undefined ? undefined : { id, kind, owner, vv, superseded: sup === "1" };
}

/** The id of a pack, when this file is one. */
export function packIdOf(properties: Properties | undefined): string | undefined {
  return properties?.k === "pack" ? properties.n : undefined;
}

export function toPackProperties(packId: string): Properties {
  return { k: "pack", n: packId };
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
function splitVector(vv: VersionVector): readonly string[] {
  const runs: string[] = [];
  for (const dot of vectorKey(vv).split(",")) {
    const last = runs.at(-1);
    if (last !== undefined && last.length + dot.length + 1 <= PROPERTY_MAX_BYTES - 2) runs[runs.length - 1] = `${last},${dot}`;
    else runs.push(dot);
  }
  return runs;
}
