/** Toolbar menus: text style, colors, alignment. Each shows the state at the caret and returns the focus to the text. */
import { BACKGROUND_COLORS, PALETTE_NAMES, TEXT_COLORS } from "@satchel/core/document/colors/palette.ts";
import type { Editor } from "@tiptap/core";
import { AlignCenter, AlignJustify, AlignLeft, AlignRight, Baseline, ChevronDown, Highlighter, type LucideIcon } from "lucide-react";
import { type ReactElement, type ReactNode, useContext, useRef } from "react";
import { Button, Menu, MenuItem, MenuSection, MenuTrigger, Popover, Separator } from "react-aria-components";
import { tipProps } from "../../shared/ui/buttons/tip-props.ts";
import { editorText as text } from "../../text/editor/editor.ts";
import { type Alignment, setAlignment, setBlockStyle, setColor, setDirection } from "../typing/editor-commands.ts";
import { BackToText } from "./BackToText.tsx";
import type { CaretState } from "./caret-state.ts";
import css from "./toolbar.module.css";
import { ToolbarContext } from "./toolbar-context.ts";

type CaretMenuProps = { readonly editor: Editor; readonly caret: CaretState };

const HEADING_LEVELS = [0, 1, 2, 3, 4, 5, 6];

export function BlockStyleMenu({ editor, caret }: CaretMenuProps) {
  const styles = HEADING_LEVELS.map((level) => ({ level, name: level === 0 ? text.normal : text.heading(level) }));
  const current = styles.find((style) => style.level === caret.headingLevel)?.name ?? text.normal;
  return (
    <ToolMenu
      editor={editor}
      label={text.blockStyle}
      current={String(caret.headingLevel)}
      onChoose={(key) => setBlockStyle(editor, Number(key))}
      trigger={
        <Button className={css.styleButton as string} {...tipProps(text.blockStyle)} aria-label={`${text.blockStyle}: ${current}`}>
          <span>{current}</span>
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      {styles.map(({ level, name }) => (
        <MenuItem key={level} id={String(level)} className={css.item as string} textValue={name}>
          <span className={css[`style${level}`] ?? ""}>{name}</span>
        </MenuItem>
      ))}
    </ToolMenu>
  );
}

const ALIGN_ICONS: Readonly<Record<Alignment, LucideIcon>> = {
  left: AlignLeft,
  center: AlignCenter,
  right: AlignRight,
  justify: AlignJustify,
};
const ALIGNMENTS = Object.keys(ALIGN_ICONS) as readonly Alignment[];

export function AlignMenu({ editor, caret }: CaretMenuProps) {
  const Current = ALIGN_ICONS[caret.alignment ?? "left"];
  const handleChoose = (key: string): void => {
    const direction = DIRECTIONS.find((one) => one === key);
    if (direction === undefined) setAlignment(editor, key as Alignment);
    else setDirection(editor, direction === "auto" ? null : direction);
  };
  return (
    <ToolMenu editor={editor} label={text.align} onChoose={handleChoose} trigger={<IconTrigger label={text.align} Icon={Current} />}>
      <MenuSection aria-label={text.align} selectionMode="single" selectedKeys={[caret.alignment ?? "left"]}>
        {ALIGNMENTS.map((alignment) => (
          <AlignItem key={alignment} alignment={alignment} />
        ))}
      </MenuSection>
      <Separator className={css.separator as string} />
      <MenuSection aria-label={text.direction} selectionMode="single" selectedKeys={[caret.direction ?? "auto"]}>
        {DIRECTIONS.map((direction) => (
          <MenuItem key={direction} id={direction} className={css.item as string} textValue={text.directions[direction]}>
            {text.directions[direction]}
          </MenuItem>
        ))}
      </MenuSection>
    </ToolMenu>
  );
}

const DIRECTIONS = ["auto", "ltr", "rtl"] as const;

function AlignItem({ alignment }: { readonly alignment: Alignment }) {
  const Icon = ALIGN_ICONS[alignment];
  return (
    <MenuItem id={alignment} className={css.item as string} textValue={text.alignments[alignment]}>
      <Icon aria-hidden />
      {text.alignments[alignment]}
    </MenuItem>
  );
}

type ColorMenuProps = CaretMenuProps & {
  readonly kind: "color" | "backgroundColor";
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
};

export function ColorMenu({ editor, caret, kind, onOpenChange }: ColorMenuProps) {
  const isText = kind === "color";
  const [label, Icon, colors] = isText ? [text.color, Baseline, TEXT_COLORS] : ([text.background, Highlighter, BACKGROUND_COLORS] as const);
  const current = caret[kind];
  return (
    <ToolMenu
      editor={editor}
      label={label}
      className={css.swatches}
      current={current ?? "none"}
      onChoose={(key) => setColor(editor, kind, key === "none" ? null : key)}
      onOpenChange={onOpenChange}
      trigger={<IconTrigger label={label} Icon={Icon} isOn={current !== null} />}
    >
      <MenuItem id="none" className={css.item as string} textValue={text.noColor}>
        <span className={css.swatch} />
        {text.noColor}
      </MenuItem>
      {PALETTE_NAMES.map((name) => (
        <MenuItem key={name} id={colors[name]} className={css.item as string} textValue={text.colorNames[name]}>
          <span className={`${css.swatch} note-content`} aria-hidden>
            <span style={isText ? { color: colors[name] } : { backgroundColor: colors[name] }}>A</span>
          </span>
          {text.colorNames[name]}
        </MenuItem>
      ))}
    </ToolMenu>
  );
}

type ToolMenuProps = {
  readonly editor: Editor;
  readonly label: string;
  readonly trigger: ReactElement;
  /** Value at the caret, if the menu shows one. */
  readonly current?: string;
  readonly onChoose: (key: string) => void;
  readonly onOpenChange?: ((isOpen: boolean) => void) | undefined;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

export function ToolMenu({ editor, label, trigger, current, onChoose, onOpenChange, className = "", children }: ToolMenuProps) {
  const { isByPointer, done } = useContext(ToolbarContext);
  const isTextWanted = useRef(false);
  const isChoice = current !== undefined;
  const handleOpenChange = (isOpen: boolean): void => {
    if (isOpen) isTextWanted.current = isByPointer.current;
    else if (isTextWanted.current) done();
    onOpenChange?.(isOpen);
  };
  return (
    <MenuTrigger onOpenChange={handleOpenChange}>
      {trigger}
      <Popover placement="bottom start" offset={4} className={css.popover as string}>
        <Menu
          className={`${css.menu} ${className}`}
          aria-label={label}
          selectionMode={isChoice ? "single" : "none"}
          selectedKeys={isChoice ? [current] : []}
          onAction={(key) => {
            isTextWanted.current = true;
            onChoose(String(key));
            done();
          }}
        >
          {children}
        </Menu>
        <BackToText editor={editor} isWanted={isTextWanted} />
      </Popover>
    </MenuTrigger>
  );
}

type IconTriggerProps = { readonly label: string; readonly Icon: LucideIcon; readonly isOn?: boolean };

export function IconTrigger({ label, Icon, isOn = false }: IconTriggerProps) {
  return (
    <Button className={css.button as string} {...tipProps(label)} aria-label={label} data-on={isOn || undefined}>
      <Icon aria-hidden />
    </Button>
  );
}
