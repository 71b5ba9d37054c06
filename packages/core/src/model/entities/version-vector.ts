/** Version vectors: which edits of which writer a version contains. A dot is one `(writer, counter)`; its field `device` is the writer. Pure. */
export type VersionVector = Readonly<Record<string, number>>;

/** Length of a label: the part of a writer's name that all writers of one database share (decision 0041). */
const LABEL_CHARS = 6;

export type Dot = { readonly device: string; readonly counter: number };

/** Number of the device's last edit in the version; 0 if there is none. Device names are foreign input, so inherited keys do not count. */
export function counterOf(vv: VersionVector, device: string): number {
  return Object.hasOwn(vv, device) ? (vv[device] as number) : 0;
}

/** True if `a <= b`: `b` contains everything in `a`. */
export function isContained(a: VersionVector, b: VersionVector): boolean {
  for (const device in a) if (counterOf(a, device) > counterOf(b, device)) return false;
  return true;
}

export function isEqual(a: VersionVector, b: VersionVector): boolean {
  return isContained(a, b) && isContained(b, a);
}

export function join(a: VersionVector, b: VersionVector): VersionVector {
  const joined: Record<string, number> = { ...a };
  for (const [device, counter] of Object.entries(b)) joined[device] = Math.max(counterOf(joined, device), counter);
  return joined;
}

export function withDot(vv: VersionVector, dot: Dot): VersionVector {
  return { ...vv, [dot.device]: Math.max(counterOf(vv, dot.device), dot.counter) };
}

/**
 * Drops the oldest entries above `most`: the smallest counts of the device with the most entries. A vector that lacks an entry can only fail
 * to contain a version: a device that was away for `most` sessions of a note merges needlessly, and nothing is lost. `kept`: names that stay.
 */
export function capped(vv: VersionVector, { most, kept }: { readonly most: number; readonly kept: ReadonlySet<string> }): VersionVector {
  const excess = Object.keys(vv).length - most;
  if (excess <= 0) return vv;
  const byLabel = new Map<string, [string, number][]>();
  for (const [writer, count] of Object.entries(vv)) {
    if (!kept.has(writer)) byLabel.set(labelOf(writer), [...(byLabel.get(labelOf(writer)) ?? []), [writer, count]]);
  }
  const groups = [...byLabel.values()].map((entries) => entries.sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1)));
  const dropped = new Set<string>();
  while (dropped.size < excess && groups.some(({ length }) => length > 0)) {
    const largest = groups.reduce((a, b) => (b.length > a.length ? b : a));
    dropped.add((largest.shift() as (typeof largest)[number])[0]);
  }
  return Object.fromEntries(Object.entries(vv).filter(([writer]) => !dropped.has(writer)));
}

/** Text of a version, independent of key order: `dev:ctr36` joined by commas. Also used in appProperties. */
export function vectorKey(vv: VersionVector): string {
  return Object.entries(vv)
    .filter(([, counter]) => counter > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([device, counter]) => `${device}:${counter.toString(36)}`)
    .join(",");
}

/** Parses `vectorKey`'s form; returns undefined for any other text. */
export function parseVector(text: string): VersionVector | undefined {
  const vv: Record<string, number> = {};
  for (const part of text.split(",")) {
    if (part === "") continue;
    const match = /^([A-Za-z0-9_-]{1,40}):([0-9a-z]{1,10})$/.exec(part);
    if (match === null || (match[1] as string) in Object.prototype) return undefined;
    vv[match[1] as string] = Number.parseInt(match[2] as string, 36);
  }
  return vv;
}

/** Returns the id of the database that a writer belongs to, as users see it. Earlier versions of the app wrote under that id alone. */
export function labelOf(writer: string): string {
  return writer.slice(0, LABEL_CHARS);
}
