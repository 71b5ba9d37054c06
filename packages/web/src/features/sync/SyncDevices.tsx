/** The user's devices: the current state of this one, the last published state of the others. sync.md §4.1 "Device records". */
import { Laptop } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import words from "../../shared/ui/words.module.css";
import { syncText } from "../../text/drive/sync.ts";
import css from "./sync-panel.module.css";

export function SyncDevices() {
  const { devices, sync } = useLibrary();
  const { moment } = useDates();
  const { phase, others } = useStore(devices.store, (state) => state);
  const lastCompleteAt = useStore(sync.store, (state) => state.lastCompleteAt);
  const pendingCount = useStore(sync.store, (state) => state.pendingCount);
  useEffect(() => void devices.read(), [devices]);
  const inStep = (at: number | undefined): string => (at === undefined ? syncText.notInStep : syncText.inStep(moment(at)));
  return (
    <ul className={css.lines}>
      <Device name={syncText.thisDevice}>{`${inStep(lastCompleteAt)} · ${syncText.waitingHere(pendingCount)}`}</Device>
      {others.map((device) => (
        <Device key={device.deviceId} name={device.name}>
          {inStep(device.lastCompleteAt)}
        </Device>
      ))}
      {phase === "failed" && <li className={words.detail}>{syncText.devicesFailed}</li>}
      {phase === "ready" && others.length === 0 && <li className={words.detail}>{syncText.noOthers}</li>}
    </ul>
  );
}

function Device({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <li className={css.device}>
      <Laptop width={18} height={18} aria-hidden />
      <span className={css.lineTitle}>{name}</span>
      <span className={words.detail}>{children}</span>
    </li>
  );
}
