/** The overview: a welcome, four cards, and the latest notes. Spec A §2.7. */

import { countHidden, countWaiting, selectNotes, shownTitle } from "@satchel/core/library/notes/note-list.ts";
import { hourOf, isOnSameDay } from "@satchel/core/model/readable/readable-values.ts";
import { PATHS, toNotePath } from "@satchel/core/model/routes.ts";
import { BarChart3, FileText, NotebookText, Plus, Search, SquarePen } from "lucide-react";
import { useMemo } from "react";
import { dateStyle, useDates } from "../../shared/hooks/use-dates.ts";
import { usePendingNotes } from "../../shared/hooks/use-notes.ts";
import { useStorageLabel } from "../../shared/hooks/use-plan.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { Link } from "../../shared/router/Link.tsx";
import { useLibrary, useServices } from "../../shared/services.ts";
import { buttonClass } from "../../shared/ui/Button.tsx";
import { commonText } from "../../text/labels.ts";
import { dashboardText } from "../../text/pages/dashboard.ts";
import { withHidden, workspaceText } from "../../text/workspace.ts";
import css from "./dashboard.module.css";

const RECENT = 5;

export function Dashboard() {
  return (
    <div className={css.page}>
      <div className={css.column}>
        <Welcome />
        <Cards />
        <Recent />
      </div>
    </div>
  );
}

function Welcome() {
  const { notes } = useLibrary();
  const hasNotes = useStore(notes.store, (state) => state.notes.length > 0);
  // Users whose notes are in the drive but not here yet are not invited to a first note.
  const mayHaveNotes = usePendingNotes() !== undefined || hasNotes;
  return (
    <header className={css.welcome}>
      <h1 className={css.title}>{useGreeting()}</h1>
      <p className={css.sentence}>{useSyncSummary()}</p>
      <div className={css.buttons}>
        <Link to={PATHS.newNote} className={buttonClass("primary", "large")}>
          <Plus aria-hidden />
          {mayHaveNotes ? dashboardText.create : dashboardText.createFirst}
        </Link>
        <Link to={PATHS.notes} className={buttonClass("plain", "large")}>
          {dashboardText.browse}
        </Link>
      </div>
    </header>
  );
}

function useGreeting(): string {
  const { account, clock } = useServices();
  const email = useStore(account.store, (state) => (state.kind === "signed-in" ? state.user.email : undefined));
  if (email === undefined) return dashboardText.welcome;
  const hour = hourOf(clock.now(), dateStyle);
  const greet = hour < 12 ? dashboardText.morning : hour < 18 ? dashboardText.afternoon : dashboardText.evening;
  return greet(email.split("@")[0] ?? email);
}

function useSyncSummary(): string {
  const { clock, connection } = useServices();
  const { notes, sync, kind } = useLibrary();
  const storage = useStorageLabel();
  const hasNoDrive = useStore(connection.store, (state) => state.kind === "none" && !state.isManaged);
  const wasInStep = useStore(sync.store, ({ lastCompleteAt }) => lastCompleteAt !== undefined);
  const all = useStore(notes.store, (state) => state.notes);
  const waiting = useStore(notes.store, (state) => countWaiting(state.notes));
  const changed = useMemo(() => all.filter((note) => isOnSameDay(note.lastModified, clock.now(), dateStyle)).length, [all, clock]);
  const neverInStep = all.length === 0 ? dashboardText.notHereYet(storage) : dashboardText.arriving(storage);
  const nothingPending = wasInStep ? dashboardText.inStep : neverInStep;
  const inStep = waiting === 0 ? nothingPending : dashboardText.waiting(waiting);
  const withoutDrive = wasInStep ? dashboardText.noDrive : dashboardText.localOnly;
  const state = kind === "local" || hasNoDrive ? withoutDrive : inStep;
  return `${state} ${dashboardText.changedToday(changed)}`.trim();
}

function Cards() {
  const { notes } = useLibrary();
  const hidden = useStore(notes.store, (state) => countHidden(state.notes));
  const count = useStore(notes.store, (state) => state.notes.length) - hidden;
  const folders = useStore(notes.store, (state) => state.folders.length);
  const isNothingHere = usePendingNotes() !== undefined && count + hidden === 0;
  const cards = [
    { to: PATHS.newNote, icon: SquarePen, name: dashboardText.newNote, hint: dashboardText.newNoteHint },
    {
      to: PATHS.notes,
      icon: NotebookText,
      name: dashboardText.allNotes,
      hint: isNothingHere
        ? dashboardText.allNotesPending
        : dashboardText.allNotesHint(withHidden(dashboardText.notes(count), hidden), dashboardText.folders(folders)),
    },
    { to: `${PATHS.notes}?search=`, icon: Search, name: dashboardText.search, hint: dashboardText.searchHint },
  ];
  return (
    <ul className={css.cards}>
      {cards.map(({ to, icon: Icon, name, hint }) => (
        <li key={name}>
          <Link to={to} className={css.card}>
            <Icon width={20} height={20} aria-hidden />
            <span className={css.cardName}>{name}</span>
            <span className={css.cardHint}>{hint}</span>
          </Link>
        </li>
      ))}
      <li className={`${css.card} ${css.comingSoon}`}>
        <BarChart3 width={20} height={20} aria-hidden />
        <span className={css.cardName}>{dashboardText.statistics}</span>
        <span className={css.cardHint}>{commonText.comingSoon}</span>
      </li>
    </ul>
  );
}

function Recent() {
  const { notes } = useLibrary();
  const dates = useDates();
  const all = useStore(notes.store, (state) => state.notes);
  const recent = useMemo(() => selectNotes(all, null).slice(0, RECENT), [all]);
  if (recent.length === 0) return null;
  return (
    <section>
      <h2 className={css.sectionTitle}>{dashboardText.recent}</h2>
      <ul className={css.recent}>
        {recent.map((note) => (
          <li key={note.noteId}>
            <Link to={toNotePath(note.noteId)} className={css.recentRow}>
              <FileText width={16} height={16} aria-hidden />
              <span className={css.recentTitle} dir="auto">
                {shownTitle(note) || workspaceText.untitled}
              </span>
              <span className={css.recentPreview} dir="auto">
                {note.preview}
              </span>
              <span className={css.recentDate}>{dates.inList(note.lastModified)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
