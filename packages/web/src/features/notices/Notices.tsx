/** The bands above a note: problems and possible actions. They stay until resolved or dismissed. Spec A §2.8 "Banner", B §4. */
import { createStore } from "@satchel/core/model/store.ts";
import { hasRecovered } from "@satchel/core/workspace/tabs/recovered-texts.ts";
import { Suspense, useContext, useEffect, useRef } from "react";
import { useFrame } from "../../shared/hooks/use-layout.ts";
import { useStore } from "../../shared/hooks/use-store.ts";
import { NoticeStackContext } from "../../shared/notices/notice-stack.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import {
  ConnectionNotices,
  DraftNotice,
  LocalNotice,
  LostNotesNotice,
  MoveNotice,
  PendingSteps,
  RecoveredNotice,
  Reminders,
  UpdateNotice,
} from "./lazy-bands.ts";
import css from "./notices.module.css";
import { UpgradeNotice } from "./UpgradeNotice.tsx";

type NoticesProps = {
  readonly onRecoveryKey: () => void;
  readonly onTarget: () => void;
  readonly onJoinSensitive: () => void;
  /** Hides bands that can wait, because a phone's page is needed for the note. */
  readonly isBrief?: boolean;
};

export function Notices({ onRecoveryKey, onTarget, onJoinSensitive, isBrief = false }: NoticesProps) {
  const { kind } = useLibrary();
  const stack = useContext(NoticeStackContext);
  return (
    <div className={css.notices}>
      <Update />
      <Draft />
      <Recovered isBrief={isBrief} />
      <Lost />
      <Suspense>{kind === "cloud" && <ConnectionNotices onTarget={onTarget} />}</Suspense>
      {kind === "cloud" && <Pending />}
      {kind === "cloud" && <Migration />}
      {kind === "cloud" && <UpgradeNotice onJoinSensitive={onJoinSensitive} />}
      <div hidden={isBrief}>
        <NoticeStackContext value={isBrief ? undefined : stack}>
          <Suspense>
            <Reminders onRecoveryKey={onRecoveryKey} />
            {kind === "local" && <LocalNotice />}
          </Suspense>
        </NoticeStackContext>
      </div>
    </div>
  );
}

/** Bands that must not wait until the user opens the notes, because sign-in leads to the dashboard. */
export function LandingNotices({ onJoinSensitive }: Pick<NoticesProps, "onJoinSensitive">) {
  const { kind } = useLibrary();
  if (kind === "local") return null;
  return (
    <div className={css.notices}>
      <Pending />
      <UpgradeNotice onJoinSensitive={onJoinSensitive} />
    </div>
  );
}

function Pending() {
  const hasSteps = useStore(useServices().account.pendingSteps, ({ steps }) => steps.length > 0);
  return <Suspense>{hasSteps && <PendingSteps />}</Suspense>;
}

/** Reports a finished change of plan. */
function Migration() {
  const { migration, status } = useServices();
  // A change started on another device is shown in Settings, where the user would look for it.
  const isInProgress = useStore(migration.store, ({ kind }) => kind !== "none" && kind !== "elsewhere");
  const arrived = useStore(migration.store, (state) => (state.kind === "none" && state.arrivedAt !== undefined ? state : undefined));
  // Reported once, not again on a later visit to this page.
  const notified = useRef(arrived);
  useEffect(() => {
    if (arrived !== undefined && arrived !== notified.current) {
      const { arrivedAt: plan, isAllThere } = arrived;
      status.show({ id: "plan-changed", plan, isAllThere }, { subject: "plan" });
    }
    notified.current = arrived;
  }, [arrived, status]);
  return <Suspense>{isInProgress && <MoveNotice />}</Suspense>;
}

function Recovered({ isBrief }: { readonly isBrief: boolean }) {
  const { tabs } = useLibrary();
  const isSilent = useStore(tabs.store, (state) => !hasRecovered(state));
  const isPhone = useFrame() === "phone";
  return <Suspense>{!isSilent && <RecoveredNotice isNoteShown={!isPhone || isBrief} />}</Suspense>;
}

const NONE_LOST = createStore({ count: 0 });

function Lost() {
  const { lostNotes } = useLibrary();
  const count = useStore(lostNotes?.lost ?? NONE_LOST, (state) => state.count);
  return <Suspense>{count > 0 && <LostNotesNotice count={count} />}</Suspense>;
}

function Update() {
  const isWaiting = useStore(useServices().updates.store, ({ waiting }) => waiting);
  return <Suspense>{isWaiting && <UpdateNotice />}</Suspense>;
}

function Draft() {
  const problem = useStore(useLibrary().tabs.store, ({ draftProblem }) => draftProblem);
  return <Suspense>{problem !== undefined && <DraftNotice problem={problem} />}</Suspense>;
}
