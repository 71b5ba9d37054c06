/** Bands that few people see: they come after the list. */
import { late } from "../../shared/late.ts";
import { NotLoaded } from "../../shared/ui/NotLoaded.tsx";

export const ConnectionNotices = late(async () => (await import("./ConnectionNotices.tsx")).ConnectionNotices, NotLoaded);
export const UpgradeBand = late(async () => (await import("./UpgradeBand.tsx")).UpgradeBand, NotLoaded);
export const LocalNotice = late(async () => (await import("./LocalNotice.tsx")).LocalNotice, NotLoaded);
export const MoveNotice = late(async () => (await import("./MoveNotice.tsx")).MoveNotice, NotLoaded);

export const fetchBands = (): Promise<unknown> =>
  Promise.all([ConnectionNotices.fetch(), UpgradeBand.fetch(), LocalNotice.fetch(), MoveNotice.fetch()]);
