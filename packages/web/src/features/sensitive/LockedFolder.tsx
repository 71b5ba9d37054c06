/** Shown in the list while the Sensitive folder is locked: number of notes, and the password form. Spec B §4 "Sensitive display". */
import { Lock } from "lucide-react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { sensitiveText } from "../../text/notes/sensitive.ts";
import { sensitiveNotesText } from "../../text/notes/sensitive-notes.ts";
import { SensitiveEntry } from "./SensitiveEntry.tsx";
import css from "./sensitive.module.css";

export function LockedFolder({ folderId }: { readonly folderId: string }) {
  const { notes } = useLibrary();
  const count = useStore(notes.store, (state) => state.notes.filter((note) => note.folderId === folderId).length);
  return (
    <section className={css.locked} aria-label={sensitiveText.folder}>
      <span className={css.badge} aria-hidden>
        <Lock width={20} height={20} />
      </span>
      <h2 className={css.title}>{sensitiveText.folder}</h2>
      <p>{sensitiveNotesText.locked}</p>
      <p className={css.sentence}>{sensitiveText.holds(count)}</p>
      <SensitiveEntry purpose="open" takesFocus={false} onDone={() => undefined} />
    </section>
  );
}
