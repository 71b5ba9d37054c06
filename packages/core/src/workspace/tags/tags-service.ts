/** Changes the tags of ordinary and unlocked sensitive notes, all in one transaction. Loaded with its first use. Decision 0047. */
import type { Library } from "../../library/index/library-service.ts";
import type { NoteProblem } from "../../library/notes/notes-service-types.ts";
import { planTags, type TagChange, type TagOptions } from "../../library/tags/plan-tags.ts";
import { splitTagLine } from "../../library/tags/tag-line.ts";
import { sealWrites } from "../../merge/sealed-conflict.ts";
import { isAlive } from "../../model/entities/entity.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import type { Clock } from "../../ports/environment.ts";
import type { NoteSealing } from "../../ports/sealing/sensitive-keys.ts";
import { createSealedTransactions } from "../../vault/sensitive/sealed-transactions-service.ts";

export type TagsService = {
  /** Skips notes that are gone. Returns the changes that take it back. Fails whole if a note is locked. */
  change(changes: readonly TagChange[], options?: TagOptions): Promise<Result<readonly TagChange[], NoteProblem>>;
  /** Finds notes whose last line has nothing but hashtags. Leaves out locked notes. `onRead`: number of notes read so far. */
  findLines(onRead?: (count: number) => void): Promise<Result<readonly FoundLine[], NoteProblem>>;
};

export type FoundLine = { readonly noteId: string; readonly title: string; readonly tags: readonly string[] };

const READ_AT_ONCE = 200;

type TagsDeps = { readonly library: Library; readonly sealing: NoteSealing; readonly clock: Clock };

export function createTagsService({ library, sealing, clock }: TagsDeps): TagsService {
  return {
    async change(changes, options) {
      const changed = await createSealedTransactions(library, sealing).transact<readonly TagChange[] | undefined>(
        { entities: changes.map(({ noteId }) => noteId) },
        (seen, texts) => {
          const planned = planTags(changes, { seen, nowMs: clock.now(), open: (note) => texts.open(note) }, options);
          const writes = planned.isLocked ? undefined : sealWrites(planned.writes, texts);
          return { writes: writes ?? {}, answer: writes && planned.undo };
        },
        "user",
      );
      if (!changed.ok) return changed;
      return changed.value === undefined ? failed({ kind: "sensitive-locked" }) : ok(changed.value);
    },

    async findLines(onRead) {
      const found: FoundLine[] = [];
      const ids = [...library.index.entities.values()].flatMap((each) => (each.kind === "note" && isAlive(each) ? [each.id] : []));
      const transactions = createSealedTransactions(library, sealing);
      for (let from = 0; from < ids.length; from += READ_AT_ONCE) {
        const read = await library.store.readEntities(ids.slice(from, from + READ_AT_ONCE));
        if (!read.ok) return read;
        for (const note of read.value.values()) {
          const opened = note.kind === "note" ? await transactions.open(note) : undefined;
          const line = opened === undefined ? undefined : splitTagLine(opened.content);
          if (opened !== undefined && line !== undefined) found.push({ noteId: opened.id, title: opened.title, tags: line.tags });
        }
        onRead?.(Math.min(ids.length, from + READ_AT_ONCE));
      }
      return ok(found);
    },
  };
}
