/** A device's attachments: the product's service, uploads and adapter. Files are small, and go in one piece or a few. sync.md §11. */

import { createAttachmentsService } from "@satchel/core/library/attachments/attachments-service.ts";
import type { AttachmentsService, CollectionMeans, Uploads } from "@satchel/core/library/attachments/attachments-service-types.ts";
import { createResealing, type Resealing } from "@satchel/core/library/attachments/reseal-service.ts";
import type { Library } from "@satchel/core/library/index/library-service.ts";
import type { NotesState } from "@satchel/core/library/notes/notes-service-types.ts";
import type { AttachmentStore } from "@satchel/core/ports/device/attachment-store.ts";
import type { Clock } from "@satchel/core/ports/environment.ts";
import type { RemoteStore } from "@satchel/core/ports/remote/remote-store.ts";
import type { AttachmentCodec } from "@satchel/core/ports/sealing/attachment-codec.ts";
import { createUploads } from "@satchel/core/sync/attachments/upload-service.ts";
import { createMemoryExclusive } from "@satchel/core/testing/memory-exclusive.ts";
import type { DriveClient } from "@satchel/drive/client/drive-client.ts";
import { createDriveAttachments } from "@satchel/web/adapters/drive/drive-attachments.ts";
import type { Chance } from "../world/random.ts";

/** The drive accepts no smaller pieces. */
const SMALL_PIECES = { onePieceMaxBytes: 2000, pieceBytes: 262_144 };
/** The length of an id. Ids have no letters from t on, because the texts of a run begin with t. */
const ID_CHARS = 22;

export type FilesSettings = {
  /** A random stream of its own, so that a run without attachments stays the same run. */
  readonly chance: Chance;
  /** How long an attachment is kept that no note refers to: hours here, days in the product. */
  readonly keptMs: number;
  /** Called before the device asks the drive to trash the file. */
  readonly onTrash: (fileId: string) => Promise<void>;
  /** Called before the device asks the drive to erase the file. */
  readonly onErase: (fileId: string) => Promise<void>;
  /** Called with the new ids by the former ones when a note is about to move into or out of the Sensitive folder. */
  readonly onReseal: (ids: ReadonlyMap<string, string>, isSensitive: boolean) => void;
};

export type DeviceFilesDeps = FilesSettings & {
  readonly library: Library;
  readonly store: AttachmentStore;
  readonly client: DriveClient;
  readonly reserveIds: RemoteStore["reserveIds"];
  readonly codec: AttachmentCodec;
  readonly clock: Clock;
};

export type DeviceFiles = {
  readonly attachments: AttachmentsService;
  readonly uploads: Uploads;
  readonly means: CollectionMeans;
  readonly resealing: Resealing;
};

export function openDeviceFiles({
  library,
  store,
  client,
  reserveIds,
  codec,
  clock,
  chance,
  keptMs,
  onTrash,
  onErase,
  onReseal,
}: DeviceFilesDeps): DeviceFiles {
  const remote = createDriveAttachments({ client, isOfThisDrive: () => true, pieces: SMALL_PIECES });
  const watched = {
    ...remote,
    trashAttachment: async (fileId: string) => {
      await onTrash(fileId);
      return remote.trashAttachment(fileId);
    },
    eraseAttachment: async (fileId: string) => {
      await onErase(fileId);
      return remote.eraseAttachment(fileId);
    },
  };
  const uploads = createUploads({
    library,
    store,
    remote: { ...remote, reserveIds },
    codec,
    exclusive: createMemoryExclusive(),
    clock,
    isOnline: () => true,
  });
  const ids = { random: () => Array.from({ length: ID_CHARS }, () => chance.int(0, 28).toString(29)).join("") };
  const attachments = createAttachmentsService({ library, store, codec, clock, ids, cloud: { remote, uploads } });
  const resealing = createResealing({ library, attachments, codec, clock, ids });
  const reported: Resealing = {
    ...resealing,
    async reseal(former, isSensitive, noteId) {
      const made = await resealing.reseal(former, isSensitive, noteId);
      if (made.ok) onReseal(made.value.ids, isSensitive);
      return made;
    },
  };
  return { attachments, uploads, means: { store, remote: watched, keptMs }, resealing: reported };
}

export function waitingFiles({ index }: Library): readonly string[] {
  return [...index.attachments.values()].filter(({ upload }) => upload.kind === "waiting").map(({ id }) => id);
}

/** Finds notes that the interface calls 'in your drive' although an attachment of theirs has still to be uploaded. */
export function falseFileClaims({ notes }: NotesState, { index }: Library): readonly string[] {
  const waiting = new Set(index.attachments.size === 0 ? [] : waitingFiles({ index } as Library));
  if (waiting.size === 0) return [];
  const refers = (noteId: string): boolean => {
    const entity = index.entities.get(noteId);
    return entity?.kind === "note" && entity.attIds.some((id) => waiting.has(id));
  };
  return notes
    .filter(({ noteId, sync }) => sync.kind === "in-your-drive" && refers(noteId))
    .map(({ noteId }) => `${noteId} is called 'in your drive', and what it refers to is not`);
}
