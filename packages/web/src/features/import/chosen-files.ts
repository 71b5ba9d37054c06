/** Files from the browser's picker, with their paths in the chosen folder. */
import type { ChosenSource } from "@satchel/core/ports/transfer/import-sources.ts";

export function toSources(files: readonly File[]): readonly ChosenSource[] {
  return files.map(toSource);
}

/** The chosen folder's own name is not part of the path. */
function toSource(file: File): ChosenSource {
  const location: string | undefined = file.webkitRelativePath;
  const [root, ...rest] = (location ?? "").split("/");
  return root === undefined || root === "" || rest.length === 0 ? { path: file.name, file } : { path: rest.join("/"), root, file };
}
