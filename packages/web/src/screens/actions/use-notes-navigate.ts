/**
 * Navigates between notes and the list; on a phone, the back gesture must return to the list. Rule: core/workspace/layout/phone-history.ts.
 */
import { PATHS } from "@satchel/core/model/routes.ts";
import { type AboveList, decideStep, frameOf, isNoteAddress } from "@satchel/core/workspace/layout/panes.ts";
import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "../../shared/router/router.ts";

type Options = { readonly state?: object | null; readonly replace?: boolean };

export function useNotesNavigate() {
  const navigate = useNavigate();
  const location = useLocation();
  const here = useRef(location);
  here.current = location;
  return useCallback(
    (path: string, { state = null, replace = false }: Options = {}): void => {
      if (frameOf(innerWidth) !== "phone") return void navigate(path, { state, replace });
      const isAboveList = (here.current.state as AboveList | null)?.isAboveList === true;
      const from = { path: here.current.pathname, isAboveList };
      const step = decideStep(from, path);
      if (step === "back") return void navigate(-1);
      const isAbove = isNoteAddress(path) && (step === "replace" ? isAboveList : from.path === PATHS.notes);
      navigate(path, { state: isAbove ? { ...state, isAboveList: true } : state, replace: step === "replace" || replace });
    },
    [navigate],
  );
}

/** Puts the list into the history below a note that was opened by a link or on a wide screen. */
export function useListBeneath(isReady: boolean): void {
  const navigate = useNavigate();
  const { pathname, state, key } = useLocation();
  const done = useRef("");
  useEffect(() => {
    // A new note gets its own address first.
    const isResolved = isReady && isNoteAddress(pathname) && (pathname !== PATHS.newNote || state !== null);
    if (!isResolved || (state as AboveList | null)?.isAboveList === true || done.current === key) return;
    done.current = key;
    navigate(PATHS.notes, { replace: true });
    navigate(pathname, { state: { ...(state as object | null), isAboveList: true } });
  }, [isReady, pathname, state, key, navigate]);
}
