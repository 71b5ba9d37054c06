/** Encodes links as web addresses that the HTML reader keeps until all notes of the source are known. Pure. */

export type LinkRef = {
  /** Possible names of the linked note, the most likely first. */
  readonly names: readonly string[];
  /** Original address. */
  readonly href: string;
  /** Heading in that note. */
  readonly anchor?: string;
  /** True if the source embeds the note here. */
  readonly isEmbed?: boolean;
};

const PREFIX = "https://link.invalid/";

export function toRefHref(ref: LinkRef): string {
  return `${PREFIX}${encodeURIComponent(JSON.stringify([ref.names, ref.href, ref.anchor ?? "", ref.isEmbed === true]))}`;
}

export function readRefHref(href: string): LinkRef | undefined {
  if (!href.startsWith(PREFIX)) return undefined;
  try {
    const [names, original, anchor, isEmbed] = JSON.parse(decodeURIComponent(href.slice(PREFIX.length))) as [
      string[],
      string,
      string,
      boolean,
    ];
    return { names, href: original, ...(anchor === "" ? {} : { anchor }), ...(isEmbed ? { isEmbed } : {}) };
  } catch {
    return undefined;
  }
}

export function isWebHref(href: string): boolean {
  return /^(?:https?:\/\/[^/?#]|mailto:.|tel:.)/i.test(href);
}
