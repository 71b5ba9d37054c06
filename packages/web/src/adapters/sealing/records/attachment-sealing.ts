/**
 * Seals and opens attachments: under the vault's current key, and inside that under the Sensitive folder's. Ports:
 * core/ports/sealing/attachment-codec.ts.
 */

import type { UnreadableReason } from "@satchel/core/model/drive/remote-file.ts";
import { failed, ok, type Result } from "@satchel/core/model/result.ts";
import type { AttachmentCodec, AttachmentOpening, AttachmentSeal, SealedAttachment } from "@satchel/core/ports/sealing/attachment-codec.ts";
import { createMd5 } from "@satchel/crypto/digests/stream-digests.ts";
import { type BinaryKind, isSealedBinary, openBinary, type Ring, sealBinary } from "@satchel/crypto/records/envelope.ts";
import type { HeldKeys } from "../held/held-keys.ts";

/** Local mode has no vault: only the Sensitive folder's key seals. */
export interface LocalAttachmentCodec extends AttachmentCodec {
  sealLocalAttachment: AttachmentCodec["sealAttachment"];
  openLocalAttachment: AttachmentCodec["openAttachment"];
}

type Layer = { readonly kind: BinaryKind; readonly ring: Ring | undefined };
type Sealed = Promise<Result<SealedAttachment, "locked" | "too-large">>;
type Opened = Promise<Result<Uint8Array, UnreadableReason | "locked">>;

export class AttachmentSealing implements LocalAttachmentCodec {
  readonly #md5 = createMd5();

  constructor(private readonly held: HeldKeys) {}

  sealAttachment(id: string, bytes: Uint8Array, { isSensitive }: AttachmentSeal): Sealed {
    return this.#seal(id, bytes, [...(isSensitive ? [this.#inner()] : []), this.#outer()]);
  }

  async openAttachment(id: string, bytes: Uint8Array, { isSensitive, isOuterOnly }: AttachmentOpening): Opened {
    const opened = await open(id, bytes, this.#outer());
    return opened.ok && !isOuterOnly ? this.#openInside(id, opened.value, isSensitive) : opened;
  }

  sealLocalAttachment(id: string, bytes: Uint8Array, { isSensitive }: AttachmentSeal): Sealed {
    return this.#seal(id, bytes, isSensitive ? [this.#inner()] : []);
  }

  async openLocalAttachment(id: string, bytes: Uint8Array, { isSensitive, isOuterOnly }: AttachmentOpening): Opened {
    return isOuterOnly ? ok(bytes) : this.#openInside(id, bytes, isSensitive);
  }

  /** Opens the folder's seal even if the note is not marked as sensitive, so that sealed bytes are never shown. */
  async #openInside(id: string, bytes: Uint8Array, isSensitive: boolean): Opened {
    if (!isSensitive && !isSealedBinary(bytes)) return ok(bytes);
    const opened = await open(id, bytes, this.#inner());
    return isSensitive || opened.ok || opened.problem === "locked" ? opened : ok(bytes);
  }

  #outer(): Layer {
    return { kind: "attachment", ring: this.held.ring };
  }

  #inner(): Layer {
    return { kind: "sattachment", ring: this.held.sensitive.unlocked };
  }

  async #seal(id: string, bytes: Uint8Array, layers: readonly Layer[]): Sealed {
    let sealed = bytes;
    for (const { kind, ring } of layers) {
      if (ring === undefined) return failed("locked");
      const next = await sealBinary(ring.current, { kind, id }, { bytes: sealed });
      if (!next.ok) return next;
      sealed = next.value;
    }
    return ok({ bytes: sealed, md5: (await this.#md5)(sealed) });
  }
}

async function open(id: string, bytes: Uint8Array, { kind, ring }: Layer): Opened {
  return ring === undefined ? failed("locked") : openBinary(ring, { kind, id }, bytes);
}
