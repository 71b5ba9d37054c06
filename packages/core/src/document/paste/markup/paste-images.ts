/** Pasted images: bytes stay, remote ones become `data-remote-src`, missing ones leave a name, trackers go, emoji become text. */
import { inlineImage, webAddress } from "../../html/attribute-values.ts";
import type { HtmlElement, HtmlNode } from "../../html/html-tree.ts";
import { missingImage } from "./paste-embedded.ts";
import { styleOf } from "./paste-styles.ts";

export function cleanImage(image: HtmlElement): readonly HtmlNode[] {
  const { alt = "", src = "" } = image.attributes;
  const emoji = isEmoji(image) ? alt : emojiByFile(src);
  if (emoji !== undefined) return [{ kind: "text", text: emoji }];
  if (isPixel(image)) return [];
  const kept = KEPT_NAMES.flatMap((name) => {
    const value = image.attributes[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const source = inlineImage.normalise(src) === undefined ? remoteSource(lazySource(image) ?? src) : { src };
  const hasSource = Object.keys(source).length > 0 || kept.some(([name]) => name !== "alt" && name !== "data-caption");
  if (!hasSource)
    return /^(?:file|cid|blob|webkit-fake-url|data):/i.test(src) || alt.trim() !== "" ? [missingImage(alt.trim() || fileName(src))] : [];
  const attributes: Record<string, string> = { ...Object.fromEntries(kept), ...sizeOf(image), ...source };
  return [{ kind: "element", tag: "img", attributes, children: [] }];
}

/** Lazily loaded images have a placeholder in `src`. */
function lazySource({ attributes }: HtmlElement): string | undefined {
  return [attributes["data-src"], attributes["data-original"], attributes["data-lazy-src"]].find((source) => source !== undefined);
}

/** A data URL has no name. */
function fileName(src: string): string {
  if (/^data:/i.test(src)) return "";
  const name = /([^/\\]{1,100})$/.exec(src.replace(/[?#].*$/, ""))?.[1] ?? "";
  return name.replace(/^(?:cid|blob):/i, "").replaceAll("%20", " ");
}

const KEPT_NAMES = ["alt", "data-caption", "data-image-id", "data-original-id", "data-remote-src"] as const;

function remoteSource(src: string): Record<string, string> {
  const address = webAddress.normalise(src.startsWith("//") ? `https:${src}` : src);
  return address === undefined ? {} : { "data-remote-src": address };
}

function isEmoji(image: HtmlElement): boolean {
  const { alt = "", class: names = "", src = "" } = image.attributes;
  const isMarkedEmoji = /\b(?:emoji|goomoji|an1)\b/i.test(names) || image.attributes["data-emoji"] !== undefined || /\/emoji\//.test(src);
  if (ONLY_EMOJI.test(alt)) return true;
  return isMarkedEmoji && alt.length <= 40 && /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\d#*]\ufe0f?\u20e3/u.test(alt);
}

/** Only emoji images have a description that is just emoji. */
const ONLY_EMOJI = /^(?:\p{Extended_Pictographic}(?:\ufe0f|\u200d|\p{Emoji_Modifier})*){1,4}$/u;

/** Chat programs name the file of an emoji by its code points. */
function emojiByFile(src: string): string | undefined {
  const codes = /emoji[^?#]*\/([0-9a-f]{4,6}(?:-[0-9a-f]{4,6}){0,8})(?:@\dx)?\.(?:png|svg|webp)/i.exec(src)?.[1];
  if (codes === undefined) return undefined;
  const points = codes.split("-").map((code) => Number.parseInt(code, 16));
  if (points.some((point) => point > 0x10ffff)) return undefined;
  const text = String.fromCodePoint(...points);
  return /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\d#*]\ufe0f?\u20e3/u.test(text) ? text : undefined;
}

function isPixel(image: HtmlElement): boolean {
  const { width, height } = sizeOf(image);
  return (width !== undefined && Number(width) <= 2) || (height !== undefined && Number(height) <= 2);
}

function sizeOf(image: HtmlElement): { readonly width?: string; readonly height?: string } {
  const style = styleOf(image);
  const [width, height] = (["width", "height"] as const).map((name) => inPixels(image.attributes[name] ?? style.get(name)));
  return { ...(width === undefined ? {} : { width }), ...(height === undefined ? {} : { height }) };
}

function inPixels(size: string | undefined): string | undefined {
  const match = /^\s*(\d{1,5}(?:\.\d+)?)(px|pt)?\s*$/i.exec(size ?? "");
  if (match === null) return undefined;
  return String(Math.round(Number(match[1]) * (match[2]?.toLowerCase() === "pt" ? 4 / 3 : 1)));
}
