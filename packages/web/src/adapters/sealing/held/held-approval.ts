/** Values of an approval that a device holds in memory: its own, the other device's first ones, and the secret of a QR code. encryption.md 3.5 (6). */
import { type Bytes, wipe } from "@satchel/crypto/primitives/bytes.ts";
import type { KeyPair } from "@satchel/crypto/primitives/key-pair.ts";
import type { ApprovalSide, Transcript } from "@satchel/crypto/vault/approval.ts";
import type { AlsoEntry } from "@satchel/crypto/vault/key-document.ts";

type Own = { readonly pair: KeyPair; readonly own: ApprovalSide; readonly secret: Bytes };
/** The other device's key, and the transcript that both sides' values give. */
export type Agreed = { readonly point: Bytes; readonly transcript: Transcript };

export type HeldRequest = Own & {
  readonly commitment: Bytes;
  agreed?: Agreed & { readonly vaultId: string; readonly holder: ApprovalSide };
  /** Secret of A's code, after it was scanned and fits what A sent. */
  scanned?: Bytes;
  /** The opened root, until the code that A shows was typed. */
  opened?: { readonly vaultId: string; readonly also: readonly AlsoEntry[]; readonly root: Bytes };
};

export type HeldOffer = Own & {
  readonly commitment: Bytes;
  readonly freshName: string;
  readonly context: Transcript["context"];
  agreed?: Agreed;
  /** Secret of N's code, after it was scanned and fits N's commitment. */
  scanned?: Bytes;
};

export class HeldApprovals {
  /** The request of this device, as N. */
  request: HeldRequest | undefined;
  /** The request of another device, which this one answers as A. */
  offer: HeldOffer | undefined;

  dropRequest(): void {
    const { request } = this;
    if (request !== undefined) wipe(request.secret, request.scanned ?? NONE, request.opened?.root ?? NONE);
    this.request = undefined;
  }

  dropOffer(): void {
    const { offer } = this;
    if (offer !== undefined) wipe(offer.secret, offer.scanned ?? NONE);
    this.offer = undefined;
  }
}

const NONE = new Uint8Array(0);
