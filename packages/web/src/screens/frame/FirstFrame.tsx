/** Frame of a large library while it loads: its newest notes, or a message on other pages and lists. Spec A §2.8. */

import { parseListSort } from "@satchel/core/library/notes/list-sort.ts";
import { matchRoute, PATHS, toNotePath } from "@satchel/core/model/routes.ts";
import { LOCAL_KEYS } from "@satchel/core/model/storage-keys.ts";
import { clampListWidth, isNoteAddress } from "@satchel/core/workspace/layout/panes.ts";
import { useEffect } from "react";
import { FirstRows } from "../../features/note-list/FirstRows.tsx";
import { useFrame, useIsWide } from "../../shared/hooks/use-layout.ts";
import { useLocation } from "../../shared/router/router.ts";
import { type FirstNotes, useServices } from "../../shared/services.ts";
import { DelayedSpinner } from "../../shared/ui/DelayedSpinner.tsx";
import { workspaceText } from "../../text/workspace.ts";
import { useNotesNavigate } from "../actions/use-notes-navigate.ts";
import phone from "../workspace/phone.module.css";
import css from "../workspace/workspace.module.css";
import frame from "./app-frame.module.css";

export function FirstFrame({ first }: { readonly first: FirstNotes }) {
  const isPhone = useFrame() === "phone";
  const isListed = useIsListed(isPhone);
  useEffect(() => {
    const painted = requestAnimationFrame(first.onRendered);
    return () => cancelAnimationFrame(painted);
  }, [first]);
  if (!isListed || first.notes.length === 0) return <DelayedSpinner />;
  return <div className={frame.frame}>{isPhone ? <PhoneFrame first={first} /> : <DesktopFrame first={first} />}</div>;
}

/** True if the list will be All Notes by modification time, with pinned notes among the others. */
function useIsListed(isPhone: boolean): boolean {
  const { preferences } = useServices();
  const { pathname, search, state } = useLocation();
  if (parseListSort(preferences.read(LOCAL_KEYS.listSort)) !== "modified" || search !== "") return false;
  if (preferences.read(LOCAL_KEYS.pinnedOnTop) !== undefined) return false;
  if ((state as { readonly isExpanded?: boolean } | null)?.isExpanded === true) return false;
  return isPhone ? pathname === PATHS.notes : pathname === PATHS.notes || isNoteAddress(pathname);
}

function DesktopFrame({ first }: { readonly first: FirstNotes }) {
  const { preferences } = useServices();
  const isWide = useIsWide();
  const width = preferences.read(LOCAL_KEYS.listWidth);
  return (
    <>
      {isWide && <div className={`${frame.sidebar} ${frame.pending}`} />}
      <div className={frame.rest}>
        <div className={css.desktop}>
          <section className={css.list} style={{ width: clampListWidth(Number(width ?? Number.NaN)) }} aria-label={workspaceText.list}>
            <Rows first={first} isPhone={false} />
          </section>
          <main className={css.main}>
            <h1 className="visually-hidden">{workspaceText.notes}</h1>
            <div className={css.header} />
            <DelayedSpinner />
          </main>
        </div>
      </div>
    </>
  );
}

function PhoneFrame({ first }: { readonly first: FirstNotes }) {
  return (
    <main className={`${frame.rest} ${phone.phone}`}>
      <Rows first={first} isPhone />
    </main>
  );
}

function Rows({ first, isPhone }: { readonly first: FirstNotes; readonly isPhone: boolean }) {
  const navigate = useNotesNavigate();
  const { pathname } = useLocation();
  const header = (
    <header className={phone.listHeader}>
      <h1 className={phone.heading}>{workspaceText.notes}</h1>
    </header>
  );
  return (
    <FirstRows
      notes={first.notes}
      openNoteId={matchRoute(pathname)?.noteId ?? null}
      isPhone={isPhone}
      header={isPhone ? header : undefined}
      onOpen={(noteId) => navigate(toNotePath(noteId))}
    />
  );
}
