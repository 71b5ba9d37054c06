/**
 * What stands for a picture that lies on another server: its name and that server's, as a link. The picture itself is not asked for,
 * since that would tell its server who reads the note, and when. Decision 0007, decision 0029 "no remote tracker loads".
 */
import { webAddress } from "@satchel/core/document/html/attribute-values.ts";
import { editorText } from "../../text/editor.ts";

/** Undefined for a picture whose bytes are here. */
export function createRemoteImageLink(src: string | null, remoteSrc: string | null, alt: string | null): HTMLElement | undefined {
  const address = webAddress.normalise(remoteSrc ?? "");
  if (src !== null || address === undefined) return undefined;
  const link = document.createElement("a");
  link.className = "picture-elsewhere";
  link.setAttribute("href", address);
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer nofollow");
  link.textContent = editorText.remoteImage(alt ?? "", hostOf(address));
  return link;
}

function hostOf(address: string): string {
  return /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/.exec(address)?.[1] ?? "";
}
