/** How far something long is, in words and numbers, with a way to end it. */
import { ProgressBar } from "react-aria-components";
import { Button } from "../../shared/ui/Button.tsx";
import { backupText } from "../../text/backup.ts";
import css from "./backup.module.css";

type WorkProgressProps = { readonly done: number; readonly total: number; readonly label: string; readonly onCancel: () => void };

export function WorkProgress({ done, total, label, onCancel }: WorkProgressProps) {
  const percent = total === 0 ? 0 : Math.round((Math.min(done, total) / total) * 100);
  return (
    <div className={css.progress}>
      <ProgressBar aria-label={label} value={percent} className={css.barFrame as string}>
        <span className={css.barWords}>
          <span>{label}</span>
          <span>{backupText.percent(percent)}</span>
        </span>
        <span className={css.bar}>
          <span className={css.filled} style={{ width: `${percent}%` }} />
        </span>
      </ProgressBar>
      <Button size="small" onPress={onCancel}>
        {backupText.cancel}
      </Button>
    </div>
  );
}
