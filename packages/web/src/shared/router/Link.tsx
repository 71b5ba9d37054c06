/** A link inside the application. Modified clicks, as for a new tab or window, are left to the browser. */
import type { ComponentProps, MouseEvent } from "react";
import { useLocation, useNavigate } from "./router.ts";

export type LinkProps = Omit<ComponentProps<"a">, "href"> & { readonly to: string; readonly state?: unknown };

export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const location = useLocation();
  const handleClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlainClick(event)) return;
    event.preventDefault();
    navigate(to, { state, replace: location.href === to });
  };
  return <a {...rest} href={to} onClick={handleClick} />;
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
}
