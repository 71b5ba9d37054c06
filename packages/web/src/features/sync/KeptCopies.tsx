/** Copies that a conflict decision deleted; they can be restored as separate notes. */
import type { Conflict } from "@satchel/core/model/entities/conflict.ts";
import { isAlive, type NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { RotateCcw } from "lucide-react";
import { useEffect, useState } from "react";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { syncText } from "../../text/drive/sync.ts";
import css from "./conflicts.module.css";

export function KeptCopies({ conflict }: { readonly conflict: Conflict }) {
  const { conflicts, notes } = useLibrary();
  const [copies, setCopies] = useState<readonly NoteEntity[]>([]);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after a restore
  useEffect(() => {
    let isGone = false;
    void conflicts.keptCopies(conflict).then((read) => {
      if (!isGone && read.ok) setCopies(read.value);
    });
    return () => {
      isGone = true;
    };
  }, [conflicts, conflict, round]);
  const handleRestore = async (noteId: string): Promise<void> => {
    await notes.restore(noteId);
    setRound((before) => before + 1);
  };
  if (copies.length === 0) return null;
  return (
    <section className={css.kept} aria-label={syncText.kept}>
      <h4 className={css.keptTitle}>{syncText.kept}</h4>
      <ul className={css.list}>
        {copies.map((copy) => (
          <li key={copy.id} className={css.keptRow}>
            <span className={css.rowTitle} dir="auto">
              {copy.isEncrypted ? syncText.sealedNote : copy.title}
            </span>
            {isAlive(copy) ? (
              <span ref={(element) => (round > 0 ? element?.focus() : undefined)} className={css.fact} tabIndex={-1}>
                {syncText.restored}
              </span>
            ) : (
              <Button label={syncText.restore} size="small" icon={<RotateCcw aria-hidden />} onPress={() => void handleRestore(copy.id)} />
            )}
          </li>
        ))}
      </ul>
      <p className={css.fact}>{syncText.keptHint}</p>
    </section>
  );
}
