/** Whether this browser promises to keep what is stored here, and what deletes it all the same. decisions §7, issue 10. */
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { Section } from "../../shared/ui/Section.tsx";
import { deviceStorageText } from "../../text/backup.ts";
import css from "./backup.module.css";

export function DeviceStorage() {
  const { device } = useServices();
  const { kind } = useLibrary();
  const storage = useStore(device, (state) => state.storage);
  return (
    <Section title={deviceStorageText.title} sentence={deviceStorageText.promise[storage]}>
      <ul className={css.information}>
        {deviceStorageText.deletes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className={css.detail}>{deviceStorageText.meaning[kind]}</p>
    </Section>
  );
}
