/** Packs a backup's text fast (docs/decisions/0011): level 6 takes five times as long and saves only a fifth. */
import { BACKUP } from "@satchel/core/model/limits/limits.ts";
import { crc32 } from "../format/crc32.ts";
import type { StartPacking } from "./pack-stream.ts";
import { openZlib } from "./zlib.ts";

/** Bytes of text per part; damage to one byte costs at most one part (damaged-text.ts). */
const PART_BYTES = 32_768;

export function createTextPacking(loadZlib: () => Promise<BufferSource>): StartPacking {
  const opening = loadZlib().then(openZlib);
  // The first caller that packs gets the failure.
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
