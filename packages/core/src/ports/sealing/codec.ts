/** Sealing of synced records. The real one is AES-256-GCM in a worker (encryption.md 3.3); nothing is stored unsealed in a drive. */

import type { UnreadableReason } from "../../model/drive/remote-file.ts";
import type { Entity, EntityKind } from "../../model/entities/entity.ts";
import type { Result } from "../../model/result.ts";

export type SealProblem = "locked" | "too-large" | "unsealable";

export interface Codec {
  /** `locked`: no vault key. `too-large`: above 64 MiB. `unsealable`: this record has no sealed form, as with an invalid id. */
  seal(entity: Entity): Promise<Result<Uint8Array, SealProblem>>;
  open(kind: EntityKind, id: string, bytes: Uint8Array): Promise<Result<Entity, UnreadableReason | "locked">>;
  /** What other clients wrote in clear: the JSON in these bytes, undefined when they are none. */
  readJson(bytes: Uint8Array): unknown;
  /** Lower-case hex MD5, as drives print it. */
  md5(bytes: Uint8Array): string;
}
