/** Word puts a selection's images only into its RTF; this inserts them into the HTML as data URLs, in linear time. Pure. */

/** Replaces the address of each image on the other program's disk, if the RTF has the same number of images. */
export function withRtfImages(html: string, rtf: string): string {
  if (rtf === "" || !/src=["']?file:/i.test(html)) return html;
  const tags = diskImages(html);
  const images = readRtfImages(rtf);
  // If the counts differ, images cannot be matched.
  if (tags.length !== images.length) return html;
  const parts: string[] = [];
  let at = 0;
  for (const [index, { from, to }] of tags.entries()) {
    const image = images[index];
    const tag = html.slice(from, to);
    parts.push(html.slice(at, from), image === undefined ? tag : tag.replace(DISK_ADDRESS, `src="${image}"`));
    at = to;
  }
  return [...parts, html.slice(at)].join("");
}

const DISK_ADDRESS = /src=(?:"file:[^"]*"|'file:[^']*'|file:[^\s>]*)/i;

type Range = { readonly from: number; readonly to: number };

/** Skips comments, which repeat the images for other programs. An unclosed tag ends the scan, so that it stays linear. */
function diskImages(html: string): readonly Range[] {
  const found: Range[] = [];
  for (let from = html.indexOf("<"); from !== -1; ) {
    const isComment = html.startsWith("<!--", from);
    const isImage = /^<img\b/i.test(html.slice(from, from + 5));
    const mark = isComment ? "-->" : ">";
    const end = isComment || isImage ? html.indexOf(mark, from) : from;
    if (end === -1) break;
    const to = end + (isComment || isImage ? mark.length : 1);
    if (isImage && DISK_ADDRESS.test(html.slice(from, to))) found.push({ from, to });
    from = html.indexOf("<", to);
  }
  return found;
}

/** Returns one entry per image, in order; undefined for formats that browsers cannot show. */
export function readRtfImages(rtf: string): readonly (string | undefined)[] {
  const found: (string | undefined)[] = [];
  /** Open RTF groups: whether their images count, and the image being read. */
  const groups: { readonly isSkipped: boolean; image?: { type: string | undefined; hex: string } }[] = [];
  for (let at = 0; at < rtf.length; ) {
    const sign = rtf[at];
    const top = groups.at(-1);
    if (sign === "{") {
      groups.push({ isSkipped: (top?.isSkipped ?? false) || SKIPPED_GROUP.test(rtf.slice(at, at + 24)) });
      at++;
    } else if (sign === "}") {
      const closed = groups.pop();
      if (closed?.image !== undefined && !closed.isSkipped) found.push(toAddress(closed.image));
      at++;
    } else if (sign === "\\") at = readControl(rtf, at, top);
    else {
      const end = nextSyntax(rtf, at);
      if (top?.image !== undefined && !top.isSkipped) top.image.hex += rtf.slice(at, end);
      at = end;
    }
  }
  return found;
}

/** Images that are not in the visible text: in headers, bullets, and copies for old programs. */
const SKIPPED_GROUP = /^\{(?:\\\*)?\\(?:header|footer|nonshppict|listpicture|listtable|object|picprop|blipuid|stylesheet|fonttbl)/;

type Group = { image?: { type: string | undefined; hex: string } };

function readControl(rtf: string, at: number, group: Group | undefined): number {
  const word = /^\\([a-z]{1,32})(-?\d{1,10})? ?/i.exec(rtf.slice(at, at + 48));
  if (word === null) return at + 2;
  const [whole, name = "", value] = word;
  if (name === "pict" && group !== undefined) group.image = { type: undefined, hex: "" };
  else if (group?.image !== undefined) group.image.type ??= TYPES[name];
  return at + whole.length + (name === "bin" ? Math.max(0, Number(value ?? 0)) : 0);
}

const TYPES: Readonly<Record<string, string | undefined>> = { pngblip: "png", jpegblip: "jpeg" };

function nextSyntax(rtf: string, from: number): number {
  SYNTAX.lastIndex = from;
  return SYNTAX.test(rtf) ? SYNTAX.lastIndex - 1 : rtf.length;
}

const SYNTAX = /[{}\\]/g;

function toAddress({ type, hex }: { readonly type: string | undefined; readonly hex: string }): string | undefined {
  const digits = hex.replace(/\s+/g, "");
  if (type === undefined || digits === "" || /[^0-9a-f]/i.test(digits)) return undefined;
  return `data:image/${type};base64,${hexToBase64(digits)}`;
}

const SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Three bytes, six hexadecimal digits, become four characters. */
function hexToBase64(hex: string): string {
  const parts: string[] = [];
  for (let at = 0; at < hex.length; at += 6) {
    const digits = hex.slice(at, at + 6);
    const bits = Number.parseInt(digits.padEnd(6, "0"), 16);
    const signs = [18, 12, 6, 0].map((shift) => SIGNS[(bits >> shift) & 63]).join("");
    parts.push(digits.length === 6 ? signs : signs.slice(0, digits.length / 2 + 1).padEnd(4, "="));
  }
  return parts.join("");
}
