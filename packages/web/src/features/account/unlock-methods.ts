/** Which ways out of a locked vault are offered, in which order. Pure. encryption.md 3.5 (2) (4)–(6). */
export type UnlockMethod = "password" | "device" | "old-password" | "recovery-key" | "other-device" | "later" | "start-over";

type Locked = { readonly isLimited: boolean; readonly holdsKey: boolean };

/** A mailed password opens nothing and never will, so it is not asked for; 'later' only makes sense while a password has to be set. */
export function unlockMethods({ isLimited, holdsKey }: Locked): readonly UnlockMethod[] {
  return [
    ...(holdsKey ? (["device"] as const) : []),
    ...(isLimited ? [] : (["password"] as const)),
    "old-password",
    "recovery-key",
    "other-device",
    ...(isLimited ? (["later"] as const) : []),
    "start-over",
  ];
}
