/** Reports an interrupted import and its progress. It continues in Settings, where the files are chosen. */
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { FileInput } from "lucide-react";
import { useEffect } from "react";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { Notice } from "../../../shared/notices/Notice.tsx";
import { useLibrary, useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { useWorkspaceActions } from "../../../shared/workspace-actions.ts";
import { importText } from "../../../text/transfer/import.ts";

export function ImportNotice() {
  const { imports } = useLibrary();
  const { preferences } = useServices();
  const { openImport } = useWorkspaceActions();
  const state = useStore(imports.store, (each) => each);
  useEffect(() => {
    if (preferences.read(LOCAL_KEYS.import) !== undefined) void imports.look();
  }, [imports, preferences]);
  if (state.kind !== "unfinished") return null;
  const { name, done, total } = state.unfinished;
  return (
    <Notice
      tone="warning"
      icon={<FileInput />}
      actions={
        <>
          <Button label={importText.continueLater} size="small" tone="primary" onPress={openImport} />
          <Button label={importText.keep} size="small" tone="quiet" onPress={() => void imports.discard()} />
        </>
      }
    >
      {importText.unfinished(name, done, total)}
    </Notice>
  );
}
