/** Bands that few people see: they come after the list. */
import { late } from "../../shared/late.ts";
import { MissingBand } from "./MissingBand.tsx";

export const ConnectionNotices = late(async () => (await import("./ConnectionNotices.tsx")).ConnectionNotices, MissingBand);
export const UpgradeBand = late(async () => (await import("./UpgradeBand.tsx")).UpgradeBand, MissingBand);
export const DraftNotice = late(async () => (await import("./Reminders.tsx")).DraftNotice, MissingBand);
export const LocalNotice = late(async () => (await import("./LocalNotice.tsx")).LocalNotice, MissingBand);
export const LostNotesNotice = late(async () => (await import("./LostNotesNotice.tsx")).LostNotesNotice, MissingBand);
export const RecoveredNotice = late(async () => (await import("./RecoveredNotice.tsx")).RecoveredNotice, MissingBand);
export const MoveNotice = late(async () => (await import("./MoveNotice.tsx")).MoveNotice, MissingBand);
export const PendingSteps = late(async () => (await import("./PendingSteps.tsx")).PendingSteps, MissingBand);

export const UpdateNotice = late(async () => (await import("./UpdateNotice.tsx")).UpdateNotice, MissingBand);
export const Reminders = late(async () => (await import("./Reminders.tsx")).Reminders, MissingBand);

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
