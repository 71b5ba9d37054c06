/** The heavy work on passwords: verifier hashes of sign-in secrets, and stretching plain passwords of other clients. encryption.md 3.1, 3.2. */
import { availableParallelism } from "node:os";
import { hash, hashRaw, verify } from "@node-rs/argon2";
import type { Kdf } from "@satchel/contract/keys.ts";
import { isSignInSecret, normalisePassword, signInSecretFromStretched } from "@satchel/crypto/password-keys.ts";
import { isRefused, type Refusal } from "../refusal.ts";
import { createWorkQueue, type WorkQueue } from "./work-queue.ts";

// The package's enum is ambient and `const`, which a file compiled on its own cannot read. 2 is Argon2id.
const ARGON2ID = 2;
const VERIFIER = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type PasswordHasher = {
  readonly verifierOf: (secret: string) => Promise<string | Refusal<"busy">>;
  readonly matches: (verifier: string, secret: string) => Promise<boolean | Refusal<"busy">>;
  /** The sign-in secret that a typed password gives under this kdf; what already is one stays as it is. Undefined: no password could look like that. */
  readonly secretOf: (password: string, kdf: Kdf) => Promise<string | undefined | Refusal<"busy">>;
};

/** One core stays for everybody else; two at once are enough, and cost 128 MiB at most. */
const PARALLEL = Math.max(1, Math.min(2, availableParallelism() - 1));

export function createPasswordHasher(queue: WorkQueue = createWorkQueue({ parallel: PARALLEL, waiting: 32 })): PasswordHasher {
  return {
    verifierOf: (secret) => queue(() => hash(secret, VERIFIER)),
    matches: (verifier, secret) => queue(() => verify(verifier, secret)),
    secretOf: async (password, kdf) => {
      if (isSignInSecret(password)) return password;
      const bytes = normalisePassword(password);
      if (!bytes.ok) return undefined;
      const stretched = await queue(() => stretch(bytes.value, kdf));
      return isRefused(stretched) ? stretched : await signInSecretFromStretched(stretched);
    },
  };
}

async function stretch(password: Uint8Array, kdf: Kdf): Promise<Uint8Array<ArrayBuffer>> {
  const raw = await hashRaw(password, {
    algorithm: ARGON2ID,
    memoryCost: kdf.m,
    timeCost: kdf.t,
    parallelism: kdf.p,
    salt: Buffer.from(kdf.salt, "base64url"),
    outputLen: 32,
  });
  return new Uint8Array(raw);
}
