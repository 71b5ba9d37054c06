/** The Cloud Storage tab: where the notes are stored, usage, and connecting or disconnecting. Spec B §2 "Cloud Storage panel". */
import { useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { cloudStorageText } from "../../text/drive/cloud-storage.ts";
import { connectionNoticesText } from "../../text/drive/connection-notices.ts";
import { Checklist } from "./Checklist.tsx";
import { ConnectCard } from "./ConnectCard.tsx";
import css from "./cloud-storage.module.css";
import { DebugView } from "./DebugView.tsx";
import { DisconnectDialog } from "./DisconnectDialog.tsx";
import { Maintenance } from "./Maintenance.tsx";
import { OfflineFiles } from "./OfflineFiles.tsx";
import { PlanSection } from "./PlanSection.tsx";
import { UnsealedFiles } from "./UnsealedFiles.tsx";
import { UsageBar } from "./UsageBar.tsx";

export function CloudStoragePanel({ onClearCaches }: { readonly onClearCaches: () => void }) {
  const { connection } = useServices();
  const { maintenance, offlineFiles, unsealed } = useLibrary();
  const state = useStore(connection.store, (all) => all);
  const [isDisconnecting, setDisconnecting] = useState(false);
  const [isDebugShown, setDebugShown] = useState(false);
  const isComingSoon = !state.isConfigured && !state.isManaged;
  return (
    <div className={css.panel}>
      {isComingSoon ? (
        <ComingSoon />
      ) : (
        <ConnectCard state={state} onDisconnect={() => setDisconnecting(true)} onDebug={() => setDebugShown(!isDebugShown)} />
      )}
      {/* Asks again when the connection changes. */}
      {isDebugShown && <DebugView key={state.kind} />}
      {state.kind !== "none" && <UsageBar />}
      <PlanSection />
      {offlineFiles !== undefined && state.kind !== "none" && <OfflineFiles offlineFiles={offlineFiles} />}
      {unsealed !== undefined && state.kind !== "none" && <UnsealedFiles unsealed={unsealed} />}
      {maintenance !== undefined && state.kind !== "none" && <Maintenance maintenance={maintenance} onClearCaches={onClearCaches} />}
      {!state.isManaged && <Providers label={state.label} isActive={state.kind === "connected"} />}
      <Info isManaged={state.isManaged} />
      {!state.isManaged && <Guide />}
      {!state.isManaged && <Checklist />}
      {isDisconnecting && <DisconnectDialog onClose={() => setDisconnecting(false)} />}
    </div>
  );
}

function ComingSoon() {
  return (
    <section className={css.card}>
      <div className={css.words}>
        <h3 className={css.name}>{connectionNoticesText.comingSoon}</h3>
        <p className={css.meta}>{connectionNoticesText.comingSoonSentence}</p>
      </div>
    </section>
  );
}

function Providers({ label, isActive }: { readonly label: string | undefined; readonly isActive: boolean }) {
  return (
    <section className={css.section}>
      <h3 className={css.title}>{cloudStorageText.providers}</h3>
      <ul className={css.providers}>
        {label !== undefined && (
          <li className={css.provider}>
            {label} <span className={css.state}>{isActive ? cloudStorageText.active : cloudStorageText.notConnected}</span>
          </li>
        )}
        {cloudStorageText.providersSoon.map((name) => (
          <li key={name} className={`${css.provider} ${css.comingSoon}`} aria-disabled>
            {name} <span className={css.state}>{cloudStorageText.comingSoon}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Info({ isManaged }: { readonly isManaged: boolean }) {
  const points = isManaged ? cloudStorageText.managedInfoPoints : cloudStorageText.infoPoints;
  return (
    <section className={css.section}>
      <h3 className={css.title}>{isManaged ? cloudStorageText.managedInfo : cloudStorageText.info}</h3>
      <ul className={css.points}>
        {points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </section>
  );
}

function Guide() {
  return (
    <details className={css.details}>
      <summary className={css.title}>{cloudStorageText.guide}</summary>
      <ol className={css.points}>
        {cloudStorageText.guideSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </details>
  );
}
