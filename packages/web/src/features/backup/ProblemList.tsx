/** Items that a backup could not write or restore, by name. */
import { backupDamageText } from "../../text/transfer/backup-damage.ts";
import css from "./backup.module.css";

const MOST_SHOWN = 100;

type ProblemListProps = { readonly heading: string; readonly sentences: readonly string[]; readonly after?: string };

export function ProblemList({ heading, sentences, after }: ProblemListProps) {
  const shown = sentences.slice(0, MOST_SHOWN);
  const restCount = sentences.length - shown.length;
  return (
    <div className={css.damage}>
      <p>{heading}</p>
      <ul className={css.damageList}>
        {shown.map((sentence, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sentences may repeat, and the list does not change
          <li key={at}>{sentence}</li>
        ))}
        {restCount > 0 && <li>{backupDamageText.more(restCount)}</li>}
      </ul>
      {after !== undefined && <p>{after}</p>}
    </div>
  );
}
