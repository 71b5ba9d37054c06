/**
 * Shows the messages of the status service. core/status decides when a toast appears and disappears; sonner only renders and moves them.
 * Spec A §2.8 "status bar".
 */
import type { Status } from "@satchel/core/workspace/notifications/status.ts";
import { CircleCheck, CircleX, Info, TriangleAlert, X } from "lucide-react";
import { type FocusEvent, type RefObject, useEffect, useRef } from "react";
import { Toaster, toast } from "sonner";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useSignedOutServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/Button.tsx";
import { IconButton } from "../../shared/ui/IconButton.tsx";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { commonText } from "../../text/labels.ts";
import { actionText, statusSentence, statusText } from "../../text/pages/status.ts";
import css from "./status.module.css";

/** sonner's id of a toast. It is never reused, because sonner drops a new toast that has the id of a closing one. */
type Up = { readonly id: string; readonly key: string };

export function ToastRegion() {
  const { status } = useSignedOutServices();
  const shown = useStore(status.store, (state) => state.shown);
  const up = useRef(new Map<string, Up>());
  const cameFrom = useRef<HTMLElement | null>(null);

  // sonner keeps its toasts outside React, so they are dismissed on unmount.
  useEffect(() => () => void toast.dismiss(), []);

  useEffect(() => {
    const keys = new Set(shown.map(({ subject }) => subject));
    for (const [subject, { id }] of up.current) {
      if (keys.has(subject)) continue;
      toast.dismiss(id);
      up.current.delete(subject);
    }
    for (const one of shown) {
      const before = up.current.get(one.subject);
      if (before?.key === one.key) continue;
      const id = before?.id ?? one.key;
      up.current.set(one.subject, { id, key: one.key });
      toast.custom(() => <StatusToast status={one} cameFrom={cameFrom} />, {
        id,
        duration: Number.POSITIVE_INFINITY,
        // Swiped away by the user.
        onDismiss: () => status.dismiss(one.key),
      });
    }
  }, [shown, status]);

  return (
    <div onFocusCapture={(event) => isList(event.target) && hideFocus(event, cameFrom)}>
      <Toaster
        position="bottom-center"
        offset={ABOVE_THE_BUTTONS}
        mobileOffset={ABOVE_THE_TABS}
        gap={8}
        visibleToasts={4}
        containerAriaLabel={statusText.region}
      />
    </div>
  );
}

/** Hides the focus's origin from sonner, which would return the focus there whenever it leaves the toasts. */
function hideFocus(event: FocusEvent, cameFrom: RefObject<HTMLElement | null>): void {
  event.stopPropagation();
  const { relatedTarget } = event;
  if (relatedTarget instanceof HTMLElement && relatedTarget.closest(LIST) === null) cameFrom.current = relatedTarget;
}

const LIST = "[data-sonner-toaster]";
const isList = (target: EventTarget): boolean => target instanceof HTMLElement && target.matches(LIST);

/** Toasts do not cover Save or Delete. `--toasts-lift` also keeps them above tools at the bottom (styles/base.css). */
const ABOVE_THE_BUTTONS = { bottom: "calc(64px + var(--toasts-lift, 0px))" };
const ABOVE_THE_TABS = { bottom: "calc(72px + var(--toasts-lift, 0px) + var(--safe-bottom))", left: 16, right: 16 };

const ICONS = {
  success: <CircleCheck aria-hidden />,
  error: <CircleX aria-hidden />,
  warning: <TriangleAlert aria-hidden />,
  info: <Info aria-hidden />,
  loading: <Spinner size={18} />,
} as const satisfies Record<Status["tone"], unknown>;

type StatusToastProps = { readonly status: Status; readonly cameFrom: RefObject<HTMLElement | null> };

function StatusToast({ status: shown, cameFrom }: StatusToastProps) {
  const { status } = useSignedOutServices();
  const { key, action } = shown;
  // The time of a toast begins when it is painted, not when it was reported: a busy page may show it late.
  useEffect(() => void requestAnimationFrame(() => status.release(key)), [status, key]);
  const handleDismiss = (): void => {
    cameFrom.current?.focus({ preventScroll: true });
    status.dismiss(key);
  };
  const handleAction = (): void => {
    handleDismiss();
    action?.run();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only keeps a toast open; it is not interactive
    <div
      // The toast itself is not a tab stop, because its buttons are.
      ref={(element) => element?.closest("li")?.removeAttribute("tabindex")}
      className={`${css.toast} ${css[shown.tone]}`}
      onMouseEnter={() => status.hold(key)}
      onMouseLeave={() => status.release(key)}
      onFocus={(event) => {
        hideFocus(event, cameFrom);
        status.hold(key);
      }}
      onBlur={() => status.release(key)}
    >
      <span className={css.icon}>{ICONS[shown.tone]}</span>
      <p className={css.sentence}>{statusSentence(shown.message, useStorageLabel())}</p>
      {action !== undefined && <Button label={actionText(shown.message)} size="small" tone="quiet" onPress={handleAction} />}
      <IconButton size="small" label={commonText.dismiss} icon={<X />} onPress={handleDismiss} />
    </div>
  );
}
