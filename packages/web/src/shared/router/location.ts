/** An address inside the application, with what its entry in the browser's history carries. */

export type Location = {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  /** What whoever went there left for the page; survives a reload. */
  readonly state: unknown;
  /** Of this one entry of the history; `default` is the one the window was opened with. */
  readonly key: string;
};

export const FIRST_KEY = "default";

export function parseAddress(address: string): Pick<Location, "pathname" | "search" | "hash"> {
  const [, pathname = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  return { pathname: pathname === "" ? "/" : pathname, search: search === "?" ? "" : search, hash: hash === "#" ? "" : hash };
}

export function toAddress({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">): string {
  return `${pathname}${search}${hash}`;
}
