/** Restores a chosen backup: requests its password, shows the progress, and lists what was added. */
import type { BackupState } from "@satchel/core/transfer/backup/backup-service-types.ts";
import { FileArchive } from "lucide-react";
import { type FormEvent, useState } from "react";
import { FileButton } from "../../shared/forms/FileButton.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useLibrary } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { restoreDone } from "../../text/pages/status.ts";
import { backupText, cleaningFailed, restoreStepText } from "../../text/transfer/backup.ts";
import { backupDamageText, restoreOutcome } from "../../text/transfer/backup-damage.ts";
import css from "./backup.module.css";
import { OpenLeft } from "./OpenLeft.tsx";
import { RestoreDamage } from "./RestoreDamage.tsx";
import { WorkProgress } from "./WorkProgress.tsx";

const MEGABYTE = 1_048_576;
const LEAST_SHOWN = MEGABYTE / 100;

export function RestoreBackup({ state }: { readonly state: BackupState }) {
  const { backup } = useLibrary();
  const [file, setFile] = useState<File>();
  const [isWrong, setWrong] = useState(false);
  const handleSelect = async (files: FileList | null): Promise<void> => {
    const chosen = files?.[0];
    if (chosen === undefined) return;
    // Browsers let the user choose any file, whatever types the page accepts.
    const isZip = await startsLikeZip(chosen);
    setWrong(!isZip);
    setFile(isZip ? chosen : undefined);
  };
  return (
    <Section title={backupText.restoreTitle} sentence={backupText.restoreSentence}>
      {state.kind === "restoring" && (
        <>
          <WorkProgress done={state.percent} total={100} label={restoreStepText[state.step]} onCancel={() => backup.cancel()} />
          <p className={css.detail}>{backupText.cancelled}</p>
        </>
      )}
      {state.kind === "sealed" && <SealedQuestion state={state} />}
      {state.kind === "restored" && !isLeft(state) && <WorkProgress done={100} total={100} label={backupText.restored} />}
      {state.kind === "restored" && isLeft(state) && (
        <>
          <p className={state.result.damage.length > 0 ? css.partly : css.good} role="status">
            {restoreDone(state.result)}
          </p>
          {state.result.damage.length > 0 && <RestoreDamage damage={state.result.damage} />}
          {state.result.lockedFolders.length > 0 ? (
            <OpenLeft />
          ) : (
            <div>
              <Button label={backupText.done} onPress={() => backup.reset()} />
            </div>
          )}
        </>
      )}
      {(state.kind === "idle" || state.kind === "written" || state.kind === "failed" || state.kind === "cancelled") && (
        <>
          {state.kind === "failed" && state.work === "restore" && <Problem sentence={restoreOutcome(state)} />}
          {state.kind === "cancelled" && (
            <p className={css.detail} role="status">
              {backupDamageText.cancelled(state.added)}
            </p>
          )}
          {state.kind === "failed" && state.work === "cleaning" && <Problem sentence={cleaningFailed(state.problem)} />}
          <div className={css.row}>
            <ChooseBackup onSelect={(files) => void handleSelect(files)} />
            {isWrong && <Problem sentence={backupText.noZip} />}
            {file !== undefined && <span>{backupText.chosen(file.name, (Math.max(file.size, LEAST_SHOWN) / MEGABYTE).toFixed(2))}</span>}
          </div>
          <div>
            <Button
              label={backupText.restore}
              tone="primary"
              isDisabled={file === undefined}
              onPress={() => file && void backup.restore(file, undefined)}
            />
          </div>
        </>
      )}
    </Section>
  );
}

/** The first bytes of every zip file, an empty one too. A file that ends too early is reported when it is read. */
async function startsLikeZip(file: File): Promise<boolean> {
  const [p, k] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return p === 0x50 && k === 0x4b;
}

/** True if something stayed in the file that the user should read. */
function isLeft({ result }: Extract<BackupState, { readonly kind: "restored" }>): boolean {
  return result.locked + result.damage.length > 0;
}

function SealedQuestion({ state: { file, isAgain } }: { readonly state: Extract<BackupState, { readonly kind: "sealed" }> }) {
  const { backup } = useLibrary();
  const [password, setPassword] = useState("");
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (password !== "") void backup.restore(file, password);
  };
  return (
    <form className={css.form} onSubmit={handleSubmit} noValidate>
      <PasswordField
        label={backupText.password}
        hint={backupText.sealed}
        problem={isAgain ? backupText.wrongPassword : undefined}
        value={password}
        onChange={setPassword}
        autoComplete="off"
        autoFocus
      />
      <div className={css.row}>
        <Button label={backupText.cancel} tone="quiet" onPress={() => backup.reset()} />
        <Button label={backupText.open} type="submit" tone="primary" isDisabled={password === ""} />
      </div>
    </form>
  );
}

function ChooseBackup({ onSelect }: { readonly onSelect: (files: FileList | null) => void }) {
  return (
    <FileButton
      kind="file"
      accept=".zip,application/zip"
      onSelect={onSelect}
      label={backupText.choose}
      icon={<FileArchive aria-hidden />}
    />
  );
}
