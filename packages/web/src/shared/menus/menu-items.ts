/** What can be done with notes and with a folder, as entries of a menu; their code comes with the first menu. */
import { menuEntries } from "./Menu.tsx";

export const NoteItems = menuEntries(async () => (await import("./NoteMenuItems.tsx")).NoteMenuItems);
export const FolderItems = menuEntries(async () => (await import("./FolderMenuItems.tsx")).FolderMenuItems);
