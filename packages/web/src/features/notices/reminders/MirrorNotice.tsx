/** Reports that the mirror folder is not up to date, and what to do. Settings shows its state otherwise. */
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import type { MirrorService } from "@satchel/core/transfer/mirror/mirror-service-types.ts";
import { FolderSync } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { Notice } from "../../../shared/notices/Notice.tsx";
import { useLibrary, useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { mirrorStopped, mirrorText } from "../../../text/transfer/mirror.ts";

export function MirrorNotice() {
  const { kind, mirror } = useLibrary();
  const { preferences } = useServices();
  const [service, setService] = useState<MirrorService>();
  useEffect(() => {
    const isOn = preferences.read(kind === "local" ? LOCAL_KEYS.localMirror : LOCAL_KEYS.mirror) !== undefined;
    // If its code cannot be loaded, Settings reports that.
    if (isOn) mirror().then(setService, () => undefined);
  }, [kind, mirror, preferences]);
  return service === undefined ? null : <Stopped service={service} />;
}

function Stopped({ service }: { readonly service: MirrorService }) {
  const state = useStore(service.store, (each) => each);
  if (state.kind !== "needs-permission" && state.kind !== "stopped") return null;
  const isAsked = state.kind === "needs-permission";
  return (
    <Notice
      tone="warning"
      icon={<FolderSync />}
      actions={
        <>
          <Button
            label={isAsked ? mirrorText.allow : mirrorText.retry}
            size="small"
            tone="primary"
            onPress={() => void (isAsked ? service.allow() : service.retry())}
          />
          <Button label={mirrorText.turnOff} size="small" tone="quiet" onPress={() => void service.turnOff()} />
        </>
      }
    >
      {isAsked ? mirrorText.needsPermission(state.folder) : mirrorStopped(state.why, state.folder)}
    </Notice>
  );
}
