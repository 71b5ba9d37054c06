/** Validates values of stored HTML's attributes: a check returns the normal form, or undefined to reject. Elements: stored-html.ts. */
import { isEntityId } from "@satchel/contract/ids.ts";
import { toRgb } from "../colors/css-color.ts";

export type ValueCheck = {
  /** Description for docs/stored-html.md. */
  readonly accepts: string;
  readonly normalise: (raw: string) => string | undefined;
};

export const direction: ValueCheck = oneOf(["ltr", "rtl"]);
export const alignment: ValueCheck = oneOf(["left", "center", "right", "justify"]);
export const orderedListType: ValueCheck = {
  accepts: "`a`, `A`, `i` or `I`",
  normalise: (raw) => (/^[aAiI]$/.test(raw) ? raw : undefined),
};
export const trueOrFalse: ValueCheck = oneOf(["true", "false"]);

export const color: ValueCheck = {
  accepts: "any CSS colour, kept as `rgb(r, g, b)`",
  normalise: toRgb,
};

export const opaqueId: ValueCheck = {
  accepts: "1 to 128 of `A-Z a-z 0-9 _ -`",
  normalise: (raw) => (isEntityId(raw) ? raw : undefined),
};

export const language: ValueCheck = {
  accepts: "`language-` and 1 to 40 of `a-z 0-9 + # . _ -`",
  normalise: (raw) => /(?:^|\s)(?:language|lang)-([A-Za-z0-9+#._-]{1,40})(?=\s|$)/.exec(raw)?.[1]?.toLowerCase(),
};

export const mimeType: ValueCheck = {
  accepts: "`type/subtype`",
  normalise: (raw) => (/^[A-Za-z0-9.+-]{1,64}\/[A-Za-z0-9.+-]{1,127}$/.test(raw) ? raw.toLowerCase() : undefined),
};

export const columnWidths: ValueCheck = {
  accepts: "pixels of each spanned column, `0` where unset, joined by commas",
  normalise: (raw) => (/^\d{1,4}(,\d{1,4})*$/.test(raw) && /[1-9]/.test(raw) ? raw.split(",").map(Number).join(",") : undefined),
};

/** Image types that cannot run script, so no SVG. */
export const inlineImage: ValueCheck = {
  accepts: "`data:image/` jpeg, png, gif, webp or avif, base64",
  normalise: normaliseImage,
};

/** An image on another server stays an address and is never loaded automatically. */
export const webAddress: ValueCheck = {
  accepts: "`http:` or `https:` address",
  normalise: (raw) => withScheme(raw, /^https?:\/\/[^/?#]/),
};

export const linkTarget: ValueCheck = {
  accepts: "`http:`, `https:`, `mailto:` or `tel:` address",
  normalise: (raw) => withScheme(raw, /^(?:https?:\/\/[^/?#]|mailto:.|tel:.)/),
};

/** Completes a typed link: a bare domain gets `https://`, an e-mail address `mailto:`. Returns undefined if it cannot be a link. */
export function toLinkAddress(typed: string): string | undefined {
  const address = typed.trim();
  if (address === "" || /^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address)) return linkTarget.normalise(address);
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return linkTarget.normalise(`mailto:${address}`);
  return /^[^\s/?#]+\.[^\s/?#]{2,}|^localhost\b/.test(address) ? linkTarget.normalise(`https://${address}`) : undefined;
}

const FILES = "/api/files/";
export const downloadAddress: ValueCheck = {
  accepts: "`/api/files/{id}` or `https:` address",
  normalise: (raw) => (raw.startsWith(FILES) && isEntityId(raw.slice(FILES.length)) ? raw : withScheme(raw, /^https:\/\/[^/?#]/)),
};

export const anyText: ValueCheck = { accepts: "any text", normalise: (raw) => (raw === "" ? undefined : raw) };

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
const SPACES_AND_CONTROLS = /[\u0000-\u0020\u007f]+/g;

/** One line of any length: typed text is never cut. */
export const oneLine: ValueCheck = {
  accepts: "its own text, on one line",
  normalise: (raw) => {
    const line = toWellFormed(raw).replace(SPACES_AND_CONTROLS, " ").trim();
    return line === "" ? undefined : line;
  },
};

export function wholeNumber(min: number, max: number): ValueCheck {
  return {
    accepts: `whole number ${min} to ${max}`,
    normalise: (raw) => inRange(/^\s*([+-]?\d{1,15})(?:\.\d*)?(?:px)?\s*$/.exec(raw)?.[1], min, max),
  };
}

/** Free text without control characters; longer text is cut. */
export function textUpTo(maxChars: number): ValueCheck {
  return {
    accepts: `text of at most ${maxChars} characters`,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
    normalise: (raw) => cutAt(toWellFormed(raw).replace(/[\u0000-\u001f\u007f]+/g, " "), maxChars),
  };
}

const ADDRESS_MAX_CHARS = 16_384;

function withScheme(raw: string, allowed: RegExp): string | undefined {
  const address = lowerScheme(withoutControls(toWellFormed(raw)));
  return address.length <= ADDRESS_MAX_CHARS && allowed.test(address) ? address : undefined;
}

/**
 * Browsers skip control characters in an address, so `java
 * script:` would run.
 */
function withoutControls(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
  const visible = raw.replace(/[\u0000-\u001f\u007f]+/g, "");
  return visible.trim().replaceAll(" ", "%20");
}

function lowerScheme(address: string): string {
  return address.replace(/^[A-Za-z]{1,10}:/, (scheme) => scheme.toLowerCase());
}

const IMAGE_PREFIX = /^\s*data:image\/(jpe?g|png|gif|webp|avif);base64,/i;

function normaliseImage(raw: string): string | undefined {
  const prefix = IMAGE_PREFIX.exec(raw);
  if (prefix === null) return undefined;
  const bytes = raw.slice(prefix[0].length).replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(bytes)) return undefined;
  const kind = prefix[1]?.toLowerCase();
  return `data:image/${kind === "jpg" ? "jpeg" : kind};base64,${bytes}`;
}

/** Never leaves half of a surrogate pair. */
function cutAt(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : text.slice(0, maxChars).replace(/[\ud800-\udbff]$/, "");
}

export function oneOf(words: readonly string[]): ValueCheck {
  return {
    accepts: words.map((word) => `\`${word}\``).join(", "),
    normalise: (raw) => {
      const word = raw.trim().toLowerCase();
      return words.includes(word) ? word : undefined;
    },
  };
}

function inRange(digits: string | undefined, min: number, max: number): string | undefined {
  if (digits === undefined) return undefined;
  const value = Number(digits);
  return value >= min && value <= max ? String(value) : undefined;
}

/** Lone surrogates cannot be written as UTF-8, so two devices would store different bytes. They become U+FFFD, as in encoders. */
export function toWellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\ufffd");
}
