/** The user's devices: the current state of this one, the last published state of the others. sync.md §4.1 "Device records". */
import { Laptop, Pencil } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DeviceNameForm } from "../../shared/forms/DeviceNameForm.tsx";
import { useDates } from "../../shared/hooks/use-dates.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import words from "../../shared/ui/words.module.css";
import { syncText } from "../../text/drive/sync.ts";
import { deviceNameText } from "../../text/pages/device-name.ts";
import css from "./sync-panel.module.css";

export function SyncDevices() {
  const { devices, sync } = useLibrary();
  const { moment } = useDates();
  const { phase, others, ownId, ownName } = useStore(devices.store, (state) => state);
  const lastCompleteAt = useStore(sync.store, (state) => state.lastCompleteAt);
  const pendingCount = useStore(sync.store, (state) => state.pendingCount);
  useEffect(() => void devices.read(), [devices]);
  const inStep = (at: number | undefined): string => (at === undefined ? syncText.notInStep : syncText.inStep(moment(at)));
  return (
    <ul className={css.lines}>
      <Device deviceId={ownId} name={ownName}>
        {[syncText.thisDevice, inStep(lastCompleteAt), syncText.waitingHere(pendingCount)].join(" · ")}
      </Device>
      {others.map((device) => (
        <Device key={device.deviceId} deviceId={device.deviceId} name={device.name}>
          {inStep(device.lastCompleteAt)}
        </Device>
      ))}
      {phase === "failed" && <li className={words.detail}>{syncText.devicesFailed}</li>}
      {phase === "ready" && others.length === 0 && <li className={words.detail}>{syncText.noOthers}</li>}
    </ul>
  );
}

type DeviceProps = { readonly deviceId: string; readonly name: string; readonly children: ReactNode };

function Device({ deviceId, name, children }: DeviceProps) {
  const [isRenaming, setRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useEffect(() => {
    if (wasRenaming.current && !isRenaming) rename.current?.focus();
    wasRenaming.current = isRenaming;
  }, [isRenaming]);
  return (
    <li className={css.device}>
      <Laptop width={18} height={18} aria-hidden />
      {isRenaming ? (
        <DeviceNameForm deviceId={deviceId} name={name} onDone={() => setRenaming(false)} />
      ) : (
        <>
          <span className={css.deviceWords}>
            <span className={css.lineTitle}>{name}</span>
            <span className={words.detail}>{children}</span>
          </span>
          <IconButton ref={rename} label={deviceNameText.renameOf(name)} icon={<Pencil />} size="small" onPress={() => setRenaming(true)} />
        </>
      )}
    </li>
  );
}
