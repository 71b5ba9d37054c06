/** Chooses exports to read: files, or a folder with all its content. */
import { FileText, FolderInput } from "lucide-react";
import { useState } from "react";
import { FileButton } from "../../shared/forms/FileButton.tsx";
import { PasswordField } from "../../shared/forms/PasswordField.tsx";
import { useLibrary } from "../../shared/services.ts";
import css from "../../shared/ui/transfer-panel.module.css";
import { importText } from "../../text/transfer/import.ts";
import { toSources } from "./chosen-files.ts";
import own from "./import.module.css";

export function ChooseSource() {
  const { imports } = useLibrary();
  const [password, setPassword] = useState("");
  const handleSelect = (files: FileList | null): void => {
    if (files !== null && files.length > 0) void imports.scan(toSources([...files]), password === "" ? undefined : password);
  };
  return (
    <>
      <div className={css.row}>
        <FileButton kind="files" onSelect={handleSelect} label={importText.chooseFiles} tone="primary" icon={<FileText aria-hidden />} />
        <FileButton kind="folder" onSelect={handleSelect} label={importText.chooseFolder} icon={<FolderInput aria-hidden />} />
      </div>
      <p className={css.hint}>{importText.drop}</p>
      <div className={own.field}>
        <PasswordField
          label={importText.password}
          hint={importText.passwordHint}
          value={password}
          onChange={setPassword}
          autoComplete="off"
          problem={undefined}
        />
      </div>
    </>
  );
}
