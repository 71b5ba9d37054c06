/** Makes file names from titles that every file system accepts. `createNameGiver` remembers the names in use. */
import { BACKUP } from "../../../model/limits/limits.ts";
import { RESERVED_NAME } from "../../exchange/reserved-name.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are just what must not be in a file's name.
const FORBIDDEN = /[\u0000-\u001f\u007f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Matches most titles, which need no change. */
const PLAIN = /^[A-Za-z0-9À-ÖØ-öø-ÿ](?: ?[A-Za-z0-9À-ÖØ-öø-ÿ,;'()&+=_-])*$/;

export function safeName(title: string, fallback: string): string {
  return title.length <= BACKUP.fileNameMaxChars && PLAIN.test(title) && !RESERVED_NAME.test(title) ? title : madeSafe(title, fallback);
}

export function madeSafe(title: string, fallback: string): string {
  const plain = title.normalize("NFC").replace(FORBIDDEN, " ").replace(/\s+/g, " ");
  const cut = [...plain.trim()].slice(0, BACKUP.fileNameMaxChars).join("");
  const name = cut
    .replace(/^[. ]+/, "")
    .replace(/[. ]+$/, "")
    .trim();
  if (name === "") return fallback;
  return RESERVED_NAME.test(name) ? `${name}_`.replace(/^([^.]+)(\..*)?_$/, "$1_$2") : name;
}

/** Returns each name once, regardless of case: 'Plan', 'plan (2)'. */
export function createNameGiver(): (folder: string, name: string, extension: string) => string {
  const taken = new Set<string>();
  const counters = new Map<string, number>();
  return (folder, name, extension) => {
    const key = `${folder}/${name}${extension}`.toLowerCase();
    for (let at = counters.get(key) ?? 1; ; at += 1) {
      const path = `${folder}/${at === 1 ? name : `${name} (${at})`}${extension}`;
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      counters.set(key, at + 1);
      return path;
    }
  };
}
