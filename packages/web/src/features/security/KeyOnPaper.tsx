/** The recovery key: shown after the password, or replaced by a new one that is verified first. encryption.md 3.5 (7). */
import { Check } from "lucide-react";
import { useEffect, useState } from "react";
import { PasswordQuestion } from "../../shared/forms/PasswordQuestion.tsx";
import { ProveGroups, ShowGroups } from "../../shared/forms/RecoveryGroups.tsx";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { securitySentence } from "../../text/account/account-problems.ts";
import { recoveryText } from "../../text/account/recovery.ts";
import { securityText } from "../../text/account/security.ts";
import css from "./security.module.css";

type Stage =
  | { readonly kind: "idle" | "ask-show" | "ask-replace" | "replaced" }
  | { readonly kind: "shown" | "made" | "proving"; readonly groups: readonly string[] };

export function KeyOnPaper() {
  const { security } = useServices();
  const [stage, setStage] = useState<Stage>({ kind: "idle" });
  // A rotation that was not confirmed is canceled when the tab is left.
  useEffect(() => () => void security.cancelRotation(), [security]);
  const reset = (): void => setStage({ kind: "idle" });
  return (
    <Section title={recoveryText.title} sentence={securityText.keySentence}>
      <StageContent stage={stage} onStage={setStage} onReset={reset} />
    </Section>
  );
}

type StageProps = { readonly stage: Stage; readonly onStage: (stage: Stage) => void; readonly onReset: () => void };

function StageContent({ stage, onStage, onReset }: StageProps) {
  const { security } = useServices();
  switch (stage.kind) {
    case "idle":
    case "replaced":
      return (
        <>
          {stage.kind === "replaced" && (
            <p className={css.success} role="status">
              <Check width={18} height={18} aria-hidden />
              {securityText.keyReplaced}
            </p>
          )}
          <div className={css.buttons}>
            <Button label={securityText.keyShow} onPress={() => onStage({ kind: "ask-show" })} />
            <Button label={securityText.keyReplace} onPress={() => onStage({ kind: "ask-replace" })} />
          </div>
        </>
      );
    case "ask-show":
      return (
        <PasswordQuestion
          confirm={securityText.keyShow}
          ask={(password) => security.showRecoveryKey(password)}
          onDone={(groups) => onStage({ kind: "shown", groups })}
          onCancel={onReset}
        />
      );
    case "ask-replace":
      return (
        <PasswordQuestion
          sentence={securityText.keyReplaceSentence}
          confirm={securityText.keyReplace}
          ask={(password) => security.beginRotation(password)}
          onDone={(groups) => onStage({ kind: "made", groups })}
          onCancel={onReset}
        />
      );
    case "shown":
      return (
        <ShowGroups
          sentence={recoveryText.sentence}
          groups={stage.groups}
          action={<Button label={securityText.done} onPress={onReset} />}
        />
      );
    case "made":
      return (
        <ShowGroups
          sentence={securityText.keyNewSentence}
          groups={stage.groups}
          action={<Button label={recoveryText.check} tone="primary" onPress={() => onStage({ ...stage, kind: "proving" })} />}
        />
      );
    case "proving":
      return (
        <Prove groups={stage.groups} onBack={() => onStage({ ...stage, kind: "made" })} onDone={() => onStage({ kind: "replaced" })} />
      );
  }
}

type ProveProps = { readonly groups: readonly string[]; readonly onBack: () => void; readonly onDone: () => void };

function Prove({ groups, onBack, onDone }: ProveProps) {
  const { security } = useServices();
  const handleProve = async (typed: readonly string[]): Promise<string | undefined> => {
    const confirmed = await security.confirmRotation(typed);
    if (!confirmed.ok) return securitySentence(confirmed.problem);
    onDone();
    return undefined;
  };
  return <ProveGroups groupCount={groups.length} onProve={handleProve} onBack={onBack} />;
}
