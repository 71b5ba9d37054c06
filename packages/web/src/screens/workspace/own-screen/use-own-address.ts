/** Selection on a screen with its own address, and the ways back. A phone shows the selection as a screen of its own, above the list. */
import { useContext } from "react";
import { useLocation, useNavigate, useQuery } from "../../../shared/router/router.ts";
import { FrameContext } from "../../actions/frame-context.ts";

/** State of an address: kind of the history entry below it. */
type Beneath = { readonly isAbove?: boolean; readonly isAboveRows?: boolean };

/** `opensScreen`: on a phone, the back gesture undoes the selection. */
export function useOwnAddress(name: string, fallback: string, opensScreen = true) {
  const { isPhone } = useContext(FrameContext);
  const navigate = useNavigate();
  const location = useLocation();
  const state = location.state as Beneath | null;
  const query = useQuery();
  const chosen = query.get(name) ?? undefined;
  return {
    chosen,
    choose(value: string | undefined): void {
      if (value === undefined && state?.isAboveRows === true) return void navigate(-1);
      const next = new URLSearchParams(query);
      if (value === undefined) next.delete(name);
      else next.set(name, value);
      const to = next.size === 0 ? location.pathname : `${location.pathname}?${next}`;
      const opens = isPhone && opensScreen && value !== undefined && chosen === undefined;
      navigate(to, opens ? { state: { isAboveRows: true } } : { state, replace: true });
    },
    /** Returns to where the screen was opened. */
    close: (): void => (state?.isAbove === true ? navigate(-1) : navigate(fallback, { replace: true })),
  };
}
