/** CRC-32 of a zip's files, four bytes per step. `before`: checksum of the preceding bytes. PKWARE APPNOTE 4.4.7. */
const TABLES = makeTables();

export function crc32(bytes: Uint8Array, before = 0): number {
  const [t0, t1, t2, t3] = TABLES;
  let crc = ~before;
  let at = 0;
  for (const end = bytes.length - 3; at < end; at += 4) {
    crc ^= (bytes[at] as number) | ((bytes[at + 1] as number) << 8) | ((bytes[at + 2] as number) << 16) | ((bytes[at + 3] as number) << 24);
    crc =
      (t3[crc & 0xff] as number) ^ (t2[(crc >>> 8) & 0xff] as number) ^ (t1[(crc >>> 16) & 0xff] as number) ^ (t0[crc >>> 24] as number);
  }
  for (; at < bytes.length; at += 1) crc = (crc >>> 8) ^ (t0[(crc ^ (bytes[at] as number)) & 0xff] as number);
  return ~crc >>> 0;
}

type Tables = readonly [Int32Array, Int32Array, Int32Array, Int32Array];

/** Table of each byte's checksum, and three more for the byte followed by one, two and three zero bytes. */
function makeTables(): Tables {
  const tables: Tables = [new Int32Array(256), new Int32Array(256), new Int32Array(256), new Int32Array(256)];
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb8_8320 : crc >>> 1;
    tables[0][byte] = crc;
  }
  for (let byte = 0; byte < 256; byte += 1) {
    let crc = tables[0][byte] as number;
    for (const table of tables.slice(1)) {
      crc = (crc >>> 8) ^ (tables[0][crc & 0xff] as number);
      table[byte] = crc;
    }
  }
  return tables;
}
