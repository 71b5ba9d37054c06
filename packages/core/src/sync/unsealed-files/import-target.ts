/** The folder of imported notes and the marks that they get. The folder is the same on every device that imports. Decision 0017. */

export const IMPORT = {
  titleSuffix: " (Imported)",
  folderId: "folder-1-imported",
  folderName: "Imported from drive",
  folderDescription: "Notes that were in your drive without Satchel's encryption",
  folderCreatedAt: 1,
  dot: "imported",
} as const;
