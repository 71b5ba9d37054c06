/** What seals, as the page has it: behind a worker. */
import type { AiSealing } from "@satchel/core/ports/ai.ts";
import type { AttachmentCodec } from "@satchel/core/ports/attachment-codec.ts";
import type { Codec } from "@satchel/core/ports/codec.ts";
import type { DeviceSealing } from "@satchel/core/ports/device-records.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import type { KeyChanges } from "@satchel/core/ports/key-changes.ts";
import type { Keyring } from "@satchel/core/ports/keyring.ts";
import type { PackCodec } from "@satchel/core/ports/pack-codec.ts";
import type { SealingAnew, SensitiveKeys } from "@satchel/core/ports/sensitive-keys.ts";
import { parseEnvelopeBytes } from "@satchel/crypto/envelope.ts";
import { startPatiently } from "../browser/patient-worker.ts";
import type { SealingDoor } from "./sealing-door.ts";
import { createWorkerDoor } from "./worker-door.ts";

/** MD5s are worked out by code that the page fetches late. */
export type PageSealing = {
  readonly keyring: Keyring & KeyChanges & SensitiveKeys & SealingAnew & DeviceSealing & AiSealing;
  readonly codec: Omit<Codec, "md5">;
  readonly packs: PackCodec;
  readonly attachments: AttachmentCodec;
  /** For a library without a vault. */
  readonly localAttachments: AttachmentCodec;
};

/** Keys and bulk sealing stay off the page's thread. */
export function createWorkerSealing(timers: Timers): PageSealing {
  const start = () => new Worker(new URL("./sealing-worker.ts", import.meta.url), { type: "module", name: "satchel-keys" });
  return toSealing(createWorkerDoor(startPatiently(start, timers)));
}

function readJson(bytes: Uint8Array): unknown {
  const parsed = parseEnvelopeBytes(bytes);
  return parsed.ok ? parsed.value : undefined;
}

/** Over whatever seals. */
export function toSealing(door: SealingDoor): PageSealing {
  return {
    keyring: door,
    codec: { seal: (entity) => door.seal(entity), open: (kind, id, bytes) => door.open(kind, id, bytes), readJson },
    attachments: {
      sealAttachment: (id, bytes, seal) => door.sealAttachment(id, bytes, seal),
      openAttachment: (id, bytes, seal) => door.openAttachment(id, bytes, seal),
    },
    localAttachments: {
      sealAttachment: (id, bytes, seal) => door.sealLocalAttachment(id, bytes, seal),
      openAttachment: (id, bytes, seal) => door.openLocalAttachment(id, bytes, seal),
    },
    packs: { sealPack: (packId, items) => door.sealPack(packId, items), openPack: (packId, bytes) => door.openPack(packId, bytes) },
  };
}
