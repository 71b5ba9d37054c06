/** Prerequisites for connecting a drive, each ticked or not. Spec B §2 "configuration status checklist", B §5. */
import { CircleCheck, CircleX } from "lucide-react";
import { useServices } from "../../shared/services.ts";
import { cloudStorageText, configurationText } from "../../text/drive/cloud-storage.ts";
import css from "./cloud-storage.module.css";

export function Checklist() {
  const { connection } = useServices();
  return (
    <section className={css.section}>
      <h3 className={css.title}>{cloudStorageText.checklist}</h3>
      <ul className={css.checks}>
        {connection.checkConfiguration().map(({ item, isMet }) => (
          <li key={item} className={css.check}>
            {isMet ? <CircleCheck className={css.good} aria-hidden /> : <CircleX className={css.bad} aria-hidden />}
            {configurationText[item]}
            <span className="visually-hidden">: {isMet ? cloudStorageText.met : cloudStorageText.missing}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
