/** Version vectors: which edits of which device a version contains. A dot is one `(device, counter)`. Pure. */
export type VersionVector = Readonly<Record<string, number>>;

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
