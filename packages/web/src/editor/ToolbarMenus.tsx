/** The toolbar's menus: text style, colours, alignment. Each shows what is under the caret and gives the focus back to the text. */
import { BACKGROUND_COLORS, PALETTE_NAMES, TEXT_COLORS } from "@satchel/core/editor/palette.ts";
import type { Editor } from "@tiptap/core";
import { AlignCenter, AlignJustify, AlignLeft, AlignRight, Baseline, ChevronDown, Highlighter, type LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import { Button, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { Tip } from "../shared/ui/Tip.tsx";
import { editorText as text } from "../text/editor.ts";
import type { CaretState } from "./caret-state.ts";
import { type Alignment, setAlignment, setBlockStyle, setColor } from "./editor-commands.ts";
import css from "./toolbar.module.css";

type CaretMenuProps = { readonly editor: Editor; readonly caret: CaretState };

export function BlockStyleMenu({ editor, caret }: CaretMenuProps) {
  const styles = [0, 1, 2, 3].map((level) => ({ level, name: level === 0 ? text.normal : text.heading(level) }));
  const current = styles.find((style) => style.level === caret.headingLevel)?.name ?? text.normal;
  return (
    <ToolMenu
      label={text.blockStyle}
      trigger={
        <Button className={css.styleButton as string} aria-label={`${text.blockStyle}: ${current}`}>
          <span>{current}</span>
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <Menu
        className={css.menu as string}
        aria-label={text.blockStyle}
        selectionMode="single"
        selectedKeys={[String(caret.headingLevel)]}
        onAction={(key) => setBlockStyle(editor, Number(key))}
      >
        {styles.map(({ level, name }) => (
          <MenuItem key={level} id={String(level)} className={css.item as string} textValue={name}>
            <span className={css[`style${level}`] ?? ""}>{name}</span>
          </MenuItem>
        ))}
      </Menu>
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
  return (
    <ToolMenu label={text.align} trigger={<IconTrigger label={text.align} Icon={Current} />}>
      <Menu
        className={css.menu as string}
        aria-label={text.align}
        selectionMode="single"
        selectedKeys={[caret.alignment ?? "left"]}
        onAction={(key) => setAlignment(editor, key as Alignment)}
      >
        {ALIGNMENTS.map((alignment) => (
          <AlignItem key={alignment} alignment={alignment} />
        ))}
      </Menu>
    </ToolMenu>
  );
}

function AlignItem({ alignment }: { readonly alignment: Alignment }) {
  const Icon = ALIGN_ICONS[alignment];
  return (
    <MenuItem id={alignment} className={css.item as string} textValue={text.alignments[alignment]}>
      <Icon aria-hidden />
      {text.alignments[alignment]}
    </MenuItem>
  );
}

type ColorMenuProps = CaretMenuProps & { readonly kind: "color" | "backgroundColor" };

export function ColorMenu({ editor, caret, kind }: ColorMenuProps) {
  const isText = kind === "color";
  const [label, Icon, colors] = isText ? [text.color, Baseline, TEXT_COLORS] : ([text.background, Highlighter, BACKGROUND_COLORS] as const);
  const current = caret[kind];
  return (
    <ToolMenu label={label} trigger={<IconTrigger label={label} Icon={Icon} isOn={current !== null} />}>
      <Menu
        className={`${css.menu} ${css.swatches}`}
        aria-label={label}
        selectionMode="single"
        selectedKeys={[current ?? "none"]}
        onAction={(key) => setColor(editor, kind, key === "none" ? null : String(key))}
      >
        <MenuItem id="none" className={css.item as string} textValue={text.noColor}>
          <span className={css.swatch} />
          {text.noColor}
        </MenuItem>
        {PALETTE_NAMES.map((name) => (
          <MenuItem key={name} id={colors[name]} className={css.item as string} textValue={text.colorNames[name]}>
            <span className={`${css.swatch} note-content`}>
              <span style={isText ? { color: colors[name] } : { backgroundColor: colors[name] }}>A</span>
            </span>
            {text.colorNames[name]}
          </MenuItem>
        ))}
      </Menu>
    </ToolMenu>
  );
}

type ToolMenuProps = { readonly label: string; readonly trigger: ReactElement; readonly children: ReactElement };

export function ToolMenu({ label, trigger, children }: ToolMenuProps) {
  return (
    <MenuTrigger>
      <Tip text={label}>{trigger}</Tip>
      <Popover placement="bottom start" offset={4} className={css.popover as string}>
        {children}
      </Popover>
    </MenuTrigger>
  );
}

type IconTriggerProps = { readonly label: string; readonly Icon: LucideIcon; readonly isOn?: boolean };

export function IconTrigger({ label, Icon, isOn = false }: IconTriggerProps) {
  return (
    <Button className={css.button as string} aria-label={label} data-on={isOn || undefined}>
      <Icon aria-hidden />
    </Button>
  );
}
