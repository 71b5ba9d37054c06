/** Bytes that come piece by piece as base64. Pure but for the bytes that wait for a third. */
const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function createBase64Encoder(): { write(bytes: Uint8Array): string; end(): string } {
  let rest: readonly number[] = [];
  return {
    write(bytes) {
      const all = rest.length === 0 ? bytes : Uint8Array.from([...rest, ...bytes]);
      const whole = all.length - (all.length % 3);
      rest = [...all.subarray(whole)];
      return encode(all.subarray(0, whole));
    },
    end() {
      const last = encode(Uint8Array.from([...rest, 0, 0].slice(0, rest.length === 0 ? 0 : 3)));
      const kept = rest.length === 0 ? "" : `${last.slice(0, rest.length + 1)}${"=".repeat(3 - rest.length)}`;
      rest = [];
      return kept;
    },
  };
}

/** A length that three divides. */
function encode(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    parts.push(
      (SIGNS[group >> 18] ?? "") + (SIGNS[(group >> 12) & 63] ?? "") + (SIGNS[(group >> 6) & 63] ?? "") + (SIGNS[group & 63] ?? ""),
    );
  }
  return parts.join("");
}
