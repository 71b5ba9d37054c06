/** What a backup writes as text, packed quickly (docs/decisions/0011): level 6 takes five times as long for a fifth less. */
import { BACKUP } from "@satchel/core/model/limits.ts";
import { crc32 } from "./crc32.ts";
import type { StartPacking } from "./pack-stream.ts";
import { openZlib } from "./zlib.ts";

export function createTextPacking(loadZlib: () => Promise<BufferSource>): StartPacking {
  const opening = loadZlib().then(openZlib);
  // Who packs first hears of it.
  opening.catch(() => undefined);
  return (take) => {
    const deflating = opening.then((startDeflate) => startDeflate(BACKUP.textDeflateLevel, take));
    let crc = 0;
    return {
      async write(bytes) {
        crc = crc32(bytes, crc);
        (await deflating).write(bytes);
      },
      async end() {
        (await deflating).end();
        return crc;
      },
    };
  };
}
