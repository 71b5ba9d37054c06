/** Options for a connection that is closed right after one look. */
import { browserClock, newDeviceId } from "../../browser/environment.ts";

export const BRIEFLY = { now: browserClock.now, newDeviceId, onOutdated: async (): Promise<void> => undefined };
