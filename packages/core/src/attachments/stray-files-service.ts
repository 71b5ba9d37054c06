/**
 * Files that came into sensitive notes by a merge: somebody added them to the note in clear while it was moved in elsewhere. Looked for while
 * the folder is unlocked, and sealed for it under new ids. What cannot be had now is looked for again. encryption.md 3.5 (9), sync.md §11.
 */
import type { Library, LibraryNotice } from "../library/library-service.ts";
import type { NoteSealing } from "../ports/sensitive-keys.ts";
import type { SensitiveNotes } from "../sensitive/sensitive-notes-service.ts";
import { isOfCopy } from "../sync/conflict-copy.ts";
import { isAlive, type LightNote } from "../sync/entity.ts";
import { counterOf } from "../sync/version-vector.ts";

export type StrayFilesDeps = {
  readonly library: Pick<Library, "index" | "onChange">;
  readonly sensitive: Pick<SensitiveNotes, "sealFiles">;
  readonly sealing: Pick<NoteSealing, "unlockedSensitive">;
};

export type StrayFiles = {
  /** After a cycle, and when the folder is unlocked. Asked while it looks, it looks once more. */
  look(): Promise<void>;
  close(): void;
};

export function watchStrayFiles({ library, sensitive, sealing }: StrayFilesDeps): StrayFiles {
  const { index } = library;
  /** Lie here, and have the folder's seal or no readable text. */
  const settled = new Set<string>();
  /** Put together here: their files are worth fetching. What is merged elsewhere is looked at there, and by who added the file. */
  const merged = new Set<string>();
  let counter = index.meta.ctr;
  let isAsked = false;
  let looking: Promise<void> | undefined;

  const stop = library.onChange(({ origin, writes }: LibraryNotice) => {
    const before = counter;
    counter = index.meta.ctr;
    if (origin !== "sync") return;
    for (const entity of writes.entities ?? [])
      if (isOfCopy(entity.vv) || counterOf(entity.vv, index.meta.deviceId) > before) merged.add(entity.id);
  });

  const toLookAt = ({ id, attIds }: LightNote): readonly string[] =>
    attIds.filter((fileId) => !settled.has(fileId) && (merged.has(id) || index.attachments.has(fileId)));

  /** False: the folder is locked again. */
  const lookAt = async (note: LightNote): Promise<boolean> => {
    const fileIds = toLookAt(note);
    if (fileIds.length === 0) return true;
    const sealed = await sensitive.sealFiles(note.id, fileIds);
    if (!sealed.ok) return sealed.problem.kind !== "sensitive-locked";
    const kept = new Set(sealed.value.attIds);
    for (const fileId of fileIds) if (kept.has(fileId) && index.attachments.has(fileId)) settled.add(fileId);
    return true;
  };

  const work = async (): Promise<void> => {
    while (isAsked) {
      isAsked = false;
      if ((await sealing.unlockedSensitive()) === undefined) return;
      for (const entity of [...index.entities.values()])
        if (entity.kind === "note" && entity.isEncrypted && isAlive(entity) && !(await lookAt(entity))) return;
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
    close: stop,
  };
}
