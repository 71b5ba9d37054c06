/** Hands the user a file, as a download. */
import { browserTimers } from "./environment.ts";

/** A browser may ask where to put it before it reads. */
const KEPT_MS = 60_000;

type SavedFile = { readonly name: string; readonly type: string } & ({ readonly text: string } | { readonly bytes: Uint8Array });

export function saveFile({ name, type, ...content }: SavedFile): void {
  saveBlob(name, new Blob(["text" in content ? content.text : (content.bytes as Uint8Array<ArrayBuffer>)], { type }));
}

/** `whenRead`: the browser has read it by then. */
export function saveBlob(name: string, blob: Blob, whenRead: () => void = () => undefined): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  browserTimers.after(KEPT_MS, () => {
    URL.revokeObjectURL(url);
    whenRead();
  });
}
