/**
 * Parts of a note that Markdown cannot express. Each is represented in the source by a token, so that it can be moved and deleted whole,
 * and never be broken. The characters of tokens and held signs are Unicode noncharacters, which no text contains.
 */

/** Stored HTML of a block, or of one or more inline nodes with their marks. */
export type KeptPart = { readonly html: string; readonly isBlock: boolean };

export type KeptParts = {
  /** Returns the part's token: the same for the same part. */
  readonly keep: (part: KeptPart) => string;
  readonly find: (id: string) => KeptPart | undefined;
};

/** Matches a token; its first group is the part's id. */
export const TOKEN = /\ufdd2(\w+)\ufdd3/g;
/** Characters that a source must not contain except in tokens. */
export const RESERVED = /[\ufdd0-\ufddf]/;

export function createKeptParts(): KeptParts {
  const [ids, parts] = [new Map<string, string>(), new Map<string, KeptPart>()];
  return {
    keep(part) {
      const key = `${part.isBlock ? "b" : "i"}${part.html}`;
      const id = ids.get(key) ?? String(ids.size);
      ids.set(key, id);
      parts.set(id, part);
      return tokenOf(id);
    },
    find: (id) => parts.get(id),
  };
}

export function tokenOf(id: string): string {
  return `\ufdd2${id}\ufdd3`;
}
