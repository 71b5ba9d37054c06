/** A menu beside the caret, filtered by the typed text. The focus stays in the text; arrow keys choose, Enter inserts. */
import type { Editor } from "@tiptap/core";
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import css from "./typed-menu.module.css";
import type { TypedMenuPlugin, TypedState } from "./typed-menu-plugin.ts";

export type MenuItem = {
  readonly key: string;
  readonly name: string;
  readonly icon?: ReactNode;
  readonly detail?: string | undefined;
  /** Line below the name. */
  readonly hint?: string;
  /** Shortcut that does the same. */
  readonly keys?: string;
  /** Heading above the first item of a group. */
  readonly group?: string;
  readonly run: (editor: Editor) => void;
};

type TypedMenuProps = {
  readonly editor: Editor;
  readonly menu: TypedMenuPlugin;
  readonly typed: TypedState;
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** True if Enter and Tab are for the text until an arrow key chose an item. */
  readonly needsChoice?: boolean;
};

/** No item is chosen yet. */
const NONE = -1;

export function TypedMenu(props: TypedMenuProps) {
  const { dom } = props.editor.view;
  // Rendered in the landmark of the text, where screen reader users find it near the caret.
  return createPortal(<OpenMenu key={props.typed.from} {...props} />, dom.closest("main") ?? document.body);
}

function OpenMenu({ editor, menu, typed, label, items, needsChoice = false }: TypedMenuProps) {
  const [chosen, setChosen] = useState(needsChoice ? NONE : 0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.min(chosen, items.length - 1);
  useLayoutEffect(() => {
    const handleKey = (key: string): boolean => {
      if (key === "ArrowDown" || key === "ArrowUp") {
        setChosen(key === "ArrowDown" ? (at + 1) % items.length : (Math.max(at, 0) - 1 + items.length) % items.length);
        return true;
      }
      const item = items[at];
      if ((key !== "Enter" && key !== "Tab") || item === undefined) return false;
      menu.run(editor, item.run);
      return true;
    };
    menu.setKeys(editor, handleKey);
    return () => menu.setKeys(editor, undefined);
  }, [editor, menu, items, at]);
  useLayoutEffect(() => positionBeside(list.current, editor, typed.from), [editor, typed.from]);
  useEffect(() => {
    const option = document.getElementById(`${id}-${at}`);
    // The first item comes into view with the heading of its group.
    (at === 0 ? list.current?.firstElementChild : option)?.scrollIntoView({ block: "nearest" });
    return announce(editor, id, at);
  }, [editor, id, at]);
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className={css.menu}>
      {groupsOf(items).map(({ name: group, from, items: members }) => {
        const options = members.map((item, offset) => (
          <Option
            key={item.key}
            id={`${id}-${from + offset}`}
            item={item}
            isActive={from + offset === at}
            onTake={() => menu.run(editor, item.run)}
            // A pointer that rests where the menu opens chooses nothing for Enter.
            onPoint={() => at !== NONE && setChosen(from + offset)}
          />
        ));
        if (group === undefined) return options;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a list box
          <div key={group} role="group" aria-label={group}>
            <div className={css.group} aria-hidden>
              {group}
            </div>
            {options}
          </div>
        );
      })}
    </div>
  );
}

type Group = { readonly name: string | undefined; readonly from: number; readonly items: MenuItem[] };

/** Adjacent items of one group, with the index of the first. */
function groupsOf(items: readonly MenuItem[]): readonly Group[] {
  const groups: Group[] = [];
  for (const [index, item] of items.entries()) {
    const last = groups.at(-1);
    if (last !== undefined && last.name === item.group) last.items.push(item);
    else groups.push({ name: item.group, from: index, items: [item] });
  }
  return groups;
}

type OptionProps = {
  readonly id: string;
  readonly item: MenuItem;
  readonly isActive: boolean;
  readonly onTake: () => void;
  readonly onPoint: () => void;
};

function Option({ id, item: { name, icon, detail, hint, keys }, isActive, onTake, onPoint }: OptionProps) {
  const hintId = hint === undefined ? undefined : `${id}-hint`;
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-label={name}
      aria-describedby={hintId}
      aria-keyshortcuts={keys}
      className={css.item}
      onMouseDown={(event) => {
        event.preventDefault();
        onTake();
      }}
      onMouseEnter={onPoint}
    >
      {icon}
      <span className={css.words}>
        <span className={css.name}>{name}</span>
        {hint !== undefined && (
          <span id={hintId} className={css.hint}>
            {hint}
          </span>
        )}
      </span>
      {detail !== undefined && <span className={css.detail}>{detail}</span>}
      {keys !== undefined && <kbd className={css.keys}>{keys}</kbd>}
    </div>
  );
}

const GAP_PX = 6;

/** Places the menu below or above the caret, where there is more space; never over it. */
function positionBeside(list: HTMLElement | null, editor: Editor, position: number): void {
  if (list === null) return;
  const caret = editor.view.coordsAtPos(position);
  const [above, below] = [caret.top - 2 * GAP_PX, window.innerHeight - caret.bottom - 2 * GAP_PX];
  const isBelow = list.offsetHeight <= below || below >= above;
  const height = Math.min(list.offsetHeight, Math.max(0, isBelow ? below : above));
  list.style.maxHeight = `${height}px`;
  list.style.top = `${isBelow ? caret.bottom + GAP_PX : caret.top - GAP_PX - height}px`;
  list.style.left = `${Math.max(GAP_PX, Math.min(caret.left, window.innerWidth - list.offsetWidth - GAP_PX))}px`;
}

/** The focus is in the text, so the text announces the active option. */
function announce(editor: Editor, id: string, at: number): () => void {
  const { dom } = editor.view;
  dom.setAttribute("aria-controls", id);
  if (at !== NONE) dom.setAttribute("aria-activedescendant", `${id}-${at}`);
  return () => {
    dom.removeAttribute("aria-controls");
    dom.removeAttribute("aria-activedescendant");
  };
}
