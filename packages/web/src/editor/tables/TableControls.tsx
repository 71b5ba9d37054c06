/** Row and column menus and plus buttons beside the caret's table, for pointer and touch. The toolbar has the same actions. */
import type { Editor } from "@tiptap/core";
import { TextSelection, type Transaction } from "@tiptap/pm/state";
import { addColumn, addRow, selectedRect, TableMap } from "@tiptap/pm/tables";
import { useEditorState } from "@tiptap/react";
import { Ellipsis, Plus } from "lucide-react";
import { type MouseEvent, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { tipProps } from "../../shared/ui/buttons/tip-props.ts";
import { editorText } from "../../text/editor/editor.ts";
import { ToolbarContext, type ToolbarShared } from "../controls/toolbar-context.ts";
import { createChangeDelivery } from "../schema/change-delivery.ts";
import { TableActionsMenu } from "./TableMenu.tsx";
import { COLUMN_ACTIONS, ROW_ACTIONS } from "./table-actions.ts";
import type { TableSide } from "./table-commands.ts";
import css from "./table-controls.module.css";
import { findTable, measureTable, type TableGeometry } from "./table-geometry.ts";
import { useLineDrag } from "./use-line-drag.ts";

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
        <Line side="column" at={{ left: geometry.columnMiddle, top: geometry.top }} {...{ editor, geometry, layer }} />
      )}
      <Line side="row" at={{ left: geometry.left, top: geometry.rowMiddle }} {...{ editor, geometry, layer }} />
      <Add label={text.addRow} style={{ left: geometry.left, top: geometry.bottom }} onPress={() => addRowAtEnd(editor)} />
      <Add label={text.addColumn} style={{ left: geometry.right, top: geometry.top }} onPress={() => addColumnAtEnd(editor)} />
    </ToolbarContext>
  );
}

type LineProps = {
  readonly editor: Editor;
  readonly side: TableSide;
  readonly at: { readonly left: number; readonly top: number };
  readonly geometry: TableGeometry;
  readonly layer: RefObject<HTMLDivElement | null>;
};

/** Handle of the caret's row or column: a press opens its menu, a drag moves it to the line that is shown. */
function Line({ editor, side, at, geometry, layer }: LineProps) {
  const { landing, handlers } = useLineDrag(editor, side);
  const isRow = side === "row";
  const zero = layer.current?.getBoundingClientRect();
  const edge = landing === undefined || zero === undefined ? undefined : landing.edge - (isRow ? zero.top : zero.left);
  const { left, top } = geometry;
  const shown = isRow ? { left, top: edge, width: geometry.right - left } : { left: edge, top, height: geometry.bottom - top };
  return (
    <>
      <div className={css.spot} style={at} data-side={side} {...handlers}>
        <TableActionsMenu
          editor={editor}
          label={isRow ? text.row : text.column}
          actions={isRow ? ROW_ACTIONS : COLUMN_ACTIONS}
          trigger={<Handle label={isRow ? text.row : text.column} />}
        />
      </div>
      {edge !== undefined && <div className={css.landing} style={shown} />}
    </>
  );
}

/** The handle is not in the tab order, because the toolbar has the same for the keyboard. */
function Handle({ label }: { readonly label: string }) {
  return (
    <Button className={css.handle as string} {...tipProps(label)} aria-label={label} excludeFromTabOrder preventFocusOnPress>
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

/** Measures again when the text, the table or the page's width changes. */
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

/** Adds a row at the end of the caret's table, and moves the caret into it. One undo step. */
function addRowAtEnd(editor: Editor): void {
  const rect = selectedRect(editor.state);
  const transaction = addRow(editor.state.tr, rect, rect.map.height);
  goTo(editor, transaction, { tableStart: rect.tableStart, row: rect.map.height, column: rect.left });
}

function addColumnAtEnd(editor: Editor): void {
  const rect = selectedRect(editor.state);
  const transaction = addColumn(editor.state.tr, rect, rect.map.width);
  goTo(editor, transaction, { tableStart: rect.tableStart, row: rect.top, column: rect.map.width });
}

type Cell = { readonly tableStart: number; readonly row: number; readonly column: number };

function goTo(editor: Editor, transaction: Transaction, { tableStart, row, column }: Cell): void {
  const table = transaction.doc.nodeAt(tableStart - 1);
  if (table === null) return;
  const cell = tableStart + TableMap.get(table).positionAt(row, column, table);
  editor.view.dispatch(transaction.setSelection(TextSelection.near(transaction.doc.resolve(cell + 1))).scrollIntoView());
  editor.view.focus();
}

/** The caret's table, while the text or a menu beside the table has the focus. */
function useCaretTable(editor: Editor): HTMLElement | undefined {
  return useEditorState({
    editor,
    selector: ({ editor: current }) => (current.isEditable && !current.isDestroyed ? findTable(current) : undefined),
    equalityFn: (one, other) => one === other,
  });
}
