/** Argon2 as other programs use it, with their parameters: only to open what they sealed. */
import { argon2i, argon2id } from "hash-wasm";

export type ForeignKdf = {
  readonly salt: Uint8Array;
  readonly passes: number;
  readonly memoryKib: number;
  readonly bytes: number;
  /** Argon2id and a password in its one form, where nothing else is said. */
  readonly variant?: "argon2i";
};

export function stretchForeign(password: string, { salt, passes, memoryKib, bytes, variant }: ForeignKdf): Promise<Uint8Array> {
  const options = { salt, iterations: passes, memorySize: memoryKib, parallelism: 1, hashLength: bytes, outputType: "binary" } as const;
  return variant === "argon2i" ? argon2i({ ...options, password }) : argon2id({ ...options, password: password.normalize("NFKC") });
}
