/**
 * Opens the note of a day, which it creates if there is none. Devices that create it at once create the same note, because its id follows
 * from the day and a key of the vault. Loaded with its first use. Decision 0060.
 */
import { fillTemplate } from "../../document/templates/fill-template.ts";
import { type CaretPosition, takeCaret } from "../../document/templates/take-caret.ts";
import { notesByDay } from "../../library/days/day-notes.ts";
import type { Library } from "../../library/index/library-service.ts";
import type { NoteProblem, NotesService } from "../../library/notes/notes-service-types.ts";
import { planCreate, planRestore } from "../../library/notes/plan-note.ts";
import { nextStamp, stampEdit } from "../../merge/stamp.ts";
import { isAlive, isPurged, type NoteEntity } from "../../model/entities/entity.ts";
import { hashText, newNoteId, noteIdAt } from "../../model/entities/entity-ids.ts";
import type { NoteDraft } from "../../model/entities/note.ts";
import { FOLDER } from "../../model/limits/limits.ts";
import { noonOf } from "../../model/readable/days.ts";
import type { DateStyle } from "../../model/readable/readable-values.ts";
import { ok, type Result } from "../../model/result.ts";
import type { Plan, Seen } from "../../ports/device/local-store.ts";
import type { Clock, Ids } from "../../ports/environment.ts";
import type { FileNameCodec } from "../../ports/sealing/file-name-codec.ts";

/** `title`: of a note whose template has no date in its title. `folder`: name of the folder for the first one. */
export type DayWords = { readonly title: string; readonly folder: string; readonly style: DateStyle };

export type OpenedDay = { readonly noteId: string; readonly isNew: boolean; readonly caret?: CaretPosition | undefined };

export type DaysService = {
  /** Returns the note of the day; one in the trash comes back. */
  open(day: string, words: DayWords): Promise<Result<OpenedDay, NoteProblem>>;
};

type DaysDeps = {
  readonly library: Library;
  readonly notes: Pick<NotesService, "store" | "createFolder" | "open">;
  /** Undefined in local mode, which has one device. */
  readonly sealNames?: FileNameCodec["sealNames"] | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
};

export function createDays(deps: DaysDeps): DaysService {
  const { library, notes, clock } = deps;
  return {
    async open(day, words) {
      for (;;) {
        const known = notesByDay(notes.store.getState().notes).get(day);
        if (known !== undefined) return ok({ noteId: known.noteId, isNew: false });
        const noteId = await idOf(day, deps);
        const folderId = await folderFor(deps, words.folder);
        if (!folderId.ok) return folderId;
        const { draft, caret } = await begin(deps, folderId.value, { day, words });
        const made = await library.transact<"created" | "known" | "behind">(
          { entities: [noteId] },
          (seen) => {
            // Another tab may have created it, under another id in local mode.
            if (deps.sealNames === undefined && seen.meta.ctr > library.index.meta.ctr) return { writes: {}, answer: "behind" };
            return planDay(seen, { noteId, day, draft, folderId: folderId.value, nowMs: clock.now() });
          },
          "user",
        );
        if (!made.ok) return made;
        if (made.value !== "behind") return ok({ noteId, isNew: made.value === "created", caret });
        const reloaded = await library.reload();
        if (!reloaded.ok) return reloaded;
      }
    },
  };
}

/** The drive and the server cannot guess the day from the id: it never leaves the device unencrypted, and no one else has the key. */
async function idOf(day: string, { sealNames, ids, clock }: DaysDeps): Promise<string> {
  const sealed = await sealNames?.([`day-${day}`]);
  const name = sealed?.ok === true ? sealed.value[0] : undefined;
  return name === undefined ? newNoteId(clock.now(), ids.random) : noteIdAt(0, `day-${hashText(name)}`);
}

/** Folder of the last day that has a note, so that moving one note moves the following ones; at first a folder of its own. */
async function folderFor({ notes }: DaysDeps, name: string): Promise<Result<string | null, NoteProblem>> {
  const { notes: all, folders } = notes.store.getState();
  const [last] = [...notesByDay(all)].sort(([a], [b]) => (a < b ? 1 : -1));
  if (last !== undefined) {
    const [, { folderId, pinnedFrom }] = last;
    const own = pinnedFrom === undefined ? folderId : pinnedFrom;
    if (own === null || folders.some((folder) => folder.folderId === own && folder.folderType === "CUSTOM")) return ok(own);
  }
  const known = folders.find((folder) => folder.parent === undefined && folder.folderType === "CUSTOM" && folder.name === name);
  if (known !== undefined) return ok(known.folderId);
  const made = await notes.createFolder({ name, description: "", color: FOLDER.defaultColor });
  return made.ok ? ok(made.value.folderId) : made;
}

type Beginning = { readonly draft: NoteDraft; readonly caret: CaretPosition | undefined };

/** Text of the folder's template, filled for the day; empty without one. */
async function begin(
  { notes, clock }: DaysDeps,
  folderId: string | null,
  { day, words }: { readonly day: string; readonly words: DayWords },
): Promise<Beginning> {
  const { folders, notesById } = notes.store.getState();
  const templateId = folders.find((folder) => folder.folderId === folderId)?.templateId ?? "";
  const opened = notesById.get(templateId)?.isTemplate === true ? await notes.open(templateId) : undefined;
  if (opened?.ok !== true) return { draft: { title: words.title, content: "" }, caret: undefined };
  const template = opened.value;
  const values = { nowMs: clock.now(), dateMs: noonOf(day), style: words.style };
  const title = /\{\{\s*date/i.test(template.title) ? undefined : words.title;
  return takeCaret(fillTemplate(template, { ...values, title }));
}

type NewDay = {
  readonly noteId: string;
  readonly day: string;
  readonly draft: NoteDraft;
  readonly folderId: string | null;
  readonly nowMs: number;
};

function planDay({ entities, meta }: Seen, { noteId, day, draft, folderId, nowMs }: NewDay): Plan<"created" | "known"> {
  const current = entities.get(noteId);
  const known = current?.kind === "note" ? current : undefined;
  if (known !== undefined && isAlive(known)) return { writes: {}, answer: "known" };
  if (known !== undefined && !isPurged(known)) return { writes: planRestore(known, meta, nowMs).writes, answer: "known" };
  const { note } = planCreate(noteId, { draft, folderId, mayLackTitle: true }, { meta, nowMs });
  const made: NoteEntity = { ...note, day };
  return { writes: { entities: [stampEdit(made, known, nextStamp(meta, nowMs))], meta: { ctr: meta.ctr + 1 } }, answer: "created" };
}
