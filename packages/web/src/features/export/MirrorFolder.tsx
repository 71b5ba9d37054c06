/** The mirror folder: choosing it, and its state. */
import type { MirrorService, MirrorState } from "@satchel/core/transfer/mirror/mirror-service-types.ts";
import { FolderSync } from "lucide-react";
import { useEffect, useState } from "react";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import css from "../../shared/ui/transfer-panel.module.css";
import { commonText } from "../../text/labels.ts";
import { mirrorStopped, mirrorText } from "../../text/transfer/mirror.ts";

export function MirrorFolder() {
  const { mirror: open } = useLibrary();
  const [service, setService] = useState<MirrorService | "failed">();
  useEffect(() => {
    const start = async (): Promise<void> => {
      const made = await open();
      setService(made);
      await made.start();
    };
    start().catch(() => setService("failed"));
  }, [open]);
  if (service === "failed") return <Problem sentence={commonText.notLoaded} />;
  return service === undefined ? <DelayedSpinner /> : <Mirror service={service} />;
}

function Mirror({ service }: { readonly service: MirrorService }) {
  const state = useStore(service.store, (each) => each);
  return (
    <div className={css.panel}>
      <Shown state={state} />
      <div className={css.row}>
        <Actions service={service} kind={state.kind} />
      </div>
    </div>
  );
}

function Shown({ state }: { readonly state: MirrorState }) {
  const dates = useDates();
  switch (state.kind) {
    case "unsupported":
      return <p className={css.hint}>{mirrorText.unsupported}</p>;
    case "opening":
      return <DelayedSpinner />;
    case "writing": {
      const label = mirrorText.writing(state.folder, state.done, state.total);
      return (
        <>
          <p className={css.label} role="status">
            {label}
          </p>
          <Bar label={label} percent={state.total === 0 ? 0 : Math.round((state.done / state.total) * 100)} />
        </>
      );
    }
    case "up-to-date":
      return (
        <p className={css.good} role="status">
          {mirrorText.upToDate(state.folder, state.notes, dates.moment(state.atMs))}
        </p>
      );
    case "needs-permission":
      return <Problem sentence={mirrorText.needsPermission(state.folder)} />;
    case "stopped":
      return <Problem sentence={mirrorStopped(state.why, state.folder)} />;
    default:
      return null;
  }
}

function Actions({ service, kind }: { readonly service: MirrorService; readonly kind: MirrorState["kind"] }) {
  if (kind === "unsupported" || kind === "opening") return null;
  const isOff = kind === "off";
  return (
    <>
      {kind === "needs-permission" && <Button label={mirrorText.allow} tone="primary" onPress={() => void service.allow()} />}
      {kind === "stopped" && <Button label={mirrorText.retry} tone="primary" onPress={() => void service.retry()} />}
      <Button
        label={isOff ? mirrorText.choose : mirrorText.chooseOther}
        icon={<FolderSync aria-hidden />}
        onPress={() => void service.choose()}
      />
      {!isOff && <Button label={mirrorText.turnOff} tone="quiet" onPress={() => void service.turnOff()} />}
    </>
  );
}
