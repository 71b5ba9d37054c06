/**
 * The Security tab: password, recovery key, devices, approvals, other vaults, deleting the account. Spec B §2 "Security", encryption.md
 * 3.5.
 */
import { useState } from "react";
import { AccountActivity } from "./AccountActivity.tsx";
import { AdoptVault } from "./AdoptVault.tsx";
import { ApproveDevice } from "./ApproveDevice.tsx";
import { ChangePassword } from "./ChangePassword.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { Devices } from "./Devices.tsx";
import { KeyOnPaper } from "./KeyOnPaper.tsx";
import css from "./security.module.css";

export function SecurityPanel() {
  const [changes, setChanges] = useState(0);
  return (
    <div className={css.panel}>
      <ChangePassword onChanged={() => setChanges((count) => count + 1)} />
      <KeyOnPaper />
      <ApproveDevice />
      <Devices changes={changes} />
      <AccountActivity />
      <AdoptVault />
      <DeleteAccount />
    </div>
  );
}
