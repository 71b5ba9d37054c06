/** The unreadable rows, and the result of an action: read when Settings shows the list, and again after each removal. */
import type { UnreadableRow, UnreadableRowStore } from "@satchel/core/ports/device/unreadable-rows.ts";
import { useEffect, useState } from "react";
import { useLibrary, useServices } from "../../shared/services.ts";
import { unreadableRowsText } from "../../text/drive/unreadable-rows.ts";

export function useUnreadableRows(nameOf: (row: UnreadableRow) => string) {
  const { unreadableRows } = useLibrary();
  const { saveFile } = useServices();
  /** Resolves to undefined if the code cannot be loaded. */
  const ask = async <Value>(run: (store: UnreadableRowStore) => Promise<Value>): Promise<Value | undefined> => {
    const store = await unreadableRows.open().catch(() => undefined);
    return store === undefined ? undefined : run(store);
  };
  const [rows, setRows] = useState<readonly UnreadableRow[]>([]);
  const [outcome, setOutcome] = useState<string>();
  /** Updates the list and the sentence together, so that they never contradict each other. */
  const refresh = async (sentence?: string, isLeft = () => false): Promise<void> => {
    const listed = await ask((store) => store.list());
    if (isLeft()) return;
    if (listed?.ok) setRows(listed.value);
    setOutcome(sentence ?? (listed?.ok ? undefined : unreadableRowsText.listFailed));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the request depends on the store only
  useEffect(() => {
    let isLeft = false;
    void refresh(undefined, () => isLeft);
    return () => {
      isLeft = true;
    };
  }, [unreadableRows]);
  return {
    rows,
    outcome,
    async handleDownload(row: UnreadableRow): Promise<void> {
      const read = await ask((store) => store.read(row));
      if (!read?.ok) return setOutcome(unreadableRowsText.failed);
      if (read.value === undefined) return refresh(unreadableRowsText.changed(nameOf(row)));
      const name = unreadableRowsText.fileName(row.kind);
      saveFile({ name, type: "application/json", text: read.value });
      setOutcome(unreadableRowsText.downloaded(name));
    },
    async handleRemove(row: UnreadableRow): Promise<void> {
      const removed = await ask((store) => store.remove(row));
      if (!removed?.ok) return setOutcome(unreadableRowsText.failed);
      await refresh(removed.value ? unreadableRowsText.removed(nameOf(row)) : unreadableRowsText.changed(nameOf(row)));
    },
  };
}
