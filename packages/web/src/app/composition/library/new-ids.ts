/** Random names that this browser gives: to itself within a library, and to a place in a drive. */
import { SYNC } from "@satchel/core/model/limits.ts";
import { browserIds } from "../../../adapters/browser/environment.ts";

const TARGET_ID_CHARS = 12;

export const newTargetId = (): string => browserIds.random(TARGET_ID_CHARS);
export const newDeviceId = (): string => browserIds.random(SYNC.deviceIdChars);
