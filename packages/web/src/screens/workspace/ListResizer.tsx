/** Handle at the list's edge: drag it, or use the arrow keys. The width is stored. visual.md "Frame". */
import { LAYOUT } from "@satchel/core/model/limits/limits.ts";
import type { KeyboardEvent, PointerEvent } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useLibrary } from "../../shared/services.ts";
import { workspaceText } from "../../text/workspace.ts";
import css from "./workspace.module.css";

const STEP_PX = 20;

export function ListResizer() {
  const { workspace } = useLibrary();
  const width = useStore(workspace.store, (state) => state.listWidthPx);
  const handlePointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
  };
  const handlePointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const left = event.currentTarget.parentElement?.getBoundingClientRect().left ?? 0;
    workspace.setListWidth(event.clientX - left);
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "ArrowLeft") workspace.setListWidth(width - STEP_PX);
    if (event.key === "ArrowRight") workspace.setListWidth(width + STEP_PX);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an hr cannot be dragged; this is the separator of the ARIA practices
    <div
      className={css.resizer}
      role="separator"
      aria-orientation="vertical"
      aria-label={workspaceText.resizeList}
      aria-valuenow={width}
      aria-valuemin={LAYOUT.listMinWidthPx}
      aria-valuemax={LAYOUT.listMaxWidthPx}
      tabIndex={0}
      onPointerDown={handlePointerDown}
      onPointerMove={handlePointerMove}
      onDoubleClick={() => workspace.setListWidth(LAYOUT.listWidthPx)}
      onKeyDown={handleKeyDown}
    />
  );
}
