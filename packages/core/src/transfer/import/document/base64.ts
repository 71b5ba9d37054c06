/** Base64 that arrives in pieces, in time linear in its length; white space and whatever is no base64 is passed over. Pure but for its state. */

const VALUES = new Int16Array(128).fill(-1);
for (const [value, char] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries())
  VALUES[char.charCodeAt(0)] = value;
VALUES["-".charCodeAt(0)] = 62;
VALUES["_".charCodeAt(0)] = 63;

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
