/** Items of the list's menus; their code loads with the first menu. */
import { menuEntries } from "../../../shared/menus/Menu.tsx";

export const NewItems = menuEntries(async () => (await import("./NewMenuItems.tsx")).NewMenuItems);
export const SensitiveItems = menuEntries(async () => (await import("./SensitiveMenuItems.tsx")).SensitiveMenuItems);
