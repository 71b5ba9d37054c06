/** While unlocked: the remaining time without activity, and a button that locks now. Spec B §4 "countdown ticks every 1 s". */
import { toClock } from "@satchel/core/model/readable/readable-values.ts";
import { LockOpen } from "lucide-react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import words from "../../shared/ui/words.module.css";
import { keyCaps } from "../../text/actions/actions.ts";
import { sensitiveNotesText } from "../../text/notes/sensitive-notes.ts";
import css from "./sensitive.module.css";

const EXPIRING_SECONDS = 60;

export function SensitiveTimer() {
  const { sensitive } = useLibrary();
  const secondsLeft = useStore(sensitive.countdown, (state) => state.secondsLeft);
  if (secondsLeft === undefined) return null;
  return (
    <div className={`${words.figure} ${css.timer} ${secondsLeft <= EXPIRING_SECONDS ? css.ending : ""}`}>
      <IconButton
        label={sensitiveNotesText.lockFolder}
        icon={<LockOpen />}
        keys={keyCaps("lock-sensitive").join(" ")}
        onPress={() => void sensitive.lock()}
      />
      <span role="timer" aria-label={sensitiveNotesText.timeLeft} title={sensitiveNotesText.timeLeft}>
        {toClock(secondsLeft)}
      </span>
    </div>
  );
}
