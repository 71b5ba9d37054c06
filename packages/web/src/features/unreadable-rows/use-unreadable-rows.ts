/** Which rows there are, and what became of one: looked up when Settings show the list, and again after each removal. */
import type { UnreadableRow, UnreadableRowStore } from "@satchel/core/ports/unreadable-rows.ts";
import { useEffect, useState } from "react";
import { useLibrary, useServices } from "../../shared/services.ts";
import { unreadableRowsText } from "../../text/unreadable-rows.ts";

export function useUnreadableRows(nameOf: (row: UnreadableRow) => string) {
  const { unreadableRows } = useLibrary();
  const { saveFile } = useServices();
  /** Undefined: its code cannot be fetched. */
  const ask = async <Answer>(run: (store: UnreadableRowStore) => Promise<Answer>): Promise<Answer | undefined> => {
    const store = await unreadableRows.open().catch(() => undefined);
    return store === undefined ? undefined : run(store);
  };
  const [rows, setRows] = useState<readonly UnreadableRow[]>([]);
  const [outcome, setOutcome] = useState<string>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round looks once more
  useEffect(() => {
    let isLeft = false;
    void ask((store) => store.list()).then((listed) => {
      if (isLeft) return;
      if (listed?.ok) setRows(listed.value);
      else setOutcome(unreadableRowsText.listFailed);
    });
    return () => {
      isLeft = true;
    };
  }, [unreadableRows, round]);
  return {
    rows,
    outcome,
    async handleDownload(row: UnreadableRow): Promise<void> {
      const read = await ask((store) => store.read(row));
      if (!read?.ok) return setOutcome(unreadableRowsText.failed);
      if (read.value === undefined) {
        setOutcome(unreadableRowsText.changed(nameOf(row)));
        return setRound((each) => each + 1);
      }
      const name = unreadableRowsText.fileName(row.kind);
      saveFile({ name, type: "application/json", text: read.value });
      setOutcome(unreadableRowsText.downloaded(name));
    },
    async handleRemove(row: UnreadableRow): Promise<void> {
      const removed = await ask((store) => store.remove(row));
      if (!removed?.ok) return setOutcome(unreadableRowsText.failed);
      setOutcome(removed.value ? unreadableRowsText.removed(nameOf(row)) : unreadableRowsText.changed(nameOf(row)));
      setRound((each) => each + 1);
    },
  };
}
