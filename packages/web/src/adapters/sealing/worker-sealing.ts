/** The page's sealing, in a worker. */

import type { DeviceSealing } from "@satchel/core/ports/account/device-records.ts";
import type { SignalSealing } from "@satchel/core/ports/account/signals.ts";
import type { AiSealing } from "@satchel/core/ports/ai.ts";
import type { Timers } from "@satchel/core/ports/environment.ts";
import type { AttachmentCodec } from "@satchel/core/ports/sealing/attachment-codec.ts";
import type { Codec } from "@satchel/core/ports/sealing/codec.ts";
import type { FileNameCodec } from "@satchel/core/ports/sealing/file-name-codec.ts";
import type { KeyChanges } from "@satchel/core/ports/sealing/key-changes.ts";
import type { Keyring } from "@satchel/core/ports/sealing/keyring.ts";
import type { PackCodec } from "@satchel/core/ports/sealing/pack-codec.ts";
import type { ResealingKeys, SensitiveKeys } from "@satchel/core/ports/sealing/sensitive-keys.ts";
import { parseEnvelopeBytes } from "@satchel/crypto/records/envelope.ts";
import { createWorkerClient, type StartedWorker, startWithRetry } from "../workers/worker-client.ts";
import type { SealingApi } from "./records/sealing-api.ts";
import { METHODS } from "./sealing-messages.ts";

/** Omits MD5, whose code loads on demand. */
export type PageSealing = {
  readonly keyring: Keyring & KeyChanges & SensitiveKeys & ResealingKeys & DeviceSealing & SignalSealing & AiSealing;
  readonly codec: Omit<Codec, "md5">;
  readonly packs: PackCodec;
  readonly fileNames: FileNameCodec;
  readonly attachments: AttachmentCodec;
  /** Attachment codec for a library without a vault. */
  readonly localAttachments: AttachmentCodec;
};

/** Keeps keys and bulk sealing off the page's thread. */
export function createWorkerSealing(timers: Timers): PageSealing {
  const start = () => new Worker(new URL("./sealing-worker.ts", import.meta.url), { type: "module", name: "satchel-keys" });
  return toSealing(createSealingClient(startWithRetry(start, timers)));
}

export function createSealingClient(worker: StartedWorker): SealingApi {
  return createWorkerClient<SealingApi>(worker, { methods: METHODS, stopped: "the keys' worker stopped" }).calls as SealingApi;
}

function readJson(bytes: Uint8Array): unknown {
  const parsed = parseEnvelopeBytes(bytes);
  return parsed.ok ? parsed.value : undefined;
}

/** Adapts any sealing API. */
export function toSealing(client: SealingApi): PageSealing {
  return {
    keyring: client,
    codec: {
      seal: (entity) => client.seal(entity),
      open: (kind, id, bytes) => client.open(kind, id, bytes),
      openNames: (names) => client.openNames(names),
      readJson,
    },
    attachments: {
      sealAttachment: (id, bytes, seal) => client.sealAttachment(id, bytes, seal),
      openAttachment: (id, bytes, seal) => client.openAttachment(id, bytes, seal),
    },
    localAttachments: {
      sealAttachment: (id, bytes, seal) => client.sealLocalAttachment(id, bytes, seal),
      openAttachment: (id, bytes, seal) => client.openLocalAttachment(id, bytes, seal),
    },
    fileNames: { sealNames: (ids) => client.sealNames(ids), openNames: (names) => client.openNames(names) },
    packs: {
      sealPack: (packId, items, opaque) => client.sealPack(packId, items, opaque),
      openPack: (packId, bytes) => client.openPack(packId, bytes),
    },
  };
}
