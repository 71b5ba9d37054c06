/** Opens a Sensitive folder with a typed password. encryption.md 3.2, 3.5 (8). */

import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { DeriveProblem } from "@satchel/core/ports/sealing/keyring.ts";
import type { TypedSensitive } from "@satchel/core/ports/sealing/sensitive-keys.ts";
import { type Bytes, wipe } from "@satchel/crypto/primitives/bytes.ts";
import type { Kdf } from "@satchel/crypto/primitives/kdf.ts";
import { LABELS } from "@satchel/crypto/primitives/primitives.ts";
import { type StretchBytes, stretch, wrapKeyFromStretched } from "@satchel/crypto/vault/password-keys.ts";
import type { SensitiveRecord } from "@satchel/crypto/vault/sensitive-record.ts";
import { openSensitive } from "@satchel/crypto/vault/wraps.ts";
import type { Stretched } from "./held-sensitive.ts";

export type Wrapped = Omit<SensitiveRecord, "box">;

/** Key S, and the stretched password. */
type Opened = { readonly key: Bytes; readonly stretched: Bytes };

export async function openTyped(
  { folder, password }: TypedSensitive,
  stretchWith?: StretchBytes,
): Promise<Result<Opened, DeriveProblem | { readonly kind: "sensitive-refused" }>> {
  const stretched = await stretchTyped(password, folder.kdf, stretchWith);
  if (!stretched.ok) return stretched;
  const { bytes } = stretched.value;
  const key = await openWithStretched(folder, bytes);
  if (key !== undefined) return ok({ key, stretched: bytes });
  wipe(bytes);
  return failed({ kind: "sensitive-refused" });
}

export async function stretchTyped(password: string, kdf: Kdf, stretchWith?: StretchBytes): Promise<Result<Stretched, DeriveProblem>> {
  const bytes = await stretch(password, kdf, stretchWith);
  return bytes.ok ? ok({ kdf, bytes: bytes.value }) : failed({ kind: bytes.problem });
}

export async function openWithStretched({ sid, kdf, spw }: Wrapped, stretched: Bytes): Promise<Bytes | undefined> {
  const key = await openSensitive(await wrapKeyFromStretched(stretched, LABELS.wrapSensitive), { sid, kdf }, spw);
  return key.ok ? key.value : undefined;
}
