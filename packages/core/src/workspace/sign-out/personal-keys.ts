/** Storage keys that reveal something about the user, including older clients'; erased at sign-out. Spec B §4 "Logout clearing". Pure. */
import { LOCAL_KEYS, SESSION_KEYS } from "../../model/storage-keys.ts";

/** Local mode's notes belong to no account, and stay while it is on. */
const OF_THE_DEVICE: readonly string[] = [
  LOCAL_KEYS.erasing,
  LOCAL_KEYS.theme,
  LOCAL_KEYS.localModeEnabled,
  LOCAL_KEYS.localSessionId,
  LOCAL_KEYS.localNotes,
  LOCAL_KEYS.firstNotes,
  LOCAL_KEYS.localMirror,
  LOCAL_KEYS.logCut,
  LOCAL_KEYS.listWidth,
  LOCAL_KEYS.listSort,
  LOCAL_KEYS.pinnedOnTop,
  LOCAL_KEYS.withSubfolders,
  SESSION_KEYS.windowId,
];
const OF_OLDER_CLIENTS = ["cloudAccessToken", "tempToPermMap", "sensitivePassword", "localSensitivePassword"] as const;

export const PERSONAL_KEYS: readonly string[] = [...Object.values(LOCAL_KEYS), ...Object.values(SESSION_KEYS), ...OF_OLDER_CLIENTS].filter(
  (key) => !OF_THE_DEVICE.includes(key),
);
