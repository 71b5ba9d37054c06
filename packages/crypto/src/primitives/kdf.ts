/** Password stretching: Argon2id parameters, their bounds, and the computation. encryption.md 3.1. */
import { argon2i, argon2id } from "hash-wasm";
import { type Bytes, b64, parseB64Of } from "./bytes.ts";
import { type RandomSource, systemRandom } from "./key-pair.ts";
import { type Outcome, ok, refused } from "./outcome.ts";
import { KEY_BYTES } from "./primitives.ts";

export type Kdf = { readonly alg: "argon2id"; readonly m: number; readonly t: number; readonly p: 1; readonly salt: string };

const KDF_BOUNDS = { minMemoryKib: 65_536, maxMemoryKib: 1_048_576, minPasses: 3, maxPasses: 10, saltBytes: 16 } as const;
const KDF_KEYS = "alg,m,p,salt,t";

/** Returns the current parameters with a fresh salt. Every new password gets a new one. */
export function newKdf(random: RandomSource = systemRandom): Kdf {
  return { alg: "argon2id", m: KDF_BOUNDS.minMemoryKib, t: KDF_BOUNDS.minPasses, p: 1, salt: b64(random.bytes(KDF_BOUNDS.saltBytes)) };
}

/** Rejects weak or excessive parameters from a server before a password is stretched with them. */
export function checkKdf(value: unknown): Outcome<Kdf, "kdf-refused"> {
  if (typeof value !== "object" || value === null || Object.keys(value).sort().join() !== KDF_KEYS) return refused("kdf-refused");
  const { alg, m, t, p, salt } = value as Record<string, unknown>;
  const fits =
    alg === "argon2id" &&
    isBetween(m, KDF_BOUNDS.minMemoryKib, KDF_BOUNDS.maxMemoryKib) &&
    isBetween(t, KDF_BOUNDS.minPasses, KDF_BOUNDS.maxPasses) &&
    p === 1 &&
    parseB64Of(salt, KDF_BOUNDS.saltBytes) !== undefined;
  return fits ? ok({ alg, m, t, p, salt: salt as string }) : refused("kdf-refused");
}

/** Memory in KiB and passes: what a guess costs. */
export type KdfCost = Pick<Kdf, "m" | "t">;

/** True if a guess under `kdf` costs less than under `pinned`, in memory or in passes. */
export function isCheaper(kdf: KdfCost, pinned: KdfCost): boolean {
  return kdf.m < pinned.m || kdf.t < pinned.t;
}

/** Returns the larger of both costs, or undefined if neither is known. */
export function costOfBoth(one: KdfCost | undefined, other: KdfCost | undefined): KdfCost | undefined {
  if (one === undefined && other === undefined) return undefined;
  return { m: Math.max(one?.m ?? 0, other?.m ?? 0), t: Math.max(one?.t ?? 0, other?.t ?? 0) };
}

/** Text of the parameters for an AAD. It binds a wrap to the parameters with which its key was stretched. */
export function kdfText(kdf: Kdf): string {
  return `${kdf.m},${kdf.t},${kdf.p},${kdf.salt}`;
}

/** Applies Argon2id to the bytes from `normalisePassword`. */
export async function stretchBytes(password: Bytes, kdf: Kdf): Promise<Bytes> {
  const salt = parseB64Of(kdf.salt, KDF_BOUNDS.saltBytes);
  if (salt === undefined) throw new Error("stretched with an unchecked kdf");
  const stretched = await argon2id({
    password,
    salt,
    memorySize: kdf.m,
    iterations: kdf.t,
    parallelism: kdf.p,
    hashLength: KEY_BYTES,
    outputType: "binary",
  });
  return stretched as Bytes;
}

function isBetween(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

type ForeignKdf = {
  readonly salt: Uint8Array;
  readonly passes: number;
  readonly memoryKib: number;
  readonly bytes: number;
  /** The default is Argon2id over the normalized password. */
  readonly variant?: "argon2i";
};

/** Argon2 with the parameters of other programs, only to open what they sealed. */
export function stretchForeign(password: string, { salt, passes, memoryKib, bytes, variant }: ForeignKdf): Promise<Uint8Array> {
  const options = { salt, iterations: passes, memorySize: memoryKib, parallelism: 1, hashLength: bytes, outputType: "binary" } as const;
  return variant === "argon2i" ? argon2i({ ...options, password }) : argon2id({ ...options, password: password.normalize("NFKC") });
}
