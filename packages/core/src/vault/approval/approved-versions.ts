/** Compares a drive with what the device that approved this one knew to be in it. A drive may show less to a new device. encryption.md 3.5 (6). */
import { isTime, isVector } from "../../model/entities/parsing/ranges.ts";
import { isFields, parseJson } from "../../model/entities/parsing/record-values.ts";
import { counterOf, join, type VersionVector } from "../../model/entities/version-vector.ts";

export type ApprovedVersions = { readonly seen: VersionVector; readonly atMs: number };

/** Listings of drives lag by minutes, so less is reported only from then on. */
const LAG_MS = 600_000;
/** After this the comparison ends: later edits may have dropped old writers from vectors (decision 0041). */
const COMPARED_MS = 604_800_000;

export function printApproved(approved: ApprovedVersions): string {
  return JSON.stringify(approved);
}

function parseApproved(text: string): ApprovedVersions | undefined {
  const value = parseJson(text);
  return isFields(value) && isVector(value.seen) && isTime(value.atMs) ? { seen: value.seen, atMs: value.atMs } : undefined;
}

/** Join of the versions of these files and entities. */
export function joinAll(versions: Iterable<{ readonly vv: VersionVector }>): VersionVector {
  let joined: VersionVector = {};
  for (const { vv } of versions) joined = isNewIn(joined, vv) ? join(joined, vv) : joined;
  return joined;
}

function isNewIn(joined: VersionVector, vv: VersionVector): boolean {
  for (const device in vv) if (counterOf(vv, device) > counterOf(joined, device)) return true;
  return false;
}

/** `missing`: number of writers whose latest edits, which the approving device knew to be in the drive, are not there. */
export type Comparison = { readonly missing: number; readonly isOver: boolean };

/**
 * Compares the text that `printApproved` wrote with the join of everything that a complete sync opened. The comparison is over once everything was
 * found, after a week, or if the text is damaged.
 */
export function compareApproved(text: string, shown: VersionVector, now: number): Comparison {
  const approved = parseApproved(text);
  if (approved === undefined || now - approved.atMs > COMPARED_MS) return { missing: 0, isOver: true };
  const missing = Object.keys(approved.seen).filter((writer) => counterOf(approved.seen, writer) > counterOf(shown, writer)).length;
  return { missing: now - approved.atMs > LAG_MS ? missing : 0, isOver: missing === 0 };
}
