/** Seals synced records with AES-256-GCM in a worker (encryption.md 3.3). Nothing is stored unsealed in a drive. */

import type { UnreadableReason } from "../../model/drive/remote-file.ts";
import type { Entity, EntityKind } from "../../model/entities/entity.ts";
import type { Result } from "../../model/result.ts";
import type { FileNameCodec } from "./file-name-codec.ts";

export type SealProblem = "locked" | "too-large" | "unsealable";

export interface Codec {
  /** `locked`: no vault key. `too-large`: above 64 MiB. `unsealable`: the record has no sealed form, for example an invalid id. */
  seal(entity: Entity): Promise<Result<Uint8Array, SealProblem>>;
  open(kind: EntityKind, id: string, bytes: Uint8Array): Promise<Result<Entity, UnreadableReason | "locked">>;
  /** Parses the JSON of an unencrypted file from another client; undefined if it is invalid. */
  readJson(bytes: Uint8Array): unknown;
  /** Absent in tests whose drive shows the ids of notes. */
  readonly openNames?: FileNameCodec["openNames"];
  /** Lower-case hex MD5, as drives report it. */
  md5(bytes: Uint8Array): string;
}
