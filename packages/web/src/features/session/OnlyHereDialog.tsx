/** What signing out now would delete, and the two ways to take it along: a backup of everything, or a page to read. Spec B §2, decisions §5. */
import { isNothingOnlyHere } from "@satchel/core/workspace/sign-out/count-unsynced.ts";
import { onlyHereFileName, toReadablePage } from "@satchel/core/workspace/sign-out/unsynced.ts";
import { gatherOnlyHere } from "@satchel/core/workspace/sign-out/unsynced-service.ts";
import { useState } from "react";
import { usePlace } from "../../shared/hooks/use-place.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { ConfirmDialog } from "../../shared/ui/ConfirmDialog.tsx";
import { sessionText } from "../../text/session.ts";
import { BackupFirst, BackupFirstWords } from "./BackupFirst.tsx";
import css from "./session.module.css";
import { useOnlyHere } from "./use-only-here.ts";

type OnlyHereProps = { readonly onLeave: () => void; readonly onClose: () => void };

export function OnlyHereDialog({ onLeave, onClose }: OnlyHereProps) {
  const { clock, saveFile } = useServices();
  const library = useLibrary();
  const [saved, setSaved] = useState<{ readonly name: string; readonly unreadable: number }>();
  const place = usePlace();
  const count = useOnlyHere();
  const isAllSent = isNothingOnlyHere(count);
  const handleSave = async (): Promise<void> => {
    const { items, unreadable } = await gatherOnlyHere({ notes: library.notes, tabs: library.tabs.store });
    const name = onlyHereFileName(clock.now());
    saveFile({ name, type: "text/html", text: toReadablePage(items, sessionText.page) });
    setSaved({ name, unreadable });
  };
  return (
    <ConfirmDialog
      variant={isAllSent ? "info" : "danger"}
      title={sessionText.onlyHereTitle}
      message={
        <>
          <p>{isAllSent ? sessionText.allSent(place) : sessionText.onlyHere(count, place)}</p>
          <Sending />
          {!isAllSent && (
            <>
              <p>{sessionText.waysOut(count.drafts)}</p>
              <div className={css.ways}>
                <Button onPress={() => void handleSave()}>{sessionText.saveFirst}</Button>
                <BackupFirst />
              </div>
            </>
          )}
          <BackupFirstWords />
          {saved !== undefined && (
            <p role="status">
              {sessionText.savedTo(saved.name)} {saved.unreadable > 0 && sessionText.notSaved(saved.unreadable)}
            </p>
          )}
        </>
      }
      confirm={isAllSent ? sessionText.signOut : sessionText.signOutAnyway}
      cancel={sessionText.staySignedIn}
      onConfirm={onLeave}
      onCancel={onClose}
    />
  );
}

function Sending() {
  const { statuses } = useStore(useLibrary().attachments.store, (state) => state);
  const under = [...statuses.values()].find((status) => status.kind === "uploading");
  return under === undefined ? null : <p>{sessionText.sending(under.percent)}</p>;
}
