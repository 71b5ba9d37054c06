/**
 * Seals and opens messages between devices that are online, under the vault's current key. Port: core/ports/account/signals.ts.
 * encryption.md 3.3.
 */
import { failed, ok } from "@satchel/core/model/result.ts";
import type { SignalSealing } from "@satchel/core/ports/account/signals.ts";
import { b64, parseB64 } from "@satchel/crypto/primitives/bytes.ts";
import { packJson, unpackJson } from "@satchel/crypto/primitives/packing.ts";
import { openBinary, sealBinary } from "@satchel/crypto/records/envelope.ts";
import type { HeldKeys } from "../held/held-keys.ts";

/** A constant id, because signals are not stored. */
const ID = "signal";
const MAX_UNPACKED_BYTES = 4 * 1024 * 1024;

export class RingSignalSealing implements SignalSealing {
  constructor(private readonly held: HeldKeys) {}

  async sealSignal(content: object) {
    const { ring } = this.held;
    if (ring === undefined) return failed("locked" as const);
    const packed = packJson(content);
    const sealed = packed.ok ? await sealBinary(ring.current, { kind: "signal", id: ID }, { bytes: packed.value }) : packed;
    return sealed.ok ? ok(b64(sealed.value)) : sealed;
  }

  async openSignal(message: string) {
    const { ring } = this.held;
    if (ring === undefined) return failed("locked" as const);
    const bytes = parseB64(message);
    if (bytes === undefined) return failed("damaged" as const);
    const opened = await openBinary(ring, { kind: "signal", id: ID }, bytes);
    if (!opened.ok) return opened;
    const content = unpackJson(opened.value, MAX_UNPACKED_BYTES);
    if (!content.ok) return content;
    return typeof content.value === "object" && content.value !== null ? ok(content.value) : failed("damaged" as const);
  }
}
