/** The connection dot with its word, and the Sync button. Local mode has neither. Spec A §2.8, A §4 "Manual sync". */
import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { RefreshCw } from "lucide-react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { connectionWord, syncProblemText, workspaceText } from "../../text/workspace.ts";
import css from "./header.module.css";
import { useSyncNow } from "./use-sync-now.ts";

const TONES = {
  none: "off",
  connecting: "busy",
  connected: "on",
  expired: "off",
  disconnected: "off",
} as const satisfies Record<ConnectionState["kind"], string>;

export function ConnectionDot({ withWord }: { readonly withWord: boolean }) {
  const { connection } = useServices();
  const { sync } = useLibrary();
  const kind = useStore(connection.store, (state) => state.kind);
  const problem = useStore(sync.store, (state) => state.problem);
  const word = connectionWord[kind];
  const sentence = problem === undefined ? word : `${word}. ${syncProblemText[problem.kind]}`;
  return (
    <span className={css.connection} role="status" title={sentence}>
      <span className={`${css.dot} ${css[TONES[kind]]}`} aria-hidden />
      {withWord ? <span className={css.word}>{word}</span> : <span className="visually-hidden">{word}</span>}
    </span>
  );
}

export function SyncButton({ isPhone }: { readonly isPhone: boolean }) {
  const { sync } = useLibrary();
  const { isBusy, syncNow } = useSyncNow();
  const progress = useStore(sync.store, (state) => state.progress);
  const icon = isBusy ? <Spinner /> : <RefreshCw aria-hidden />;
  if (isPhone)
    return <IconButton label={isBusy ? workspaceText.syncing : workspaceText.sync} icon={icon} isDisabled={isBusy} onPress={syncNow} />;
  return (
    <Button tone="quiet" icon={icon} isDisabled={isBusy} onPress={syncNow}>
      <span className={css.word}>
        {progress === undefined || !isBusy ? workspaceText.sync : workspaceText.progress(format(progress.done), format(progress.total))}
      </span>
    </Button>
  );
}

function format(value: number): string {
  return value.toLocaleString("en-GB");
}
