/**
 * Beside the table that the caret is in: a menu for its row and one for its column, and a plus for one more of each at its ends. For the
 * pointer and the finger; by keyboard the toolbar's table menu does the same. It is laid over the text, in the gutter, and moves nothing.
 */
import type { Editor } from "@tiptap/core";
import { Ellipsis, Plus } from "lucide-react";
import { type MouseEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { editorText } from "../../text/editor.ts";
import { createChangeDelivery } from "../schema/change-delivery.ts";
import { ToolbarContext, type ToolbarShared } from "../toolbar/toolbar-context.ts";
import { TableActionsMenu } from "./TableMenu.tsx";
import { COLUMN_ACTIONS, ROW_ACTIONS } from "./table-actions.ts";
import css from "./table-controls.module.css";
import { addColumnAtEnd, addRowAtEnd } from "./table-ends.ts";
import { measureTable, type TableGeometry } from "./table-geometry.ts";
import { useCaretTable } from "./use-caret-table.ts";

const text = editorText.tables;

export function TableControls({ editor }: { readonly editor: Editor }) {
  const layer = useRef<HTMLDivElement>(null);
  const table = useCaretTable(editor);
  return (
    <div ref={layer} className={css.layer} data-table-controls>
      {table !== undefined && <Controls editor={editor} table={table} layer={layer} />}
    </div>
  );
}

type ControlsProps = { readonly editor: Editor; readonly table: HTMLElement; readonly layer: RefObject<HTMLDivElement | null> };

function Controls({ editor, table, layer }: ControlsProps) {
  const geometry = useGeometry(editor, table, layer);
  const isByPointer = useRef(true);
  const shared = useMemo<ToolbarShared>(() => ({ isByPointer, done: () => undefined }), []);
  if (geometry === undefined) return null;
  return (
    <ToolbarContext value={shared}>
      {geometry.columnMiddle !== undefined && (
        <div className={css.spot} style={{ left: geometry.columnMiddle, top: geometry.top }} data-side="column">
          <TableActionsMenu editor={editor} label={text.column} groups={COLUMN_ACTIONS} trigger={<Handle label={text.column} />} />
        </div>
      )}
      <div className={css.spot} style={{ left: geometry.left, top: geometry.rowMiddle }} data-side="row">
        <TableActionsMenu editor={editor} label={text.row} groups={ROW_ACTIONS} trigger={<Handle label={text.row} />} />
      </div>
      <Add label={text.addRow} style={{ left: geometry.left, top: geometry.bottom }} onPress={() => addRowAtEnd(editor)} />
      <Add label={text.addColumn} style={{ left: geometry.right, top: geometry.top }} onPress={() => addColumnAtEnd(editor)} />
    </ToolbarContext>
  );
}

/** The toolbar has the same for the keyboard. */
function Handle({ label }: { readonly label: string }) {
  return (
    <Button className={css.handle as string} aria-label={label} excludeFromTabOrder preventFocusOnPress>
      <Ellipsis aria-hidden />
    </Button>
  );
}

type AddProps = { readonly label: string; readonly style: { readonly left: number; readonly top: number }; readonly onPress: () => void };

function Add({ label, style, onPress }: AddProps) {
  return (
    <div className={css.spot} style={style} data-side="end">
      <button type="button" tabIndex={-1} className={css.handle} aria-label={label} title={label} onMouseDown={keepFocus} onClick={onPress}>
        <Plus aria-hidden />
      </button>
    </div>
  );
}

function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/** Measured again when the text, the table or the width of the page changes. */
function useGeometry(editor: Editor, table: HTMLElement, layer: RefObject<HTMLDivElement | null>): TableGeometry | undefined {
  const [geometry, setGeometry] = useState<TableGeometry>();
  useLayoutEffect(() => {
    const measure = (): void => {
      const next = layer.current === null || editor.isDestroyed ? undefined : measureTable(editor, layer.current);
      setGeometry((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    const delivery = createChangeDelivery(measure);
    measure();
    editor.on("transaction", delivery.schedule);
    table.addEventListener("scroll", measure, { passive: true });
    const observer = typeof ResizeObserver === "undefined" ? undefined : new ResizeObserver(measure);
    observer?.observe(table);
    observer?.observe(editor.view.dom);
    return () => {
      editor.off("transaction", delivery.schedule);
      delivery.end();
      table.removeEventListener("scroll", measure);
      observer?.disconnect();
    };
  }, [editor, table, layer]);
  return geometry;
}
