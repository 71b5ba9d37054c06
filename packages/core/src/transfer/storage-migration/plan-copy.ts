/** Which files of one place the other one lacks. Worked out again from two lists each time, so that a move goes on wherever it was broken off. Pure. */
import type { PlacedFile } from "../../ports/copy-target.ts";

/** The same bytes under the same name and properties in the same kind of folder; ids belong to a place. */
export function copyKey({ name, role, md5, properties }: Omit<PlacedFile, "fileId" | "sizeBytes">): string {
  const sorted = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([role, name, md5, sorted]);
}

export function planCopy(source: readonly PlacedFile[], target: readonly PlacedFile[]): readonly PlacedFile[] {
  const there = new Set(target.map(copyKey));
  return source.filter((file) => {
    const key = copyKey(file);
    const isLacking = !there.has(key);
    there.add(key);
    return isLacking;
  });
}

export function bytesOf(files: readonly PlacedFile[]): number {
  return files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
