/** The keys a session holds: one to seal with, all of them to open with. encryption.md 3.3 "Reading looks kid up in the ring". */
import type { Bytes } from "./bytes.ts";
import { wipe } from "./bytes.ts";
import { LABELS } from "./labels.ts";
import { hk, importSealingKey } from "./primitives.ts";
import type { CryptoKey } from "./web-crypto.ts";

/** `kid` is the vaultId of the key's root, or the sid of a sensitive key. */
export type SealingKey = { readonly kid: string; readonly key: CryptoKey };
export type Ring = { readonly current: SealingKey; readonly byKid: ReadonlyMap<string, CryptoKey> };

/** `current` wins where `also` names its kid too. */
export function ringOf(current: SealingKey, also: readonly SealingKey[] = []): Ring {
  const byKid = new Map(also.map(({ kid, key }) => [kid, key]));
  return { current, byKid: byKid.set(current.kid, current.key) };
}

export async function contentKeyOf(vaultId: string, root: Bytes): Promise<SealingKey> {
  const raw = await hk(root, LABELS.content);
  const key = await importSealingKey(raw);
  wipe(raw);
  return { kid: vaultId, key };
}
