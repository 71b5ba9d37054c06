/**
 * Marks notes as templates, names the template of a folder, and adds the templates to begin with. Loaded with its first use. Decision
 * 0059.
 */
import type { Library } from "../../library/index/library-service.ts";
import type { NoteProblem, NotesService } from "../../library/notes/notes-service-types.ts";
import { planCreate } from "../../library/notes/plan-note.ts";
import { nextStamp, stampEdit } from "../../merge/stamp.ts";
import { isAlive, type NoteEntity } from "../../model/entities/entity.ts";
import { newNoteId } from "../../model/entities/entity-ids.ts";
import type { NoteDraft } from "../../model/entities/note.ts";
import { FOLDER } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { Clock, Ids } from "../../ports/environment.ts";

export type TemplatesService = {
  /** The notes keep their time of modification and so their place in the list. Leaves out notes that are gone or sensitive. */
  mark(noteIds: readonly string[], isTemplate: boolean): Promise<Result<void, NoteProblem>>;
  /** `templateId`: undefined for none. */
  setOfFolder(folderId: string, templateId: string | undefined): Promise<Result<void, NoteProblem>>;
  /** Adds these notes as templates to the folder of this name at the top, which it creates if it is missing. */
  addFirst(folderName: string, drafts: readonly NoteDraft[]): Promise<Result<void, NoteProblem>>;
};

type Deps = {
  readonly library: Library;
  readonly notes: Pick<NotesService, "store" | "createFolder">;
  readonly clock: Clock;
  readonly ids: Ids;
};

export function createTemplates({ library, notes, clock, ids }: Deps): TemplatesService {
  const findFolder = async (name: string): Promise<Result<string, NoteProblem>> => {
    const known = notes.store
      .getState()
      .folders.find((folder) => folder.parent === undefined && folder.folderType === "CUSTOM" && folder.name === name);
    if (known !== undefined) return ok(known.folderId);
    const made = await notes.createFolder({ name, description: "", color: FOLDER.defaultColor });
    return made.ok ? ok(made.value.folderId) : made;
  };

  return {
    async mark(noteIds, isTemplate) {
      const changed = await library.transact(
        { entities: noteIds },
        ({ entities, meta }) => {
          const marked: NoteEntity[] = [];
          for (const noteId of noteIds) {
            const note = entities.get(noteId);
            if (note?.kind !== "note" || !isAlive(note) || note.isEncrypted || (note.isTemplate === true) === isTemplate) continue;
            const { isTemplate: _before, ...rest } = note;
            const stamp = nextStamp({ ...meta, ctr: meta.ctr + marked.length }, clock.now());
            marked.push({ ...stampEdit(isTemplate ? { ...rest, isTemplate } : rest, note, stamp), mtime: note.mtime });
          }
          return { writes: { entities: marked, meta: { ctr: meta.ctr + marked.length } }, answer: undefined };
        },
        "user",
      );
      return changed;
    },

    async setOfFolder(folderId, templateId) {
      const changed = await library.transact(
        { entities: [folderId] },
        ({ entities, meta }) => {
          const folder = entities.get(folderId);
          if (folder?.kind !== "folder") return { writes: {}, answer: false };
          const { templateId: _before, ...rest } = folder;
          const next = templateId === undefined ? rest : { ...rest, templateId };
          return {
            writes: { entities: [stampEdit(next, folder, nextStamp(meta, clock.now()))], meta: { ctr: meta.ctr + 1 } },
            answer: true,
          };
        },
        "user",
      );
      if (!changed.ok) return changed;
      return changed.value ? ok(undefined) : failed({ kind: "not-found" });
    },

    async addFirst(folderName, drafts) {
      const folder = await findFolder(folderName);
      if (!folder.ok) return folder;
      return library.transact(
        {},
        ({ meta }) => {
          // The first is the newest, and so at the top of the list.
          const added = [...drafts].reverse().map((draft, at): NoteEntity => {
            const nowMs = clock.now() + at;
            const stampedBy = { meta: { ...meta, ctr: meta.ctr + at }, nowMs };
            const { note } = planCreate(newNoteId(nowMs, ids.random), { draft, folderId: folder.value }, stampedBy);
            return { ...note, isTemplate: true };
          });
          return { writes: { entities: added, meta: { ctr: meta.ctr + added.length } }, answer: undefined };
        },
        "user",
      );
    },
  };
}
