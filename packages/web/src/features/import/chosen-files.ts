/** Files as the browser hands them over, with their places in the folder that was chosen. */
import type { ChosenSource } from "@satchel/core/ports/import-sources.ts";

export function toSources(files: readonly File[]): readonly ChosenSource[] {
  return files.map((file) => ({ path: locationOf(file), file }));
}

/** The chosen folder itself is not part of the place: it is the source. */
function locationOf(file: File): string {
  const location: string | undefined = file.webkitRelativePath;
  return location === undefined || location === "" ? file.name : location.split("/").slice(1).join("/") || file.name;
}
