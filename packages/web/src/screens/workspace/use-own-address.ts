/** What is chosen on a screen with an address of its own, and the ways back: a phone shows the choice as a screen of its own, above the list. */
import { useLocation, useNavigate, useQuery } from "../../shared/router/router.ts";
import { useFrameState } from "../frame-context.ts";

/** Travels with an address: what the entry beneath it is. */
type Beneath = { readonly isAbove?: boolean; readonly isAboveRows?: boolean };

export function useOwnAddress(name: string, fallback: string) {
  const { isPhone } = useFrameState();
  const navigate = useNavigate();
  const location = useLocation();
  const state = location.state as Beneath | null;
  const chosen = useQuery().get(name) ?? undefined;
  return {
    chosen,
    choose(value: string | undefined): void {
      if (value === undefined && state?.isAboveRows === true) return void navigate(-1);
      const to = value === undefined ? location.pathname : `${location.pathname}?${name}=${encodeURIComponent(value)}`;
      const opens = isPhone && value !== undefined && chosen === undefined;
      navigate(to, opens ? { state: { isAboveRows: true } } : { state, replace: true });
    },
    /** To where it was opened. */
    close: (): void => (state?.isAbove === true ? navigate(-1) : navigate(fallback, { replace: true })),
  };
}
