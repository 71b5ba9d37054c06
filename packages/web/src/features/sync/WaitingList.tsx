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
  if (items.length === 0) return null;
  return (
    <details className={css.waiting}>
      <summary>{syncText.waiting}</summary>
      <ul className={css.lines}>
        {items.slice(0, SHOWN).map((item) => (
          <Item key={item.id} item={item} />
        ))}
        {items.some(({ lastError }) => lastError !== undefined) && (
          <li>
            <Button label={syncText.tryAgain} size="small" onPress={() => void tryAgain()} />
          </li>
        )}
        {items.length > SHOWN && <li className={words.detail}>{syncText.waitingMore(items.length - SHOWN)}</li>}
      </ul>
    </details>
  );
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
