/** Menu of one block: turn into, color, move, duplicate, copy a link, delete. Works on the block, whatever is selected. */
import { BACKGROUND_COLORS, PALETTE_NAMES, TEXT_COLORS } from "@satchel/core/document/colors/palette.ts";
import type { Editor } from "@tiptap/core";
import type { EditorState, Transaction } from "@tiptap/pm/state";
import { ArrowDown, ArrowUp, Ban, Copy, Link, type LucideIcon, PanelTop, Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Menu, MenuItem, MenuSection, Popover } from "react-aria-components";
import type { EditorHost } from "../../shared/editor-host/editor-host.ts";
import { blockMenuText as text } from "../../text/editor/block-menu.ts";
import { editorText } from "../../text/editor/editor.ts";
import { imageToolsText } from "../../text/editor/image-tools.ts";
import { BackToText } from "../controls/BackToText.tsx";
import toolbarCss from "../controls/toolbar.module.css";
import { printKeys } from "../controls/toolbar-items.ts";
import { ARRANGEMENTS, type Arrangement, arrangeImages } from "../image-rows/arrange-images.ts";
import { fromCard, toCard } from "../link-cards/card-edits.ts";
import { type BlockColor, colorBlock, colorOfBlock, deleteBlock, duplicateBlock, moveBlockAt } from "./block-edits.ts";
import { ARRANGEMENT_ICONS, KIND_ICONS } from "./block-icons.ts";
import css from "./block-menu.module.css";
import { copyBlockLink } from "./copy-block-link.ts";
import type { BlockMenuRequest } from "./open-block-menu.ts";
import { BLOCK_KINDS, type BlockKind, kindOf, turnInto } from "./turn-into.ts";

type BlockMenuProps = {
  readonly editor: Editor;
  readonly host: EditorHost | undefined;
  readonly request: BlockMenuRequest;
  readonly onClose: () => void;
};

type Edit = (state: EditorState, at: number) => Transaction | undefined;

const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function BlockMenu({ editor, host, request, onClose }: BlockMenuProps) {
  const anchor = useRef(request.anchor);
  const [opened] = useState(editor.state);
  const [copied, setCopied] = useState<string>();
  useCloseOnChange(editor, onClose);
  const { at } = request;
  const block = opened.doc.nodeAt(at);
  if (block === null) return null;
  const canRun = (edit: Edit): boolean => edit(opened, at) !== undefined;
  const run = (edit: Edit): void => {
    const transaction = edit(editor.state, at);
    onClose();
    if (transaction !== undefined) editor.view.dispatch(transaction);
  };
  const handleAction = (key: string): void => {
    const edit = editOf(key);
    if (edit !== undefined) run(edit);
    else
      void copyBlockLink(editor.state.doc, at, host?.noteId).then((isCopied) => setCopied(isCopied ? text.linkCopied : text.linkNotCopied));
  };
  return (
    <Popover
      isOpen
      aria-label={editorText.blockMenu}
      triggerRef={anchor}
      placement="bottom start"
      offset={4}
      className={toolbarCss.popover as string}
      onOpenChange={onClose}
    >
      <Menu
        className={`${toolbarCss.menu} ${css.menu}`}
        aria-label={editorText.blockMenu}
        autoFocus="first"
        onAction={(key) => handleAction(String(key))}
        onClose={() => undefined}
      >
        <Kinds
          current={kindOf(block, opened.doc.resolve(at).parent)}
          canTurn={(kind) => canRun((state, pos) => turnInto(state, pos, kind))}
        />
        <Colors kind="color" label={text.color} current={colorOfBlock(block, "color")} />
        <Colors kind="backgroundColor" label={text.background} current={colorOfBlock(block, "backgroundColor")} />
        <Arrangements canArrange={(arrangement) => canRun((state, pos) => arrangeImages(state, pos, arrangement))} />
        <MenuSection className={toolbarCss.section as string} aria-label={text.actions}>
          {canRun(EDITS.toCard) && <Action id="toCard" Icon={PanelTop} />}
          {canRun(EDITS.fromCard) && <Action id="fromCard" Icon={Link} />}
          <Action id="moveUp" Icon={ArrowUp} keys="Alt-Shift-↑" isDisabled={!canRun(EDITS.moveUp)} />
          <Action id="moveDown" Icon={ArrowDown} keys="Alt-Shift-↓" isDisabled={!canRun(EDITS.moveDown)} />
          <Action id="duplicate" Icon={Copy} />
          {host?.noteId != null && <Action id="copyLink" Icon={Link} name={copied} />}
          <Action id="delete" Icon={Trash2} isDanger />
        </MenuSection>
      </Menu>
      <p className="visually-hidden" role="status">
        {copied}
      </p>
      <BackToText editor={editor} />
    </Popover>
  );
}

