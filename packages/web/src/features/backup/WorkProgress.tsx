/** Progress of a long operation in words and numbers, with a cancel button. */
import { Bar } from "../../shared/ui/Bar.tsx";
import { Button } from "../../shared/ui/Button.tsx";
import { backupText } from "../../text/transfer/backup.ts";
import css from "./backup.module.css";

type WorkProgressProps = { readonly done: number; readonly total: number; readonly label: string; readonly onCancel?: () => void };

export function WorkProgress({ done, total, label, onCancel }: WorkProgressProps) {
  const percent = total === 0 ? 0 : Math.round((Math.min(done, total) / total) * 100);
  return (
    <div className={css.progress}>
      <div className={css.barFrame}>
        <span className={css.barWords}>
          <span>{label}</span>
          <span>{backupText.percent(percent)}</span>
        </span>
        <Bar label={label} percent={percent} />
      </div>
      {onCancel !== undefined && <Button label={backupText.cancel} size="small" onPress={onCancel} />}
    </div>
  );
}
