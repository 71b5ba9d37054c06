/** Bands that few people see: they come after the list. */
import { late } from "../../shared/late.ts";
import { NotLoaded } from "../../shared/ui/NotLoaded.tsx";

export const UpgradeBand = late(async () => (await import("./UpgradeBand.tsx")).UpgradeBand, NotLoaded);
export const LocalNotice = late(async () => (await import("./LocalNotice.tsx")).LocalNotice, NotLoaded);

export const fetchBands = (): Promise<unknown> => Promise.all([UpgradeBand.fetch(), LocalNotice.fetch()]);
