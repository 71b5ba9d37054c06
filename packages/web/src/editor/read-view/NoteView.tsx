/**
 * A note's text to read: sanitized twice; links open beside the app; ticks and column widths are rendered. No editing code. Spec A §2.11.
 */
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { AttachmentHost } from "../../shared/editor-host/attachment-host.ts";
import type { OriginalImages } from "../../shared/editor-host/image-compressor.ts";
import type { NoteLinks } from "../../shared/editor-host/note-links.ts";
import { blocksText } from "../../text/editor/blocks.ts";
import { highlightForReading } from "../code/code-highlighter.ts";
import "../content.css";
import { loadImages, remoteImagesOf } from "@satchel/core/document/reading/edit-read-note.ts";
import { handOutFiles } from "../attachments/hand-out-files.ts";
import { openDayLinks } from "../blocks/note-links/open-day-links.ts";
import { showNoteLinks } from "../blocks/note-links/show-note-link.ts";
import { Contents } from "../contents/Contents.tsx";
import type { OutlineMemory } from "../contents/use-outline.ts";
import { useReadContents } from "../contents/use-read-contents.ts";
import { useFindKey } from "../find/use-find-key.ts";
import { RemoteProgress } from "../images/bar/RemoteProgress.tsx";
import { enlargeOnClick } from "../images/enlarge-image.ts";
import { loadRemoteImage, type RemoteImageHost } from "../images/load-remote-image.ts";
import { offerToLoad } from "../images/remote-image.ts";
import { createRemoteLoads, type RemoteLoads } from "../images/remote-loads.ts";
import { showOriginals } from "../images/show-original.ts";
import { markLeftToRight } from "../long-documents/left-to-right.ts";
import { cleanCopies } from "./copy-read.ts";
import { goToLinkedBlock, type LinkedPlace } from "./find/linked-block.ts";
import { showFootnotes } from "./footnotes.ts";
import { replaceReadText } from "./replace-read-text.ts";
import { selectByKey } from "./select-all.ts";
import { mayBeLong, sizeBlocks } from "./size-blocks.ts";
import { type EditListener, keepBoxFocus, listenForTicks } from "./tick-boxes.ts";

export type NoteViewProps = {
  readonly html: string;
  readonly className?: string | undefined;
  readonly originals?: OriginalImages;
  readonly attachments?: AttachmentHost;
  readonly noteLinks?: NoteLinks;
  /** If undefined, remote images are only named. */
  readonly images?: Omit<RemoteImageHost, "originals"> | undefined;
  /** If undefined, task boxes are read-only. */
  readonly onEdit?: EditListener | undefined;
  /** Address that may lead to a block of this note. */
  readonly linked?: LinkedPlace | undefined;
  /** If undefined, the contents are never beside the text. */
  readonly outline?: OutlineMemory | undefined;
};

export function NoteView({ html, className = "", originals, attachments, noteLinks, images, onEdit, linked, outline }: NoteViewProps) {
  const host = useRef<HTMLDivElement>(null);
  useFindKey(host);
  const footnotes = useRef<HTMLOListElement>(null);
  useLayoutEffect(() => {
    if (host.current === null) return;
    const restoreFocus = keepBoxFocus(host.current);
    // Measured before the text is inserted, because measuring afterwards would lay out all of it. Most notes need no measuring.
    const widthPx = mayBeLong(html) ? host.current.clientWidth : 0;
    replaceReadText(host.current, html);
    sizeBlocks(host.current, widthPx);
    restoreFocus();
    markLeftToRight(host.current);
    highlightForReading(host.current);
    if (footnotes.current !== null) showFootnotes(host.current, footnotes.current);
  }, [html]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the images depend on the text
  useLayoutEffect(() => {
    if (host.current !== null && originals !== undefined) return showOriginals(host.current, originals);
  }, [html, originals]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the files depend on the text
  useLayoutEffect(() => {
    if (host.current !== null && attachments !== undefined) return handOutFiles(host.current, attachments);
  }, [html, attachments]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the links depend on the text
  useLayoutEffect(() => {
    if (host.current === null) return undefined;
    const stops = [showNoteLinks(host.current, noteLinks), openDayLinks(host.current, noteLinks)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [html, noteLinks]);
  useLayoutEffect(() => (host.current === null ? undefined : cleanCopies(host.current)), []);
  useLayoutEffect(() => (host.current === null ? undefined : selectByKey(host.current)), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the images depend on the text
  useLayoutEffect(() => (host.current === null ? undefined : enlargeOnClick(host.current)), [html]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the boxes depend on the text
  useLayoutEffect(() => {
    if (host.current !== null && onEdit !== undefined) return listenForTicks(host.current, onEdit);
  }, [html, onEdit]);
  useEffect(() => {
    if (host.current !== null && linked !== undefined) goToLinkedBlock(host.current, linked);
  }, [linked]);
  const loads = useRemoteLoads(host, { html, images, originals, onEdit });
  const contents = useReadContents(host, html);
  return (
    <>
      <RemoteProgress loads={loads} />
      <Contents entries={contents.entries} current={contents.current} onGo={contents.go} outline={outline} />
      <div ref={host} className={`note-content ${className}`} />
      <ol ref={footnotes} className="footnotes" aria-label={blocksText.footnotes} hidden />
    </>
  );
}

type Remote = Pick<NoteViewProps, "html" | "images" | "onEdit"> & { readonly originals: OriginalImages | undefined };

function useRemoteLoads(host: RefObject<HTMLElement | null>, { html, images, originals, onEdit }: Remote): RemoteLoads | undefined {
  const latest = useRef(html);
  useLayoutEffect(() => {
    latest.current = html;
  }, [html]);
  const loads = useMemo(
    () =>
      images === undefined || originals === undefined || onEdit === undefined
        ? undefined
        : createReadLoads({ ...images, originals }, () => latest.current, onEdit),
    [images, originals, onEdit],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the images depend on the text
  useLayoutEffect(() => {
    if (host.current !== null && loads !== undefined) return offerAllToLoad(host.current, loads);
  }, [html, loads]);
  return loads;
}

/** Loads remote images of the read view; each loaded image is an edit of the note, saved like any other. */
function createReadLoads(host: RemoteImageHost, html: () => string, onEdit: EditListener): RemoteLoads {
  return createRemoteLoads({
    load: (address, onProgress, signal) => loadRemoteImage(host, { address, onProgress, signal }),
    addresses: () => remoteImagesOf(html()),
    apply: (loaded) => onEdit((content) => loadImages(content, loaded)),
  });
}

/** Returns a function that ends this. */
function offerAllToLoad(root: HTMLElement, loads: RemoteLoads): () => void {
  const ends = [...root.querySelectorAll<HTMLElement>(".remote-image")].map((frame) => offerToLoad(frame, loads));
  return () => {
    for (const end of ends) end();
  };
}
