/** Changes waiting for upload, note by note, with attempts and the last failure. A projection, not a queue. Spec B §3 "Sync queue item". */
import type { SyncQueueItem } from "@satchel/core/sync/queue/project-queue.ts";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import words from "../../shared/ui/words.module.css";
import { syncText } from "../../text/drive/sync.ts";
import { syncProblemText, workspaceText } from "../../text/workspace.ts";
import css from "./sync-panel.module.css";

const SHOWN = 5;

export function WaitingList() {
  const { sync, queue, tryAgain } = useLibrary();
  // Renders with every sync update: attempts change without the number of changes.
  useStore(sync.store, (state) => state);
  const items = queue();
  const sentences: Readonly<Record<string, string>> = syncProblemText(useStorageLabel());
  if (items.length === 0) return null;
  const together = new Set(refusedTogether(items).flatMap(([, refused]) => refused));
  const single = items.filter((item) => !together.has(item));
  return (
    <details className={css.waiting}>
      <summary>{syncText.waiting}</summary>
      <ul className={css.lines}>
        {refusedTogether(items).map(([problem, { length }]) => (
          <li key={problem} className={css.line}>
            <span className={css.lineTitle}>{syncText.refusedNotes(length)}</span>
            <span className={words.detail}>{sentences[problem]}</span>
          </li>
        ))}
        {single.slice(0, SHOWN).map((item) => (
          <Item key={item.id} item={item} />
        ))}
        {items.some(({ lastError }) => lastError !== undefined) && (
          <li>
            <Button label={syncText.tryAgain} size="small" onPress={() => void tryAgain()} />
          </li>
        )}
        {single.length > SHOWN && <li className={words.detail}>{syncText.waitingMore(single.length - SHOWN)}</li>}
      </ul>
    </details>
  );
}

/** Notes that failed for the same reason, if there are several, by that reason. */
function refusedTogether(items: readonly SyncQueueItem[]): readonly (readonly [string, readonly SyncQueueItem[]])[] {
  const problems = [...new Set(items.flatMap(({ lastError }) => lastError ?? []))];
  const groups = problems.map((problem) => [problem, items.filter(({ lastError }) => lastError === problem)] as const);
  return groups.filter(([, refused]) => refused.length > 1);
}

function Item({ item }: { readonly item: SyncQueueItem }) {
  const { syncLog } = useLibrary();
  const subject = syncLog.subjectOf(item.id);
  const sentences: Readonly<Record<string, string>> = syncProblemText(useStorageLabel());
  const error = item.lastError === undefined ? undefined : sentences[item.lastError];
  const facts = [
    ...(item.type === "delete_note" ? [syncText.deletion] : item.priority === "high" ? [syncText.newNote] : []),
    ...(item.attempts > 0 ? [syncText.attempts(item.attempts)] : []),
    ...(error === undefined ? [] : [error]),
  ];
  return (
    <li className={css.line}>
      <span className={css.lineTitle} dir="auto">
        {subject?.isSealed === true ? syncText.sealedNote : subject?.title || workspaceText.untitled}
      </span>
      <span className={words.detail}>{facts.join(" · ")}</span>
    </li>
  );
}
