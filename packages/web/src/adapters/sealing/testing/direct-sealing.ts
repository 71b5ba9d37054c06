/** Builds sealing that runs beside the caller, for tests and the simulator. The page uses a worker (worker-sealing.ts). */
import type { Codec } from "@satchel/core/ports/sealing/codec.ts";
import { createMd5 } from "@satchel/crypto/digests/stream-digests.ts";
import { createSealingApi } from "../create-sealing-api.ts";
import type { KeyStore } from "../documents/key-rows.ts";
import type { SealingOptions } from "../held/held-keys.ts";
import { type PageSealing, toSealing } from "../worker-sealing.ts";
import { createMemoryKeyStore } from "./memory-key-store.ts";

export type Sealing = Omit<PageSealing, "codec"> & { readonly codec: Codec };

export async function createDirectSealing(keys: KeyStore = createMemoryKeyStore(), options: SealingOptions = {}): Promise<Sealing> {
  const sealing = toSealing(createSealingApi(keys, options));
  return { ...sealing, codec: { ...sealing.codec, md5: await createMd5() } };
}
