/** Seals files that a merge left in clear in sensitive notes, while the folder is unlocked. encryption.md 3.5 (9), sync.md §11. */
import type { Library } from "../../library/index/library-service.ts";
import { type Entity, isAlive, type LightEntity, type LightNote } from "../../model/entities/entity.ts";
import type { NoteSealing } from "../../ports/sealing/sensitive-keys.ts";
import type { SensitiveNotes } from "../../vault/sensitive/sensitive-notes-service.ts";

export type OrphanedFilesDeps = {
  readonly library: Pick<Library, "index" | "transact">;
  readonly sensitive: Pick<SensitiveNotes, "sealFiles">;
  readonly sealing: Pick<NoteSealing, "unlockedSensitive">;
};

export type OrphanedFiles = {
  /** Called after a cycle and when the folder is unlocked. A request during a run causes one more run. */
  look(): Promise<void>;
};

export function watchOrphanedFiles({ library, sensitive, sealing }: OrphanedFilesDeps): OrphanedFiles {
  const { index } = library;
  /** Files that are on this device and have the folder's seal or no readable text. */
  const resolved = new Set<string>();
  /** No device had them at this position of the drive's feed. */
  const missing = new Map<string, string | undefined>();
  let isAsked = false;
  let looking: Promise<void> | undefined;

  /** Merged here, or marked by the device that merged: their files are worth fetching. */
  const isNoted = (id: string): boolean => index.meta.strayNotes?.includes(id) === true;

  const isMissing = (fileId: string): boolean => missing.has(fileId) && missing.get(fileId) === index.meta.cursor;

  /** A deleted note as well: it may be restored. */
  const hasUnresolved = (note: Entity | LightEntity | undefined): boolean =>
    note?.kind === "note" && note.isEncrypted && note.attIds.some((fileId) => !resolved.has(fileId));

  const toLookAt = ({ id, attIds }: LightNote): readonly string[] =>
    attIds.filter((fileId) => !resolved.has(fileId) && ((isNoted(id) && !isMissing(fileId)) || index.attachments.has(fileId)));

  /** False: the folder is locked again. */
  const lookAt = async (note: LightNote): Promise<boolean> => {
    const fileIds = toLookAt(note);
    if (fileIds.length === 0) return true;
    const sealed = await sensitive.sealFiles(note.id, fileIds);
    if (!sealed.ok) return sealed.problem.kind !== "sensitive-locked";
    const kept = new Set(sealed.value.attIds);
    for (const fileId of fileIds.filter((fileId) => kept.has(fileId))) {
      if (index.attachments.has(fileId)) resolved.add(fileId);
      else missing.set(fileId, index.meta.cursor);
    }
    // The replacement of a file that is gone is checked as well.
    if (fileIds.some((fileId) => !kept.has(fileId))) isAsked = true;
    return true;
  };

  /** Checks again in the transaction, because a merge may have brought more files meanwhile. */
  const forgetResolved = (noteIds: readonly string[]) =>
    library.transact(
      { entities: noteIds },
      ({ meta: { strayNotes = [] }, entities }) => ({
        writes: { meta: { strayNotes: strayNotes.filter((id) => !noteIds.includes(id) || hasUnresolved(entities.get(id))) } },
        answer: undefined,
      }),
      "sync",
    );

  const work = async (): Promise<void> => {
    while (isAsked) {
      isAsked = false;
      if ((await sealing.unlockedSensitive()) === undefined) return;
      for (const entity of [...index.entities.values()])
        if (entity.kind === "note" && entity.isEncrypted && isAlive(entity) && !(await lookAt(entity))) return;
      const { strayNotes = [] } = index.meta;
      const done = strayNotes.filter((id) => !hasUnresolved(index.entities.get(id)));
      if (done.length > 0) await forgetResolved(done);
    }
  };

  return {
    look() {
      isAsked = true;
      looking ??= work().finally(() => {
        looking = undefined;
      });
      return looking;
    },
  };
}
