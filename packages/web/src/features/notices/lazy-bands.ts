/** Bands that few users see, loaded after the list. */
import { lazyComponent } from "../../shared/lazy/lazy-component.ts";

export const ConnectionNotices = lazyComponent(async () => (await import("./drive/ConnectionNotices.tsx")).ConnectionNotices, "band");
export const UpgradeBand = lazyComponent(async () => (await import("./local/UpgradeBand.tsx")).UpgradeBand, "band");
export const DraftNotice = lazyComponent(async () => (await import("./reminders/Reminders.tsx")).DraftNotice, "band");
export const LocalNotice = lazyComponent(async () => (await import("./local/LocalNotice.tsx")).LocalNotice, "band");
export const LostNotesNotice = lazyComponent(async () => (await import("./local/LostNotesNotice.tsx")).LostNotesNotice, "band");
export const RecoveredNotice = lazyComponent(async () => (await import("./drafts/RecoveredNotice.tsx")).RecoveredNotice, "band");
export const MoveNotice = lazyComponent(async () => (await import("./drive/MoveNotice.tsx")).MoveNotice, "band");
export const PendingSteps = lazyComponent(async () => (await import("./PendingSteps.tsx")).PendingSteps, "band");

export const UpdateNotice = lazyComponent(async () => (await import("./UpdateNotice.tsx")).UpdateNotice, "band");
export const Reminders = lazyComponent(async () => (await import("./reminders/Reminders.tsx")).Reminders, "band");

export const fetchBands = (): Promise<unknown> =>
  Promise.all(
    [
      ConnectionNotices,
      DraftNotice,
      UpgradeBand,
      LocalNotice,
      LostNotesNotice,
      RecoveredNotice,
      MoveNotice,
      PendingSteps,
      Reminders,
      UpdateNotice,
    ].map((band) => band.fetch()),
  );