const EDITS = {
  toCard,
  fromCard,
  moveUp: (state, at) => moveBlockAt(state, at, -1),
  moveDown: (state, at) => moveBlockAt(state, at, 1),
  duplicate: duplicateBlock,
  delete: deleteBlock,
} as const satisfies Readonly<Record<string, Edit>>;

/** Undefined for the link, which changes nothing. */
function editOf(key: string): Edit | undefined {
  const kind = BLOCK_KINDS.find((one) => one === key);
  if (kind !== undefined) return (state, at) => turnInto(state, at, kind);
  const arrangement = ARRANGEMENTS.find((one) => one === key);
  if (arrangement !== undefined) return (state, at) => arrangeImages(state, at, arrangement);
  const [colorKind, color] = key.split(":");
  if (color !== undefined)
    return (state, at) => colorBlock(state, at, { kind: colorKind as BlockColor["kind"], color: color === "" ? null : color });
  return key in EDITS ? EDITS[key as keyof typeof EDITS] : undefined;
}

type KindsProps = { readonly current: BlockKind | undefined; readonly canTurn: (kind: BlockKind) => boolean };

function Kinds({ current, canTurn }: KindsProps) {
  return (
    <MenuSection
      className={`${toolbarCss.section} ${css.kinds}`}
      aria-label={text.turnInto}
      selectionMode="single"
      selectedKeys={current === undefined ? [] : [current]}
    >
      {BLOCK_KINDS.map((kind) => {
        const Icon = KIND_ICONS[kind];
        return (
          <MenuItem
            key={kind}
            id={kind}
            className={toolbarCss.item as string}
            textValue={text.kinds[kind]}
            isDisabled={kind !== current && !canTurn(kind)}
          >
            <Icon aria-hidden />
            {text.kinds[kind]}
          </MenuItem>
        );
      })}
    </MenuSection>
  );
}

/** Shown only for a block of images. */
function Arrangements({ canArrange }: { readonly canArrange: (arrangement: Arrangement) => boolean }) {
  const possible = ARRANGEMENTS.filter(canArrange);
  if (possible.length === 0) return null;
  return (
    <MenuSection className={toolbarCss.section as string} aria-label={text.images}>
      {possible.map((id) => (
        <Action key={id} id={id} Icon={ARRANGEMENT_ICONS[id]} name={imageToolsText.arrangements[id]} />
      ))}
    </MenuSection>
  );
}

type ColorsProps = { readonly kind: BlockColor["kind"]; readonly label: string; readonly current: string | null | undefined };

function Colors({ kind, label, current }: ColorsProps) {
  const colors = kind === "color" ? TEXT_COLORS : BACKGROUND_COLORS;
  return (
    <MenuSection
      className={`${toolbarCss.section} ${css.colors}`}
      aria-label={label}
      selectionMode="single"
      selectedKeys={current === undefined ? [] : [`${kind}:${current ?? ""}`]}
    >
      <MenuItem
        id={`${kind}:`}
        className={css.color as string}
        textValue={editorText.noColor}
        aria-label={`${label}: ${editorText.noColor}`}
      >
        <Ban aria-hidden />
      </MenuItem>
      {PALETTE_NAMES.map((name) => (
        <MenuItem
          key={name}
          id={`${kind}:${colors[name]}`}
          className={css.color as string}
          textValue={editorText.colorNames[name]}
          aria-label={`${label}: ${editorText.colorNames[name]}`}
        >
          <span className={`${toolbarCss.swatch} note-content`} aria-hidden>
            <span style={{ [kind]: colors[name] }}>A</span>
          </span>
        </MenuItem>
      ))}
    </MenuSection>
  );
}

type ActionName = keyof typeof EDITS | "copyLink";
type ActionProps = {
  readonly id: ActionName | Arrangement;
  readonly Icon: LucideIcon;
  readonly name?: string | undefined;
  readonly keys?: string;
  readonly isDisabled?: boolean;
  readonly isDanger?: boolean;
};

function Action({ id, Icon, name = text[id as ActionName], keys, isDisabled = false, isDanger = false }: ActionProps) {
  return (
    <MenuItem
      id={id}
      className={`${toolbarCss.item} ${isDanger ? css.danger : ""}`}
      textValue={name}
      isDisabled={isDisabled}
      shouldCloseOnSelect={id !== "copyLink"}
    >
      <Icon aria-hidden />
      {name}
      {keys !== undefined && <kbd className={css.keys}>{printKeys(keys, IS_MAC)}</kbd>}
    </MenuItem>
  );
}

/** A change from another device moves the block: the menu would work on another one. */
function useCloseOnChange(editor: Editor, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const handle = ({ transaction }: { readonly transaction: Transaction }): void => {
      if (transaction.docChanged) close.current();
    };
    editor.on("transaction", handle);
    return () => void editor.off("transaction", handle);
  }, [editor]);
}
