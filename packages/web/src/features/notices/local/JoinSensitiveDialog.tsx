/** Asks for the password of local mode's Sensitive folder, to move its notes into the account. encryption.md 3.5 (11). */

import { useEffect } from "react";
import { FormProblem } from "../../../shared/forms/FormProblem.tsx";
import { PasswordField } from "../../../shared/forms/PasswordField.tsx";
import { useJoinForm } from "../../../shared/hooks/use-join-form.ts";
import { useStore } from "../../../shared/hooks/use-store.ts";
import { useLibrary } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/Button.tsx";
import { Dialog } from "../../../shared/ui/Dialog.tsx";
import { upgradingText } from "../../../text/drive/upgrading.ts";
import { commonText } from "../../../text/labels.ts";
import css from "./join.module.css";

export function JoinSensitiveDialog({ onClose }: { readonly onClose: () => void }) {
  const { sensitive, upgrade } = useLibrary();
  const hasOwn = useStore(sensitive.store, ({ kind }) => kind !== "not-set-up");
  const { field, busy, handleSubmit, formProblem } = useJoinForm({
    hasOwn,
    failed: upgradingText.joinFailed,
    join: (password, own) => upgrade.joinSensitive(password, own),
    onDone: onClose,
  });
  const isWanted = useStore(upgrade.store, (state) => state.kind === "migrating" && state.hold === "sensitive");
  // The password was entered in another window.
  useEffect(() => {
    if (!isWanted && !busy) onClose();
  }, [isWanted, busy, onClose]);
  return (
    <Dialog title={upgradingText.joinTitle} onClose={onClose}>
      <form className={css.form} onSubmit={handleSubmit} noValidate>
        <p>
          {upgradingText.joinSentence} {hasOwn ? upgradingText.joinUnder : upgradingText.joinKept}
        </p>
        <PasswordField label={upgradingText.joinPassword} autoComplete="off" autoFocus {...field("password")} />
        {hasOwn && <PasswordField label={upgradingText.joinOwn} autoComplete="off" {...field("own")} />}
        <FormProblem problem={formProblem} />
        <div className={css.buttons}>
          <Button label={commonText.cancel} isDisabled={busy} onPress={onClose} />
          <Button label={busy ? upgradingText.joining : upgradingText.joinSubmit} type="submit" tone="primary" busy={busy} />
        </div>
      </form>
    </Dialog>
  );
}
