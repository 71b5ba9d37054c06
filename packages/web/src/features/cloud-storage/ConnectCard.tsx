/** The drive, its account and its state; with Connect, Disconnect and Debug. Spec B §2 "Google Drive connect card". */
import type { ConnectionState } from "@satchel/core/connection/connection-service-types.ts";
import { PATHS } from "@satchel/core/model/routes.ts";
import { HardDrive } from "lucide-react";
import { useState } from "react";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { cloudStorageText, connectFailedText } from "../../text/drive/cloud-storage.ts";
import { lostText } from "../../text/drive/connection.ts";
import { workspaceText } from "../../text/workspace.ts";
import css from "./cloud-storage.module.css";

type ConnectCardProps = { readonly state: ConnectionState; readonly onDisconnect: () => void; readonly onDebug: () => void };

export function ConnectCard({ state, onDisconnect, onDebug }: ConnectCardProps) {
  const [problem, setProblem] = useState<string>();
  const name = state.isManaged ? cloudStorageText.managed : (state.label ?? workspaceText.drive);
  return (
    <section className={css.card} aria-label={cloudStorageText.status}>
      <span className={css.icon} aria-hidden>
        <HardDrive width={20} height={20} />
      </span>
      <div className={css.words}>
        <h3 className={css.name}>{name}</h3>
        <Meta state={state} />
        {problem !== undefined && (
          <p className={css.problem} role="alert">
            {problem}
          </p>
        )}
      </div>
      <StateBadge kind={state.kind} />
      {!state.isManaged && <Buttons state={state} onProblem={setProblem} onDisconnect={onDisconnect} onDebug={onDebug} />}
    </section>
  );
}

function Meta({ state }: { readonly state: ConnectionState }) {
  const { sync, notes } = useLibrary();
  const dates = useDates();
  const lastCompleteAt = useStore(sync.store, (all) => all.lastCompleteAt);
  const waiting = useStore(notes.store, (all) => all.pendingCount);
  const since = lastCompleteAt === undefined ? undefined : cloudStorageText.lastSynced(dates.moment(lastCompleteAt));
  const line = [state.isManaged ? cloudStorageText.managedSentence : state.email, since].filter((part) => part !== undefined).join(" · ");
  return (
    <>
      {line !== "" && <p className={css.meta}>{line}</p>}
      {state.kind === "expired" && (
        <p className={css.meta}>
          {state.reason === undefined ? "" : lostText[state.reason]} {cloudStorageText.reconnectHint}
        </p>
      )}
      {waiting > 0 && <p className={css.meta}>{cloudStorageText.waiting(waiting)}</p>}
    </>
  );
}

function StateBadge({ kind }: Pick<ConnectionState, "kind">) {
  const label =
    kind === "connected" ? cloudStorageText.connected : kind === "connecting" ? cloudStorageText.connecting : cloudStorageText.notConnected;
  return <span className={`${css.badge} ${kind === "connected" ? css.good : css.bad}`}>{label}</span>;
}

type ButtonsProps = ConnectCardProps & { readonly onProblem: (sentence: string | undefined) => void };

function Buttons({ state, onProblem, onDisconnect, onDebug }: ButtonsProps) {
  const { connection } = useServices();
  const [isBusy, setBusy] = useState(false);
  const isKnown = state.kind !== "none";
  const handleConnect = async (): Promise<void> => {
    setBusy(true);
    onProblem(undefined);
    const asked = await (isKnown ? connection.quickReconnect(PATHS.notes) : connection.connect(PATHS.notes));
    if (!asked.ok) onProblem(connectFailedText[asked.problem.kind]);
    setBusy(false);
  };
  return (
    <div className={css.buttons}>
      {state.kind !== "connected" && (
        <Button
          label={isKnown ? cloudStorageText.reconnect : cloudStorageText.connect}
          size="small"
          tone="primary"
          busy={isBusy}
          onPress={() => void handleConnect()}
        />
      )}
      {isKnown && <Button label={cloudStorageText.disconnect} size="small" onPress={onDisconnect} />}
      <Button label={cloudStorageText.debug} size="small" tone="quiet" onPress={onDebug} />
    </div>
  );
}
