/** Makes the row of a new password: verifier hash, kdf, and the wrap that came with it. encryption.md 3.5 (1) (3). */
import type { Kdf, Wrap } from "@satchel/contract/keys.ts";
import { newId, type RuntimeEnvironment } from "../environment.ts";
import { isRefused, type Refusal, refuse } from "../refusal.ts";
import type { PasswordHasher, Requester } from "./password-hasher.ts";
import type { StoredPassword } from "./password-rows.ts";
import { kdfWith } from "./prelogin.ts";

export type Wanted = {
  readonly password: string;
  /** Undefined for a typed password: the server makes one. */
  readonly kdf: Kdf | undefined;
  readonly pw: Wrap | undefined;
  readonly vaultId: string | undefined;
};

type Deps = { readonly hasher: PasswordHasher; readonly around: RuntimeEnvironment };

export async function newPassword(
  { hasher, around }: Deps,
  wanted: Wanted,
  requester: Requester,
): Promise<StoredPassword | Refusal<"busy" | "bad-request">> {
  const kdf = wanted.kdf ?? kdfWith(around.randomBytes(16));
  const secret = await hasher.secretOf(wanted.password, kdf, requester);
  if (secret === undefined) return refuse("bad-request", { field: "password" });
  if (isRefused(secret)) return secret;
  const verifier = await hasher.verifierOf(secret, requester);
  if (isRefused(verifier)) return verifier;
  const { pw = null, vaultId } = wanted;
  return { id: newId(around), kdf, verifier, pw, vaultId: pw === null ? null : (vaultId ?? null), signsIn: true, mailedUntil: undefined };
}
