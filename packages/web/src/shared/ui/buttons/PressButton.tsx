/**
 * A native button. A press stays with it: what is around it, such as a row or a tab, does not hear it. While it waits for an action it keeps
 * the focus and ignores presses.
 */
import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useEffect,
  useImperativeHandle,
  useRef,
} from "react";

export type PressButtonProps = Omit<ComponentProps<"button">, "onClick" | "onMouseDown" | "disabled"> & {
  readonly isDisabled?: boolean | undefined;
  readonly isPending?: boolean | undefined;
  /** The focus stays where it is when the button is pressed by pointer. */
  readonly keepsFocus?: boolean | undefined;
  readonly onPress?: ((event: MouseEvent<HTMLButtonElement>) => void) | undefined;
};

export function PressButton({
  isDisabled,
  isPending = false,
  keepsFocus = false,
  onPress,
  ref,
  type = "button",
  ...rest
}: PressButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(ref, () => button.current as HTMLButtonElement);
  const wasPending = useRef(isPending);
  useEffect(() => {
    if (wasPending.current !== isPending && document.activeElement === button.current) announce(nameOf(button.current));
    wasPending.current = isPending;
  }, [isPending]);

  const handleKeyDown = (event: KeyboardEvent<HTMLButtonElement>): void => {
    rest.onKeyDown?.(event);
    if (event.key !== "Enter" && event.key !== " ") return;
    event.stopPropagation();
    // A key that is held down presses once: the next press could be of a button that the first one has opened.
    if (event.repeat && event.key === "Enter") event.preventDefault();
  };
  const handleClick = (event: MouseEvent<HTMLButtonElement>): void => {
    event.stopPropagation();
    if (isPending) return;
    // Safari does not focus a button that is pressed.
    if (!keepsFocus && document.activeElement !== event.currentTarget) event.currentTarget.focus({ preventScroll: true });
    onPress?.(event);
  };
  return (
    <button
      {...rest}
      ref={button}
      // Enter in a field must not submit the form again.
      type={isPending ? "button" : type}
      disabled={isDisabled}
      aria-disabled={isPending || undefined}
      data-disabled={isDisabled || undefined}
      data-pending={isPending || undefined}
      onPointerDown={(event) => {
        if (event.button === 0) event.stopPropagation();
        rest.onPointerDown?.(event);
      }}
      onMouseDown={keepsFocus ? keepFocus : stop}
      onKeyDown={handleKeyDown}
      onClick={handleClick}
    />
  );
}

const nameOf = (button: HTMLElement | null): string => button?.getAttribute("aria-label") ?? button?.textContent ?? "";

function stop(event: MouseEvent): void {
  if (event.button === 0) event.stopPropagation();
}

function keepFocus(event: MouseEvent & SyntheticEvent): void {
  stop(event);
  event.preventDefault();
}

let region: HTMLElement | undefined;

/** Makes screen readers say the text at once. */
function announce(text: string): void {
  if (region === undefined) {
    region = Object.assign(document.createElement("div"), { className: "visually-hidden" });
    region.setAttribute("role", "log");
    region.setAttribute("aria-live", "assertive");
    document.body.append(region);
  }
  region.replaceChildren(Object.assign(document.createElement("p"), { textContent: text }));
}
