/**
 * Pictures on the clipboard. Those that carry their bytes stay; those on other servers stay as an address that is not loaded by itself
 * (`data-remote-src`); tracking pixels and files of the other program's disk go; pictures of emoji become the emoji.
 */
import { inlinePicture, webAddress } from "../html/attribute-values.ts";
import type { HtmlElement, HtmlNode } from "../html/html-tree.ts";
import { styleOf } from "./paste-styles.ts";

export function cleanImage(image: HtmlElement): readonly HtmlNode[] {
  const { alt = "", src = "" } = image.attributes;
  if (isEmoji(image)) return [{ kind: "text", text: alt }];
  if (isPixel(image)) return [];
  const kept = KEPT_NAMES.flatMap((name) => {
    const value = image.attributes[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  const source = inlinePicture.normalise(src) === undefined ? remoteSource(src) : { src };
  const attributes: Record<string, string> = { ...Object.fromEntries(kept), ...sizeOf(image), ...source };
  return [{ kind: "element", tag: "img", attributes, children: [] }];
}

const KEPT_NAMES = ["alt", "data-image-id", "data-original-id", "data-remote-src"] as const;

function remoteSource(src: string): Record<string, string> {
  const address = webAddress.normalise(src.startsWith("//") ? `https:${src}` : src);
  return address === undefined ? {} : { "data-remote-src": address };
}

function isEmoji(image: HtmlElement): boolean {
  const { alt = "", class: names = "", src = "" } = image.attributes;
  const isSaid = /\b(?:emoji|goomoji|an1)\b/i.test(names) || image.attributes["data-emoji"] !== undefined || /\/emoji\//.test(src);
  return isSaid && alt.length <= 40 && /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\d#*]\ufe0f?\u20e3/u.test(alt);
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
