/** What a backup writes as text, packed quickly (docs/decisions/0011): level 6 takes five times as long for a fifth less. */
import { BACKUP } from "@satchel/core/model/limits/limits.ts";
import { crc32 } from "../format/crc32.ts";
import type { StartPacking } from "./pack-stream.ts";
import { openZlib } from "./zlib.ts";

/** Of the text: as much is lost at most where a byte of it is damaged (damaged-text.ts). */
const PART_BYTES = 32_768;

export function createTextPacking(loadZlib: () => Promise<BufferSource>): StartPacking {
  const opening = loadZlib().then(openZlib);
  // The first to pack is notified.
  opening.catch(() => undefined);
  return (take) => {
    const deflating = opening.then((startDeflate) => startDeflate(BACKUP.textDeflateLevel, take));
    let [crc, partBytes] = [0, 0];
    return {
      async write(bytes) {
        crc = crc32(bytes, crc);
        const packing = await deflating;
        for (let at = 0; at < bytes.length; ) {
          const piece = bytes.subarray(at, at + PART_BYTES - partBytes);
          packing.write(piece);
          [at, partBytes] = [at + piece.length, partBytes + piece.length];
          if (partBytes < PART_BYTES) continue;
          packing.endPart();
          partBytes = 0;
        }
      },
      async end() {
        (await deflating).end();
        return crc;
      },
    };
  };
}
