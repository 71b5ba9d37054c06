/** Streaming Base64 in both directions, in linear time. Pure except for the bits of an incomplete group. */

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const VALUES = new Int16Array(128).fill(-1);
for (const [value, char] of [...SIGNS].entries()) VALUES[char.charCodeAt(0)] = value;
VALUES["-".charCodeAt(0)] = 62;
VALUES["_".charCodeAt(0)] = 63;

/** Skips white space and invalid characters. */
export function decodeBase64(): { write(text: string): Uint8Array } {
  let [held, bits] = [0, 0];
  return {
    write(text) {
      const bytes = new Uint8Array(((text.length * 3) >> 2) + 3);
      let length = 0;
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        const value = code < 128 ? (VALUES[code] ?? -1) : -1;
        if (value < 0) continue;
        held = ((held << 6) | value) & 0xffffff;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes[length++] = (held >> bits) & 0xff;
      }
      return bytes.subarray(0, length);
    },
  };
}

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

/** The length must be a multiple of three. */
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
