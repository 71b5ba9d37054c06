/** Text about folders in the sidebar and the list. */

export const folderListText = {
  withSubfolders: "Include subfolders",
  expand: (name: string) => `Show folders in ${name}`,
  collapse: (name: string) => `Hide folders in ${name}`,
  menu: "Folder",
} as const;
