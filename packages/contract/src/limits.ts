/**
 * Limits that browser and server both enforce. Client-only constants are in core/model/limits/limits.ts. Spec A §5, A §9, encryption.md
 * 3.1.
 */

/** The last time that JavaScript dates can represent, in Unix milliseconds. */
export const LAST_TIME_MS = 8_640_000_000_000_000;

export const ACCOUNT = {
  emailMaxChars: 254,
  passwordMinChars: 8,
  passwordMaxBytes: 1024,
  secretChars: 46,
  invitationMaxChars: 64,
  deviceTokenMaxChars: 128,
} as const;

/**
 * Argon2id parameters. A new password uses the minimum. A browser accepts up to `max`. The server accepts a new password with up to
 * `newMax`, one step above today's, because it must compute the stretching itself when a plain password arrives.
 */
export const KDF = {
  minMemoryKib: 65_536,
  newMaxMemoryKib: 131_072,
  maxMemoryKib: 1_048_576,
  minPasses: 3,
  newMaxPasses: 4,
  maxPasses: 10,
  lanes: 1,
  saltChars: 22,
} as const;

export const LOCAL_SESSION = { idMaxChars: 64 } as const;

export const BODY = { defaultMaxBytes: 16_384, keysMaxBytes: 524_288 } as const;

/** Roots, pairs and retired vaults of one account; far more than a user creates. */
export const KEY_DOCUMENT = {
  maxPriv: 8,
  maxAlso: 64,
  maxSensitive: 64,
  wrapMaxChars: 4096,
  sensMaxChars: 131_072,
  alsoMaxChars: 4096,
} as const;

/** `answerMaxChars`: base64url of 8,192 bytes. */
export const APPROVAL_LIMITS = { nameMaxChars: 60, answerMaxChars: 10_923 } as const;

export const OAUTH = { codeMaxChars: 4096, verifierMaxChars: 128, ticketLifetimeMs: 600_000 } as const;

/** Size of a device's sealed record, and number of devices stored per account. */
export const DEVICE_RECORD = { maxChars: 4096, maxDevices: 64 } as const;

/** A sealed file of 10 MB through the server: padding adds at most a ninth, the form a little. */
export const FILE = { bodyMaxBytes: 12_582_912 } as const;

/** Envelopes sent through the server. */
export const DRIVE_FILE = { envelopeMaxChars: 8_388_608, bodyMaxBytes: 9_437_184 } as const;

/** One prompt to the operator's host. `maxTokens` bounds a client's request; the app asks for the spec's 500. */
export const AI_LIMITS = { configMaxChars: 8192, promptMaxChars: 32_000, bodyMaxBytes: 262_144, maxTokens: 4096 } as const;

/**
 * A sealed signal in base64url. A client that received nothing for `silenceMs` reconnects; the server sends at least every `heartbeatMs`.
 */
export const SIGNAL = { maxChars: 65_536, bodyMaxBytes: 69_632, heartbeatMs: 25_000, silenceMs: 60_000, maxStreamsPerAccount: 32 } as const;

/** Returns the form in which e-mail addresses are compared and stored: trimmed, NFKC, lower case. Never an input of a key. Spec A §5. */
export function normalizeEmail(text: string): string {
  return text.trim().normalize("NFKC").toLowerCase();
}

/** Deliberately permissive: one at-sign, a dotted host, no spaces or control characters. Unicode addresses pass. */
export function isEmailAddress(text: string): boolean {
  const email = normalizeEmail(text);
  return email.length <= ACCOUNT.emailMaxChars && /^[^\s@\p{Cc}<>"(),:;]+@[^\s@\p{Cc}<>"(),:;.]+(\.[^\s@\p{Cc}<>"(),:;.]+)+$/u.test(email);
}
