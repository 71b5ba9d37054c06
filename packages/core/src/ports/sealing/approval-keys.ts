/**
 * The two devices of an approval inside the keyring: N (new) and A (unlocked). Pair, nonce and QR secret stay there, and every value is computed
 * from them and from what was handed in first, never from a later answer of the server. Each side has one try: a refusal drops it.
 * Part of `KeyChanges`. encryption.md 3.5 (6).
 */
import type { Approval } from "@satchel/contract/accounts/approvals.ts";
import type { AccountKeys } from "@satchel/contract/accounts/keys.ts";
import type { VersionVector } from "../../model/entities/version-vector.ts";
import type { Result } from "../../model/result.ts";

/** What a device knows by itself and the other one must know, too. `origin` is the page's. */
export type ApprovalParties = {
  readonly requestId: string;
  readonly origin: string;
  readonly accountId: string;
  readonly email: string;
};

/** One device's values as they travel; points and nonces as base64url. */
export type ShownSide = { readonly name: string; readonly point: string; readonly nonce: string };
/** What a QR code carries besides the request: a fingerprint of the device that shows it, and 16 secret bytes. */
export type ScannedCode = { readonly fingerprint: string; readonly secret: string };
export type SealedAnswer = NonNullable<Approval["answer"]>;

type Exchanged = { readonly kind: "exchanged" };

/** What convinces A that the key it was shown is N's. */
export type SealingGround =
  /** A scanned N's code. */
  | { readonly kind: "scanned" }
  /** N scanned A's code. */
  | { readonly kind: "proof"; readonly proof: string }
  | { readonly kind: "code"; readonly code: string };

export interface ApprovalKeys {
  /** N: draws a pair, a nonce and a QR secret. `code.fingerprint` is the commitment. */
  beginApproval(name: string): Promise<ScannedCode>;
  /** N: keeps A's values and returns N's own, with the code to be typed into A. Other values than the first ones are refused. */
  revealApproval(
    parties: ApprovalParties & { readonly vaultId: string },
    holder: ShownSide,
  ): Promise<Result<{ readonly shown: ShownSide; readonly code: string }, Exchanged>>;
  /** N: A's code was scanned. Returns the proof for A. */
  proveApproval(scanned: ScannedCode): Promise<Result<string, Exchanged>>;
  /**
   * N: opens the answer. `seen`: what A knows to be in the drive. `isProven`: a scanned code vouches for A, and the root is prepared as by `openVault`, without recovery key.
   * Otherwise it is set aside for `acceptApproval`.
   */
  openApproval(
    keys: AccountKeys,
    answer: SealedAnswer,
  ): Promise<
    Result<{ readonly isProven: boolean; readonly seen: VersionVector }, { readonly kind: "damaged" } | { readonly kind: "other-vault" }>
  >;
  /** N: the code that A shows was typed. False, and everything is dropped, if it is another one. */
  acceptApproval(code: string): Promise<boolean>;

  /** A: keeps N's commitment and name, then draws its own values. `code` is what A's QR code carries. */
  offerApproval(
    parties: ApprovalParties,
    asked: { readonly commitment: string; readonly name: string },
    name: string,
  ): Promise<Result<{ readonly shown: ShownSide; readonly code: ScannedCode }, { readonly kind: "not-held" }>>;
  /** A: N's code was scanned. */
  scanApproval(scanned: ScannedCode): Promise<Result<void, Exchanged>>;
  /** A: checks N's values against the commitment and keeps them. */
  checkReveal(fresh: Omit<ShownSide, "name">): Promise<Result<void, Exchanged>>;
  /** A: the root for N, once, with what A knows to be in the drive. `code` is what A shows then, and is missing where a scanned code vouches for A. */
  sealApproval(
    ground: SealingGround,
    seen: VersionVector,
  ): Promise<
    Result<
      { readonly answer: SealedAnswer; readonly code?: string },
      Exchanged | { readonly kind: "code-wrong" } | { readonly kind: "not-held" } | { readonly kind: "begin-again" }
    >
  >;
  /** Drops what this device holds of its own request (`n`), or of one that it answers (`a`). */
  endApproval(side: "n" | "a"): Promise<void>;
}
