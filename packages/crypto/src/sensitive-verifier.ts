/** What the server checks a sensitive password by, and what it is compared with. The password itself and S never leave. encryption.md 3.2. */
import { type Bytes, b64, wipe } from "./bytes.ts";
import { LABELS } from "./labels.ts";
import { hk } from "./primitives.ts";

/** Bound to the root, so that the server cannot try passwords on it. */
export async function sensitiveVerifier(stretched: Bytes, root: Bytes): Promise<string> {
  const salt = await hk(root, LABELS.sensitiveSalt);
  const verifier = await hk(stretched, LABELS.sensitiveVerify, salt);
  wipe(salt);
  return b64(verifier);
}
