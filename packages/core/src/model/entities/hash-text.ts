/** A short stable hash for ids that several devices must agree on. Not for secrecy: cyrb53 (public domain), 53 bits, base 36. */
export function hashText(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36).padStart(11, "0");
}

/** Which text a note that was deleted for good had, as it was stored: of a sealed one its bytes. */
export function purgeKey({
  title,
  content,
  sealed,
}: {
  readonly title: string;
  readonly content: string;
  readonly sealed?: string;
}): string {
  return hashText(JSON.stringify([title, content, sealed ?? null]));
}
