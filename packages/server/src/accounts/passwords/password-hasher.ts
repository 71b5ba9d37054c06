/** Heavy work on passwords: verifier hashes of sign-in secrets, and stretching plain passwords of other clients. encryption.md 3.1, 3.2. */
import { availableParallelism } from "node:os";
import { hash, hashRaw, verify } from "@node-rs/argon2";
import type { Kdf } from "@satchel/contract/accounts/keys.ts";
import { KDF } from "@satchel/contract/limits.ts";
import { isSignInSecret, normalisePassword, signInSecretFromStretched } from "@satchel/crypto/vault/password-keys.ts";
import { isRefused, type Refusal } from "../../shared/refusal.ts";
import { createWorkQueue, type Share, type WorkQueue } from "./work-queue.ts";

// The package's enum is an ambient `const enum`, which a separately compiled file cannot read. 2 is Argon2id.
const ARGON2ID = 2;
const VERIFIER = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Account and network of a job; neither can fill a queue alone. */
export type Requester = { readonly account: string; readonly network: string };

export type PasswordHasher = {
  readonly verifierOf: (secret: string, requester: Requester) => Promise<string | Refusal<"busy">>;
  readonly matches: (verifier: string, secret: string, requester: Requester) => Promise<boolean | Refusal<"busy">>;
  /**
   * Returns the sign-in secret of a plain password under this kdf; a sign-in secret is returned unchanged. Returns undefined if it cannot
   * be a password.
   */
  readonly secretOf: (password: string, kdf: Kdf, requester: Requester) => Promise<string | undefined | Refusal<"busy">>;
};

/** One core stays free for other work. Two jobs at once suffice and take at most 38 MiB. */
const VERIFIERS = { parallel: Math.max(1, Math.min(2, availableParallelism() - 1)), waiting: 32 };
const VERIFIER_SHARES = { account: 4, network: 17 };
/** Stretching costs ten times as much and only other clients need it, so it has its own queue: one job at a time, at most 128 MiB. */
const TYPED = { parallel: 1, waiting: 8 };
const TYPED_SHARES = { account: 2, network: 5 };

type Queues = { readonly verifiers: WorkQueue; readonly typed: WorkQueue };

export function createPasswordHasher(
  queues: Queues = { verifiers: createWorkQueue(VERIFIERS), typed: createWorkQueue(TYPED) },
): PasswordHasher {
  return {
    verifierOf: (secret, requester) => queues.verifiers(() => hash(secret, VERIFIER), sharesOf(requester, VERIFIER_SHARES)),
    matches: (verifier, secret, requester) => queues.verifiers(() => verify(verifier, secret), sharesOf(requester, VERIFIER_SHARES)),
    secretOf: async (password, kdf, requester) => {
      if (isSignInSecret(password)) return password;
      const bytes = normalisePassword(password);
      // Kdfs stored before there was a limit may be too expensive here; the account's own browser can still compute them.
      if (!bytes.ok || !isAffordable(kdf)) return undefined;
      const stretched = await queues.typed(() => stretch(bytes.value, kdf), sharesOf(requester, TYPED_SHARES));
      return isRefused(stretched) ? stretched : await signInSecretFromStretched(stretched);
    },
  };
}

function sharesOf({ account, network }: Requester, most: Readonly<Record<keyof Requester, number>>): readonly Share[] {
  return [
    { key: `account ${account}`, most: most.account },
    { key: `network ${network}`, most: most.network },
  ];
}

function isAffordable({ m, t }: Kdf): boolean {
  return m <= KDF.newMaxMemoryKib && t <= KDF.newMaxPasses;
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
