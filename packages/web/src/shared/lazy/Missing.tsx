/** Replaces a component whose code failed to load: says so and offers to retry. Its look depends on the kind of place. */
import { CircleAlert } from "lucide-react";
import { createContext, type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useContext } from "react";
import { commonText } from "../../text/labels.ts";
import { Notice } from "../notices/Notice.tsx";
import { Button } from "../ui/Button.tsx";
import { IconButton } from "../ui/IconButton.tsx";
import css from "./missing.module.css";

type Retry = { readonly busy: boolean; readonly onPress: () => void };

/** Retry state and handler for the replacement of a component. */
export const RetryContext = createContext<Retry>({ busy: false, onPress: () => undefined });

type MissingDialogProps = { readonly at?: RefObject<Element | null>; readonly onClose: () => void };
/** A screen gets its own landmark and heading, a note a heading; a part of a page uses those around it. */
export type MissingProps = { readonly as: "screen" | "note" | "part" | "tool" | "band" } | ({ readonly as: "dialog" } & MissingDialogProps);

export function Missing(props: MissingProps) {
  const loading = useContext(RetryContext);
  const retry = { ...loading, label: commonText.retry };
  const sentence = <p role="alert">{commonText.notLoaded}</p>;
  if (props.as === "dialog")
    return (
      <MissingDialog {...props} retry={<Button size="small" autoFocus {...retry} />}>
        {sentence}
      </MissingDialog>
    );
  if (props.as === "tool")
    return <IconButton label={commonText.notLoaded} icon={<CircleAlert />} isPending={loading.busy} onPress={loading.onPress} />;
  if (props.as === "band")
    return (
      <Notice tone="warning" urgent icon={<CircleAlert />} actions={<Button size="small" {...retry} />}>
        {commonText.notLoaded}
      </Notice>
    );
  const Box = props.as === "screen" ? "main" : "div";
  return (
    <Box className={css.page}>
      {props.as !== "part" && <h1 className="visually-hidden">{commonText.appName}</h1>}
      {sentence}
      <Button {...retry} />
    </Box>
  );
}

/** Replaces menus and dialogs. Closes with its button, with Escape, and when the focus moves elsewhere. */
function MissingDialog({ at, onClose, retry, children }: MissingDialogProps & { readonly retry: ReactNode; readonly children: ReactNode }) {
  const handleLeave = (): void => {
    onClose();
    if (at?.current instanceof HTMLElement) at.current.focus();
  };
  const handleKeyDown = ({ key }: KeyboardEvent): void => {
    if (key === "Escape") handleLeave();
  };
  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: receives Escape and blur from the buttons inside; takes the focus itself if a pressed button does not
    <div className={css.dialog} ref={showAbove} popover="manual" tabIndex={-1} onBlur={handleBlur} onKeyDownCapture={handleKeyDown}>
      {children}
      <div className={css.actions}>
        <Button label={commonText.dismiss} size="small" tone="quiet" onPress={handleLeave} />
        {retry}
      </div>
    </div>
  );
}

/** Shown in the top layer, because a list row or a drawer would clip it. */
function showAbove(element: HTMLElement | null): void {
  element?.showPopover?.();
}
