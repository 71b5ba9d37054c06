/** A tooltip on a focusable element. It repeats a name or adds a shortcut, and never holds information of its own. */
import type { ReactElement } from "react";
import { Tooltip, TooltipTrigger } from "react-aria-components";
import css from "./tip.module.css";

type TipProps = { readonly text: string; readonly keys?: string | undefined; readonly children: ReactElement };

const OPEN_DELAY_MS = 500;
const CLOSE_DELAY_MS = 0;
const OFFSET_PX = 6;

export function Tip({ text, keys, children }: TipProps) {
  return (
    <TooltipTrigger delay={OPEN_DELAY_MS} closeDelay={CLOSE_DELAY_MS}>
      {children}
      <Tooltip className={css.tip as string} placement="bottom" offset={OFFSET_PX}>
        {text}
        {keys !== undefined && <kbd className={css.keys}>{keys}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  );
}
