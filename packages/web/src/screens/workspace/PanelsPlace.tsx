/** Where a frame shows what the tabs hold. */
import { useLayoutEffect, useRef } from "react";
import css from "./workspace.module.css";
import type { WorkspacePanels } from "./workspace-panels.ts";

export function PanelsPlace({ panels }: { readonly panels: WorkspacePanels }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (place.current === null ? undefined : panels.putInto(place.current)), [panels]);
  return <div ref={place} className={css.panels} />;
}
