/** Element in which a frame shows the tabs' panels. */
import { useLayoutEffect, useRef } from "react";
import css from "./workspace.module.css";
import type { WorkspacePanels } from "./workspace-panels.ts";

export function PanelsHost({ panels }: { readonly panels: WorkspacePanels }) {
  const hostRef = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (hostRef.current === null ? undefined : panels.putInto(hostRef.current)), [panels]);
  return <div ref={hostRef} className={css.panels} />;
}
