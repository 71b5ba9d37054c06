/** What a database is opened with that is closed again as soon as it was looked into. */
import { browserClock, newDeviceId } from "../../browser/environment.ts";

export const BRIEFLY = { now: browserClock.now, newDeviceId, onOutdated: async (): Promise<void> => undefined };
