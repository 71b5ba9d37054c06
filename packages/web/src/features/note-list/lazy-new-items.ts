/** What can be made beside a note, as entries of a menu; their code comes with the first menu. */
import { menuEntries } from "../../shared/ui/Menu.tsx";

export const NewItems = menuEntries(async () => (await import("./NewMenuItems.tsx")).NewMenuItems);
