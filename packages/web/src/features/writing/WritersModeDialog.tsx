/** Typewriter scrolling, focus, word goal and reading time. Everything is off until it is chosen here. Decision 0057. */
import { findTab } from "@satchel/core/workspace/tabs/tab.ts";
import { useState } from "react";
import { changeWritersMode, FOCUSES, isGoal, useWritersMode, type WritersMode } from "../../shared/editor-host/writers-mode.ts";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { SelectField } from "../../shared/forms/SelectField.tsx";
import { TextField } from "../../shared/forms/TextField.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { writersText } from "../../text/editor/writers-mode.ts";
import css from "./writers-mode.module.css";

const FOCUS_OPTIONS = FOCUSES.map((value) => ({ value, name: writersText.focuses[value] }));

export function WritersModeDialog({ onClose }: { readonly onClose: () => void }) {
  const { preferences } = useServices();
  const tab = useStore(useLibrary().tabs.store, ({ tabs, activeTabId }) => findTab(tabs, activeTabId));
  const noteId = tab === undefined || tab.type === "new" ? null : tab.noteId;
  const mode = useWritersMode({ noteId, preferences });
  const change = (next: Partial<WritersMode>): void => changeWritersMode({ noteId, preferences }, { goal: mode.goal, ...next });
  const [typed, setTyped] = useState(mode.goal === undefined ? "" : String(mode.goal));
  const digits = typed.replace(/[\s,.']/g, "");
  const isWrong = digits !== "" && !isGoal(Number(digits));
  const handleGoal = (text: string): void => {
    setTyped(text);
    const goal = Number(text.replace(/[\s,.']/g, ""));
    change({ goal: isGoal(goal) ? goal : undefined });
  };
  return (
    <Dialog title={writersText.title} onClose={onClose}>
      <div className={css.form}>
        <Checkbox isSelected={mode.isTypewriter} onChange={(isTypewriter) => change({ isTypewriter })}>
          {writersText.typewriter}
        </Checkbox>
        <SelectField label={writersText.focus} value={mode.focus} options={FOCUS_OPTIONS} onChange={(focus) => change({ focus })} />
        <TextField
          label={writersText.goal}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          isDisabled={noteId === null}
          hint={noteId === null ? writersText.goalLater : writersText.goalHint}
          problem={isWrong ? writersText.goalProblem : undefined}
          onChange={handleGoal}
        />
        <Checkbox isSelected={mode.hasReadingTime} onChange={(hasReadingTime) => change({ hasReadingTime })}>
          {writersText.readingTime}
        </Checkbox>
      </div>
    </Dialog>
  );
}
