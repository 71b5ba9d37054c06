/** Read view of a version with insertions and deletions marked. */
import { useLayoutEffect, useRef } from "react";
import "../content.css";
import "./changes.css";
import { replaceReadText } from "./replace-read-text.ts";
import { showMarks } from "./show-marks.ts";

export function ChangesView({ html }: { readonly html: string }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (host.current === null) return;
    host.current.replaceChildren();
    replaceReadText(host.current, html);
    showMarks(host.current);
  }, [html]);
  return <div ref={host} className="note-content" />;
}

/** A title with insertions and deletions marked. */
export function ChangesTitle({ text, className }: { readonly text: string; readonly className: string | undefined }) {
  const host = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (host.current === null) return;
    host.current.textContent = text;
    showMarks(host.current);
  }, [text]);
  // biome-ignore lint/a11y/useHeadingContent: its text is inserted with the marks
  return <h3 ref={host} className={className} dir="auto" />;
}
