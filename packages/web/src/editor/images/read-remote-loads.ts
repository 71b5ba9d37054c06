/** The images of other websites in a note that is read: loading one is an edit of the note, saved like any other. */
import { loadImages, remoteImagesOf } from "@satchel/core/document/html/edit-read-note.ts";
import type { EditListener } from "../read-view/tick-boxes.ts";
import { loadRemoteImage, type RemoteImageHost } from "./load-remote-image.ts";
import { offerToLoad } from "./remote-image.ts";
import { createRemoteLoads, type RemoteLoads } from "./remote-loads.ts";

export function createReadLoads(host: RemoteImageHost, html: () => string, onEdit: EditListener): RemoteLoads {
  return createRemoteLoads({
    load: (address, onProgress, signal) => loadRemoteImage(host, { address, onProgress, signal }),
    addresses: () => remoteImagesOf(html()),
    apply: (loaded) => onEdit((content) => loadImages(content, loaded)),
  });
}

/** Answers what ends it. */
export function offerAllToLoad(root: HTMLElement, loads: RemoteLoads): () => void {
  const ends = [...root.querySelectorAll<HTMLElement>(".remote-image")].map((frame) => offerToLoad(frame, loads));
  return () => {
    for (const end of ends) end();
  };
}
