/** Creates a backup, with a password or unencrypted, and explains the consequences. */
import type { BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Checkbox } from "../../shared/forms/Checkbox.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { backupDone, backupFailed, backupText } from "../../text/transfer/backup.ts";
import { backupDamageText, missingSentence } from "../../text/transfer/backup-damage.ts";
import css from "./backup.module.css";
import { ProblemList } from "./ProblemList.tsx";
import { WorkProgress } from "./WorkProgress.tsx";

export function CreateBackup({ state }: { readonly state: BackupState }) {
  const { backup } = useLibrary();
  const [isProtected, setProtected] = useState(false);
  const [password, setPassword] = useState("");
  const [withHistory, setWithHistory] = useState(false);
  const [problem, setProblem] = useState<string>();

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const isMissing = isProtected && password === "";
    setProblem(isMissing ? backupText.passwordMissing : undefined);
    if (isMissing) return;
    void backup.create(isProtected ? password : undefined, { withHistory });
    setPassword("");
  };

  return (
    <Section title={backupText.createTitle} sentence={backupText.createSentence}>
      {state.kind === "writing" && (
        <WorkProgress
          done={state.done}
          total={state.total}
          label={state.isChecking === true ? backupText.checking : backupText.creating}
          onCancel={() => backup.cancel()}
        />
      )}
      {state.kind === "written" && (
        <>
          <p className={css.good} role="status">
            {backupDone(state.fileName, state.totals)}
          </p>
          {state.totals.missing.length > 0 && (
            <ProblemList
              heading={backupDamageText.missing(state.totals.missing.length)}
              sentences={state.totals.missing.map(missingSentence)}
            />
          )}
          <div>
            <Button label={backupText.again} onPress={() => backup.reset()} />
          </div>
        </>
      )}
      {(state.kind === "idle" || state.kind === "failed" || state.kind === "cancelled") && (
        <form className={css.form} onSubmit={handleSubmit} noValidate>
          {state.kind === "failed" && state.work === "backup" && <Problem sentence={backupFailed(state.problem)} />}
          <div className={css.choice}>
            <Checkbox isSelected={isProtected} onChange={setProtected}>
              {backupText.protect}
            </Checkbox>
            {!isProtected && <p className={css.detail}>{backupText.inClear}</p>}
          </div>
          {isProtected && (
            <PasswordField
              label={backupText.password}
              hint={backupText.passwordHint}
              value={password}
              onChange={setPassword}
              problem={problem}
              autoComplete="new-password"
            />
          )}
          <HistoryChoice isChosen={withHistory} onChoose={setWithHistory} />
          <Button label={backupText.create} type="submit" tone="primary" icon={<Download aria-hidden />} />
        </form>
      )}
    </Section>
  );
}

/** The size of the history is computed when this is chosen, before the backup starts. */
function HistoryChoice({ isChosen, onChoose }: { readonly isChosen: boolean; readonly onChoose: (isChosen: boolean) => void }) {
  const { history } = useLibrary();
  const [size, setSize] = useState<string>();
  const measure = async (): Promise<void> => {
    const { thinning } = await history();
    const measured = await thinning.measure();
    const all = thinning.store.getState().measure?.all;
    setSize(measured.ok && all !== undefined ? backupText.historySize(all.versions, all.chars) : backupText.historyUnknown);
  };
  const handleChoose = (chosen: boolean): void => {
    onChoose(chosen);
    if (chosen) measure().catch(() => setSize(backupText.historyUnknown));
  };
  return (
    <>
      <Checkbox isSelected={isChosen} onChange={handleChoose}>
        {backupText.withHistory}
      </Checkbox>
      {isChosen && (
        <p className={css.detail} role="status">
          {size ?? backupText.historyCounting}
        </p>
      )}
    </>
  );
}
