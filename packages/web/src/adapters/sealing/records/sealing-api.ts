/** The single API for keys: keyring, key changes, and the sealing of records. Runs in a worker, or beside the caller. */

import type { UnreadableReason } from "@satchel/core/model/drive/remote-file.ts";
import type { Entity, EntityKind } from "@satchel/core/model/entities/entity.ts";
import type { Result } from "@satchel/core/model/result.ts";
import type { DeviceSealing } from "@satchel/core/ports/account/device-records.ts";
import type { SignalSealing } from "@satchel/core/ports/account/signals.ts";
import type { AiSealing } from "@satchel/core/ports/ai.ts";
import type { SealProblem } from "@satchel/core/ports/sealing/codec.ts";
import type { FileNameCodec } from "@satchel/core/ports/sealing/file-name-codec.ts";
import type { KeyChanges } from "@satchel/core/ports/sealing/key-changes.ts";
import type { Keyring } from "@satchel/core/ports/sealing/keyring.ts";
import type { PackCodec } from "@satchel/core/ports/sealing/pack-codec.ts";
import type { ResealingKeys, SensitiveKeys } from "@satchel/core/ports/sealing/sensitive-keys.ts";
import type { LocalAttachmentCodec } from "./attachment-sealing.ts";

export interface KeyringApi extends Keyring, PackCodec {
  seal(entity: Entity): Promise<Result<Uint8Array, SealProblem>>;
  open(kind: EntityKind, id: string, bytes: Uint8Array): Promise<Result<Entity, UnreadableReason | "locked">>;
}

export interface SealingApi
  extends KeyringApi,
    KeyChanges,
    SensitiveKeys,
    ResealingKeys,
    DeviceSealing,
    SignalSealing,
    AiSealing,
    LocalAttachmentCodec,
    FileNameCodec {}
