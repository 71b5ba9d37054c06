/** Hands the person a file, as a download. */
import { browserTimers } from "./environment.ts";

/** A browser may ask where to put it before it reads. */
const KEPT_MS = 60_000;

export function saveFile({ name, type, text }: { readonly name: string; readonly type: string; readonly text: string }): void {
  saveBlob(name, new Blob([text], { type }));
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  browserTimers.after(KEPT_MS, () => URL.revokeObjectURL(url));
}
