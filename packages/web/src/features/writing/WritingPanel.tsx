/** The Editor tab of Settings: whether edits are saved without pressing Save. Decision 0005 "Drafts". */

import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";
import { Section } from "../../shared/ui/Section.tsx";
import words from "../../shared/ui/words.module.css";
import { writingText } from "../../text/editor/writing.ts";
import css from "./writing.module.css";

export function WritingPanel() {
  const { autosave } = useServices();
  const isOn = useStore(autosave.store, (state) => state.isOn);
  return (
    <Section title={writingText.saving}>
      <Checkbox isSelected={isOn} onChange={autosave.choose}>
        <span className={css.choice}>
          <span className={words.strong}>{writingText.autosave}</span>
          <span className={words.detail}>{writingText.autosaveHint}</span>
        </span>
      </Checkbox>
      <p className={words.detail}>{writingText.draftsHint}</p>
    </Section>
  );
}
