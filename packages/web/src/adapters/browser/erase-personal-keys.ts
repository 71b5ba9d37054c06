/** Removes what identifies the user from local and session storage. */
import { PERSONAL_KEYS } from "@satchel/core/workspace/sign-out/personal-keys.ts";

/** False when something is still there. A browser that refuses storage kept nothing. */
export function erasePersonalKeys(storages: () => readonly Storage[] = () => [localStorage, sessionStorage]): boolean {
  try {
    return storages().every((storage) => {
      for (const key of PERSONAL_KEYS) storage.removeItem(key);
      return PERSONAL_KEYS.every((key) => storage.getItem(key) === null);
    });
  } catch {
    return true;
  }
}
