/** Local mode's notes as JSON. Spec B §3 "Local export". */

import type { Result } from "@satchel/core/model/result.ts";
import type { StoreProblem } from "@satchel/core/ports/device/local-store.ts";
import type { ExportedFile } from "@satchel/core/transfer/local-mode/local-export-service.ts";
import { FileJson } from "lucide-react";
import { useState } from "react";
import { Problem } from "../../shared/forms/Problem.tsx";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { exportFailed, exportText } from "../../text/transfer/backup.ts";
import css from "./backup.module.css";

export function ExportLocal() {
  const { exportLocal } = useLibrary();
  const { saveFile } = useServices();
  const [isBusy, setBusy] = useState(false);
  const [exported, setExported] = useState<Result<ExportedFile, StoreProblem>>();
  if (exportLocal === undefined) return null;

  const handleExport = async (): Promise<void> => {
    setBusy(true);
    const file = await exportLocal();
    if (file.ok) saveFile({ ...file.value, type: "application/json" });
    setExported(file);
    setBusy(false);
  };

  return (
    <Section title={exportText.title} sentence={exportText.sentence}>
      {exported?.ok === false && <Problem sentence={exportFailed(exported.problem)} />}
      {exported?.ok === true && (
        <p className={css.good} role="status">
          {exportText.done(exported.value.name)}
        </p>
      )}
      <div>
        <Button label={exportText.action} busy={isBusy} icon={<FileJson aria-hidden />} onPress={() => void handleExport()} />
      </div>
    </Section>
  );
}
