/** Links during an import, as web addresses that the HTML reader keeps, until all notes of the source are known. Pure. */

export type LinkRef = {
  /** Names of the note it may mean, the likeliest first. */
  readonly names: readonly string[];
  /** As the source has it. */
  readonly href: string;
  /** The heading in that note. */
  readonly anchor?: string;
  /** The source shows the note itself at this place. */
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
