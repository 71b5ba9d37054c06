/** Whether this browser promises to keep stored data, and what deletes it anyway. Decision 0007. */
import { useState } from "react";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { type KeepAnswer, useLibrary, useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { Section } from "../../shared/ui/Section.tsx";
import { deviceStorageText } from "../../text/transfer/backup.ts";
import css from "./backup.module.css";

export function DeviceStorage() {
  const { device } = useServices();
  const { kind } = useLibrary();
  const storageLabel = useStorageLabel();
  const storage = useStore(device, (state) => state.storage);
  // Constant while mounted, so that the button stays where it was pressed.
  const [isOffered] = useState(storage !== "kept");
  return (
    <Section title={deviceStorageText.title} sentence={deviceStorageText.promise[storage]}>
      {isOffered && storage !== "denied" && <AskAgain />}
      <ul className={css.information}>
        {deviceStorageText.deletes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={css.detail}>{deviceStorageText.meaning[kind](storageLabel)}</p>
    </Section>
  );
}

function AskAgain() {
  const { askToKeepStorage } = useServices();
  const [answer, setAnswer] = useState<KeepAnswer>();
  const handleAsk = async (): Promise<void> => setAnswer(await askToKeepStorage());
  return (
    <div className={css.row}>
      <Button label={deviceStorageText.ask} size="small" onPress={() => void handleAsk()} />
      <span className={css.detail} role="status">
        {answer !== undefined && deviceStorageText.answer[answer]}
      </span>
    </div>
  );
}
