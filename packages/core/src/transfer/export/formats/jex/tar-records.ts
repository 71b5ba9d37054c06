/** Writes tar headers (ustar) as far as JEX needs them: short names, no links, no owners. Pure. */
const BLOCK = 512;

/** `name`: ASCII, at most 100 characters. */
export function tarHeader(name: string, sizeBytes: number, modifiedMs: number): Uint8Array {
  const header = new Uint8Array(BLOCK);
  writeText(header, 0, name.slice(0, 100));
  writeText(header, 100, "0000644\0");
  writeText(header, 108, "0000000\0");
  writeText(header, 116, "0000000\0");
  writeText(header, 124, `${octal(sizeBytes, 11)}\0`);
  writeText(header, 136, `${octal(Math.max(0, Math.floor(modifiedMs / 1000)), 11)}\0`);
  writeText(header, 148, "        ");
  writeText(header, 156, "0");
  writeText(header, 257, "ustar\0");
  writeText(header, 263, "00");
  const sum = header.reduce((all, byte) => all + byte, 0);
  writeText(header, 148, `${octal(sum, 6)}\0 `);
  return header;
}

/** Returns the zeros that fill a file's last block. */
export function tarPadding(sizeBytes: number): Uint8Array {
  return new Uint8Array((BLOCK - (sizeBytes % BLOCK)) % BLOCK);
}

export function tarEnd(): Uint8Array {
  return new Uint8Array(2 * BLOCK);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0").slice(-digits);
}

function writeText(bytes: Uint8Array, at: number, text: string): void {
  for (let index = 0; index < text.length; index += 1) bytes[at + index] = text.charCodeAt(index);
}
