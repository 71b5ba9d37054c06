/** What is chosen on a screen with an address of its own, and the ways back: a phone shows the choice as a screen of its own, above the list. */
import { useContext } from "react";
import { useLocation, useNavigate, useQuery } from "../../../shared/router/router.ts";
import { FrameContext } from "../../actions/frame-context.ts";

/** Travels with an address: what the entry beneath it is. */
type Beneath = { readonly isAbove?: boolean; readonly isAboveRows?: boolean };

/** `opensScreen`: on a phone the choice is a step that the back gesture undoes. */
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
    /** To where it was opened. */
    close: (): void => (state?.isAbove === true ? navigate(-1) : navigate(fallback, { replace: true })),
  };
}
