/** Shows the name that Satchel chose for a device that has just signed in, and offers to change it. Decision 0048. */
import { Laptop } from "lucide-react";
import { useState } from "react";
import { DeviceNameForm } from "../../../shared/forms/DeviceNameForm.tsx";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { Notice } from "../../../shared/notices/Notice.tsx";
import { useLibrary } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { deviceNameText } from "../../../text/pages/device-name.ts";

export function DeviceNameNotice() {
  const { devices } = useLibrary();
  const { isNameNew, ownId, ownName } = useStore(devices.store, (state) => state);
  const [isRenaming, setRenaming] = useState(false);
  if (!isNameNew) return null;
  const actions = (
    <>
      <Button label={deviceNameText.rename} size="small" tone="primary" onPress={() => setRenaming(true)} />
      <Button label={deviceNameText.keep} size="small" tone="quiet" onPress={() => devices.acceptName()} />
    </>
  );
  return (
    <Notice tone="info" isReminder icon={<Laptop />} actions={isRenaming ? undefined : actions}>
      {isRenaming ? (
        <DeviceNameForm deviceId={ownId} name={ownName} onDone={() => setRenaming(false)} />
      ) : (
        <>
          {deviceNameText.calledHere} <b>{ownName}</b> {deviceNameText.calledElsewhere}
        </>
      )}
    </Notice>
  );
}
