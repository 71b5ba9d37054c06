/**
 * Re-encrypts the files of a note that enters or leaves the Sensitive folder, under new ids, before the note moves. encryption.md 3.5 (9).
 */

import { type AttachmentRow, isWaiting, type UnreferencedMark, type Upload } from "../../model/entities/attachment-row.ts";
import { hashText, newAttachmentId } from "../../model/entities/entity-ids.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { Seen, Writes } from "../../ports/device/local-store.ts";
import type { Clock, Ids } from "../../ports/environment.ts";
import type { AttachmentCodec } from "../../ports/sealing/attachment-codec.ts";
import type { Library } from "../index/library-service.ts";
import type { AttachmentsService, OpenProblem } from "./attachments-service-types.ts";

export type Resealed = {
  /** New file ids by former ones. */
  readonly ids: ReadonlyMap<string, string>;
  readonly writes: FileWrites;
};

type FileWrites = { readonly attachments: readonly AttachmentRow[]; readonly attachmentBytes: NonNullable<Writes["attachmentBytes"]> };

export type ResealProblem = { readonly kind: "sensitive-locked" } | { readonly kind: "files-out-of-reach" };

export type Leaving = {
  readonly noteId: string;
  readonly isSensitive: boolean;
  /** File ids that drafts refer to. */
  readonly drafts: ReadonlySet<string>;
  /** Rows of the former files, read in the same transaction. */
  readonly seen: Pick<Seen, "attachments">;
};

export interface Resealing {
  /** `noteId`: set if this is not the user's move. All devices that do this to the note at once then choose the same new ids. */
  reseal(former: readonly string[], isSensitive: boolean, noteId?: string): Promise<Result<Resealed, ResealProblem>>;
  /** Called in the transaction of the move. Returns writes for the new files, and for former files that no other note refers to. */
  leave(resealed: Resealed, from: Leaving): Pick<Writes, "attachments" | "attachmentBytes" | "forgetAttachments" | "unreferenced">;
}

export type ResealDeps = {
  readonly library: Library;
  readonly attachments: Pick<AttachmentsService, "open">;
  readonly codec: AttachmentCodec;
  readonly clock: Clock;
  readonly ids: Ids;
};

export function createResealing(deps: ResealDeps): Resealing {
  return {
    async reseal(former, isSensitive, noteId) {
      const made: { readonly from: string; readonly row: AttachmentRow; readonly bytes: Uint8Array }[] = [];
      for (const from of former) {
        const bytes = await openForeign(deps, from, isSensitive);
        if (!bytes.ok) return bytes;
        const file =
          bytes.value === undefined
            ? ok(undefined)
            : await sealRenamed(deps, { from, id: newId(deps, from, noteId) }, { opened: bytes.value, isSensitive });
        if (!file.ok) return file;
        if (file.value !== undefined) made.push({ from, ...file.value });
      }
      return ok({
        ids: new Map(made.map(({ from, row }) => [from, row.id])),
        writes: { attachments: made.map(({ row }) => row), attachmentBytes: made.map(({ row: { id }, bytes }) => ({ id, bytes })) },
      });
    },

    leave({ ids, writes }, { noteId, isSensitive, drafts, seen }) {
      const left = [...ids.keys()].filter((id) => !drafts.has(id) && !isReferredElsewhere(deps.library, id, noteId));
      const rows = left.flatMap((id) => seen.attachments.get(id) ?? []);
      // An unsent version or an open editor may still refer to the file, and only this device has the bytes, so it is uploaded first.
      const stay = rows.filter(isWaiting);
      const go = rows.filter((row) => !stay.includes(row));
      // Mark only files that a move into the Sensitive folder leaves unencrypted in the drive. A move out leaves only sealed files, and
      // `toMark` skips files that were never uploaded.
      const now = deps.clock.now();
      return {
        ...writes,
        attachments: [...writes.attachments, ...(isSensitive ? stay.map(toLeft) : [])],
        forgetAttachments: go.map(({ id }) => id),
        unreferenced: isSensitive ? go.flatMap((row) => toMark(row, now)) : [],
      };
    },
  };
}

/** Returns undefined if the file is already sealed for that side, or not available anywhere. */
async function openForeign(
  { attachments }: ResealDeps,
  id: string,
  isSensitive: boolean,
): Promise<Result<Uint8Array | undefined, ResealProblem>> {
  const opened = await attachments.open({ id, isSensitive: true });
  if (!opened.ok) return toProblem(opened.problem);
  const inside = await attachments.open({ id, isSensitive: true, isExact: true });
  if (inside.ok) return ok(isSensitive ? undefined : inside.value);
  return ok(isSensitive ? opened.value : undefined);
}

function toProblem(problem: OpenProblem): Result<undefined, ResealProblem> {
  if (problem.kind === "not-in-drive" || problem.kind === "unreadable") return ok(undefined);
  return failed(problem.kind === "vault-locked" ? { kind: "sensitive-locked" } : { kind: "files-out-of-reach" });
}

function newId({ ids }: ResealDeps, from: string, noteId: string | undefined): string {
  return noteId === undefined ? newAttachmentId(ids.random) : hashText(`${noteId}|${from}`) + hashText(`${from}|${noteId}`);
}

type Renamed = { readonly from: string; readonly id: string };

async function sealRenamed(
  { library, codec, clock }: ResealDeps,
  { from, id }: Renamed,
  { opened, isSensitive }: { readonly opened: Uint8Array; readonly isSensitive: boolean },
) {
  const sealed = await codec.sealAttachment(id, opened, { isSensitive });
  if (!sealed.ok && sealed.problem === "locked") return failed<ResealProblem>({ kind: "sensitive-locked" });
  if (!sealed.ok) return ok(undefined);
  const now = clock.now();
  const upload = toUpload(library.index.attachments.get(from)?.upload, isSensitive);
  const { bytes, md5 } = sealed.value;
  return ok({ row: { id, sizeBytes: opened.length, sealedBytes: bytes.length, md5, addedAt: now, usedAt: now, upload }, bytes });
}

function toUpload(former: Upload | undefined, isSensitive: boolean): Upload {
  if (former?.kind !== "local") return { kind: "waiting" };
  return isSensitive ? { ...former, fileName: "", mimeType: "" } : former;
}

function isReferredElsewhere({ index }: Library, id: string, noteId: string): boolean {
  return [...index.entities.values()].some((entity) => entity.kind === "note" && entity.id !== noteId && entity.attIds.includes(id));
}

function toLeft(row: AttachmentRow): AttachmentRow {
  return row.upload.kind === "waiting" ? { ...row, upload: { ...row.upload, isLeft: true } } : row;
}

function toMark({ id, upload }: AttachmentRow, since: number): readonly UnreferencedMark[] {
  const fileId = upload.kind === "local" ? undefined : upload.fileId;
  return fileId === undefined ? [] : [{ fileId, since, isExposed: true, attachmentId: id }];
}
