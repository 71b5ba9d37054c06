/** The Sensitive folder in Settings, Security: lock, password, recovery, and remaining drive data to delete. */
import { useState } from "react";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import words from "../../shared/ui/words.module.css";
import { keyCaps } from "../../text/actions/actions.ts";
import { sensitiveText } from "../../text/notes/sensitive.ts";
import { ChangeForm } from "./ChangeForm.tsx";
import { ErasingList } from "./ErasingList.tsx";
import { RecoverForm } from "./RecoverForm.tsx";
import { SensitiveEntry } from "./SensitiveEntry.tsx";
import css from "./sensitive.module.css";

const STATE = {
  "not-set-up": sensitiveText.stateNotSetUp,
  locked: sensitiveText.stateLocked,
  unlocked: sensitiveText.stateUnlocked,
} as const;

export function SensitivePanel() {
  const { sensitive, kind } = useLibrary();
  const state = useStore(sensitive.store, (all) => all.kind);
  const [isEntering, setEntering] = useState(false);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form.
    <div role="group" className={css.stack} aria-label={sensitiveText.folder}>
      <Section title={sensitiveText.folder}>
        <p role="status">{STATE[state]}</p>
        {state === "unlocked" ? (
          <div className={css.choice}>
            <Button label={sensitiveText.lock} keys={keyCaps("lock-sensitive").join(" ")} onPress={() => void sensitive.lock()} />
          </div>
        ) : isEntering ? (
          <SensitiveEntry purpose="open" takesFocus onDone={() => setEntering(false)} />
        ) : (
          <div className={css.choice}>
            <Button label={state === "not-set-up" ? sensitiveText.setUpOpen : sensitiveText.unlockOpen} onPress={() => setEntering(true)} />
          </div>
        )}
        <WhenHidden />
      </Section>
      {/* While locked, recovery is offered beside the password. */}
      {state !== "not-set-up" && <Passwords hasRecovery={state === "unlocked"} />}
      {kind === "cloud" && <ErasingList />}
    </div>
  );
}

function WhenHidden() {
  const { lockWhenHidden } = useLibrary().sensitive;
  const enabled = useStore(lockWhenHidden.store, (state) => state.enabled);
  return (
    <Checkbox isSelected={enabled} onChange={(chosen) => lockWhenHidden.set(chosen)}>
      <span className={css.stack}>
        <span className={words.strong}>{sensitiveText.whenHidden}</span>
        <span className={words.detail}>{sensitiveText.whenHiddenHint}</span>
      </span>
    </Checkbox>
  );
}

function Passwords({ hasRecovery }: { readonly hasRecovery: boolean }) {
  const { kind } = useLibrary();
  const [form, setForm] = useState<"change" | "recover">();
  const close = (): void => setForm(undefined);
  return (
    <Section title={sensitiveText.changeTitle} sentence={form === "change" ? sensitiveText.changeSentence : ""}>
      {form === "change" && <ChangeForm onDone={close} />}
      {form === "recover" && <RecoverForm onDone={close} onBack={close} />}
      {form === undefined && (
        <div className={css.choice}>
          <Button label={sensitiveText.changeOpen} onPress={() => setForm("change")} />
          {kind === "cloud" && hasRecovery && <Button label={sensitiveText.recover} onPress={() => setForm("recover")} />}
        </div>
      )}
    </Section>
  );
}
