/** Converts foreign tags and styles to marks (bold, color, superscript); styles that conflict with the theme are ignored. Pure. */
import { parseStyle } from "../../colors/css-style.ts";
import { BACKGROUND_COLORS, nearestBackground, nearestTextColor } from "../../colors/palette.ts";
import type { HtmlElement, HtmlNode } from "../../html/html-tree.ts";

export type Look = {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly raised: "sub" | "sup" | null;
  readonly color: string | null;
  readonly background: string | null;
  /** True inside a link or heading, whose look the theme defines. */
  readonly isLink: boolean;
  readonly isHeading: boolean;
  /** True inside a checked item, which its list strikes out. */
  readonly isDone: boolean;
};

export const PLAIN_LOOK: Look = {
  bold: false,
  italic: false,
  underline: false,
  strike: false,
  raised: null,
  color: null,
  background: null,
  isLink: false,
  isHeading: false,
  isDone: false,
};

export type Style = ReadonlyMap<string, string>;

const NO_STYLE: Style = new Map();

export function styleOf(element: HtmlElement): Style {
  const style = element.attributes.style;
  return style === undefined ? NO_STYLE : parseStyle(style);
}

/** Look of text inside `element`: from its tag, then its style, which may undo the tag's look. */
export function lookInside(element: HtmlElement, outer: Look): Look {
  const style = styleOf(element);
  const byTag = { ...outer, ...TAG_LOOKS[element.tag] };
  const look: Look = {
    ...byTag,
    bold: boldOf(style.get("font-weight")) ?? byTag.bold,
    italic: italicOf(style.get("font-style")) ?? byTag.italic,
    raised: raisedOf(style.get("vertical-align")) ?? byTag.raised,
    ...decorationOf(style, byTag),
    isLink: outer.isLink || element.tag === "a",
    isHeading: outer.isHeading || /^h[1-6]$/.test(element.tag),
  };
  return INLINE.has(element.tag) ? { ...look, ...colorsOf(element, style, look) } : look;
}

/** Wraps `text` in elements that stored HTML reads as that look. */
export function withLook(text: HtmlNode, look: Look): HtmlNode {
  const css = [
    look.color === null || look.isLink || look.isHeading ? "" : `color:${look.color};`,
    look.background === null || look.isLink ? "" : `background-color:${look.background};`,
  ].join("");
  let node = look.raised === null ? text : wrap(look.raised, text);
  if (look.strike && !look.isDone) node = wrap("s", node);
  if (look.underline && !look.isLink) node = wrap("u", node);
  if (look.italic) node = wrap("em", node);
  if (look.bold && !look.isHeading) node = wrap("strong", node);
  return css === "" ? node : wrap("span", node, { style: css });
}

export function wrap(tag: string, child: HtmlNode, attributes: Record<string, string> = {}): HtmlElement {
  return { kind: "element", tag, attributes, children: [child] };
}

const TAG_LOOKS: Readonly<Record<string, Partial<Look> | undefined>> = Object.assign(Object.create(null) as Record<string, Partial<Look>>, {
  b: { bold: true },
  strong: { bold: true },
  dt: { bold: true },
  i: { italic: true },
  em: { italic: true },
  cite: { italic: true },
  var: { italic: true },
  dfn: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strike: true },
  del: { strike: true },
  strike: { strike: true },
  sub: { raised: "sub" },
  sup: { raised: "sup" },
  mark: { background: BACKGROUND_COLORS.yellow },
  h1: { bold: false },
  h2: { bold: false },
  h3: { bold: false },
  th: { bold: false },
} satisfies Record<string, Partial<Look>>);

/** A color on a whole block is the page's design; on inline text the author chose it. */
const INLINE: ReadonlySet<string> = new Set("span font mark b strong i em u s code ins del big small".split(" "));

function boldOf(weight: string | undefined): boolean | undefined {
  if (weight === undefined) return undefined;
  if (/^(?:bold|bolder)$/i.test(weight)) return true;
  if (/^(?:normal|lighter)$/i.test(weight)) return false;
  return /^\d{2,4}$/.test(weight) ? Number(weight) >= 600 : undefined;
}

function italicOf(style: string | undefined): boolean | undefined {
  if (style === undefined) return undefined;
  if (/^(?:italic|oblique)/i.test(style)) return true;
  return /^normal$/i.test(style) ? false : undefined;
}

function raisedOf(align: string | undefined): Look["raised"] | undefined {
  if (align === undefined) return undefined;
  if (/^super$/i.test(align)) return "sup";
  if (/^sub$/i.test(align)) return "sub";
  return /^baseline$/i.test(align) ? null : undefined;
}

/** CSS does not inherit decorations, so `none` inside an underlined element does not remove the line. */
function decorationOf(style: Style, outer: Look): Pick<Look, "underline" | "strike"> {
  const line = `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`.toLowerCase();
  return { underline: outer.underline || line.includes("underline"), strike: outer.strike || line.includes("line-through") };
}

function colorsOf(element: HtmlElement, style: Style, look: Look): Pick<Look, "color" | "background"> {
  const color = style.get("color") ?? element.attributes.color;
  const background = style.get("background-color") ?? style.get("background") ?? style.get("mso-highlight");
  return {
    color: color === undefined ? look.color : (nearestTextColor(color) ?? null),
    background: background === undefined ? look.background : (nearestBackground(background) ?? look.background),
  };
}
