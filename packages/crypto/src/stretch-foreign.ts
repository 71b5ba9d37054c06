/** Argon2id as other programs use it, with their parameters: only to open what they sealed. */
import { argon2id } from "hash-wasm";

export type ForeignKdf = { readonly salt: Uint8Array; readonly passes: number; readonly memoryKib: number; readonly bytes: number };

export function stretchForeign(password: string, { salt, passes, memoryKib, bytes }: ForeignKdf): Promise<Uint8Array> {
  return argon2id({
    password: password.normalize("NFKC"),
    salt,
    iterations: passes,
    memorySize: memoryKib,
    parallelism: 1,
    hashLength: bytes,
    outputType: "binary",
  });
}
