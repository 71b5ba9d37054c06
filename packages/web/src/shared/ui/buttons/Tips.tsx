/** Shows the tooltips of the whole page, one at a time (`tip-props.ts`). */
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components";
import css from "./tips.module.css";
import { type OpenTip, watchTips } from "./watch-tips.ts";

const OFFSET_PX = 6;

export function Tips() {
  const [tip, setTip] = useState<OpenTip>();
  useEffect(() => watchTips(document, setTip), []);
  return tip === undefined ? null : <Tip tip={tip} onClose={() => setTip(undefined)} />;
}

function Tip({ tip: { target, isSwapped }, onClose }: { readonly tip: OpenTip; readonly onClose: () => void }) {
  const id = useId();
  const anchor = useRef<HTMLElement>(target);
  anchor.current = target;
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const before = target.getAttribute("aria-describedby");
    target.setAttribute("aria-describedby", id);
    // The target can leave the page, or its place in it, without an event of its own.
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === false) close.current();
    });
    watcher.observe(target);
    return () => {
      watcher.disconnect();
      if (before === null) target.removeAttribute("aria-describedby");
      else target.setAttribute("aria-describedby", before);
    };
  }, [target, id]);
  const { tip, tipKeys } = target.dataset;
  const named = { id };
  const state = useMemo(
    () => ({ isOpen: true, shouldSkipAnimation: isSwapped, open: () => undefined, close: () => close.current() }),
    [isSwapped],
  );
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip key={tip} {...named} triggerRef={anchor} placement="bottom" offset={OFFSET_PX} className={css.tip as string}>
        {tip}
        {tipKeys !== undefined && <kbd className={css.keys}>{tipKeys}</kbd>}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
