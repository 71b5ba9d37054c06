/** Notes that were moved in and whose older versions the drive still has. encryption.md 3.5 (9). */
import type { ErasingNote } from "@satchel/core/sync/queue/project-erasing.ts";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Section } from "../../shared/ui/Section.tsx";
import words from "../../shared/ui/words.module.css";
import { sensitiveText } from "../../text/notes/sensitive.ts";
import { sensitiveNotesText } from "../../text/notes/sensitive-notes.ts";
import css from "./sensitive.module.css";

export function ErasingList() {
  const { erasing, sync } = useLibrary();
  // Renders again after each cycle, which may have deleted some.
  useStore(sync.store, (state) => state.phase);
  const storage = useStorageLabel();
  const waiting = erasing();
  if (waiting.length === 0) return null;
  return (
    <Section title={sensitiveText.erasingTitle(storage)} sentence={sensitiveText.erasingSentence(storage)}>
      <ul className={css.stack}>
        {waiting.map((one) => (
          <ErasingLine key={one.noteId} one={one} />
        ))}
      </ul>
    </Section>
  );
}

function ErasingLine({ one: { noteId, fileCount, eraseAtMs } }: { readonly one: ErasingNote }) {
  const { notes } = useLibrary();
  const { moment } = useDates();
  const title = useStore(notes.store, ({ notesById }) => notesById.get(noteId)?.title.trim());
  return (
    <li className={css.line}>
      <span className={`${words.strong} ${css.lineTitle}`} dir="auto">
        {title || sensitiveNotesText.note}
      </span>
      <span className={words.detail}>{sensitiveText.erasingLine(fileCount, eraseAtMs === undefined ? undefined : moment(eraseAtMs))}</span>
    </li>
  );
}
