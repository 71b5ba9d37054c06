/** A note's text to read: sanitised twice, links opening beside the app, ticks and column widths drawn. Nothing here can edit. Spec A §2.11. */
import { useLayoutEffect, useRef } from "react";
import type { AttachmentHost } from "../../shared/attachment-host.ts";
import type { OriginalImages } from "../../shared/image-compressor.ts";
import { highlightForReading } from "../code/code-highlighter.ts";
import "../content.css";
import { handOutFiles } from "../attachments/hand-out-files.ts";
import { showOriginals } from "../images/show-original.ts";
import { markLeftToRight } from "../long-documents/left-to-right.ts";
import { replaceReadText } from "./replace-read-text.ts";

export type NoteViewProps = {
  readonly html: string;
  readonly className?: string | undefined;
  readonly originals?: OriginalImages;
  readonly attachments?: AttachmentHost;
};

export function NoteView({ html, className = "", originals, attachments }: NoteViewProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (host.current === null) return;
    replaceReadText(host.current, html);
    markLeftToRight(host.current);
    highlightForReading(host.current);
  }, [html]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other pictures
  useLayoutEffect(() => {
    if (host.current !== null && originals !== undefined) return showOriginals(host.current, originals);
  }, [html, originals]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other files
  useLayoutEffect(() => {
    if (host.current !== null && attachments !== undefined) return handOutFiles(host.current, attachments);
  }, [html, attachments]);
  return <div ref={host} className={`note-content ${className}`} />;
}
