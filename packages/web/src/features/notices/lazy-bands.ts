/** Bands that few people see: they come after the list. */
import { lazyComponent } from "../../shared/lazy-component.ts";
import { MissingBand } from "./MissingBand.tsx";

export const ConnectionNotices = lazyComponent(async () => (await import("./ConnectionNotices.tsx")).ConnectionNotices, MissingBand);
export const UpgradeBand = lazyComponent(async () => (await import("./UpgradeBand.tsx")).UpgradeBand, MissingBand);
export const DraftNotice = lazyComponent(async () => (await import("./Reminders.tsx")).DraftNotice, MissingBand);
export const LocalNotice = lazyComponent(async () => (await import("./LocalNotice.tsx")).LocalNotice, MissingBand);
export const LostNotesNotice = lazyComponent(async () => (await import("./LostNotesNotice.tsx")).LostNotesNotice, MissingBand);
export const RecoveredNotice = lazyComponent(async () => (await import("./RecoveredNotice.tsx")).RecoveredNotice, MissingBand);
export const MoveNotice = lazyComponent(async () => (await import("./MoveNotice.tsx")).MoveNotice, MissingBand);
export const PendingSteps = lazyComponent(async () => (await import("./PendingSteps.tsx")).PendingSteps, MissingBand);

export const UpdateNotice = lazyComponent(async () => (await import("./UpdateNotice.tsx")).UpdateNotice, MissingBand);
export const Reminders = lazyComponent(async () => (await import("./Reminders.tsx")).Reminders, MissingBand);

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
