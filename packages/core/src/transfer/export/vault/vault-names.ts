/** Chooses file names in a vault, numbered like note programs do: `Plan`, `Plan 1`. Pure except for the names in use. */
import { RESERVED_NAME } from "../../exchange/reserved-name.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are just what must not be in a file's name.
const FORBIDDEN = /[\u0000-\u001f\u007f<>:"/\\|?*#^[\]\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const MAX_BYTES = 180;

export function vaultName(title: string, fallback: string): string {
  const plain = title
    .normalize("NFC")
    .replace(/\p{Surrogate}/gu, "")
    .replace(FORBIDDEN, " ")
    .replace(/\s+/g, " ")
    .trim();
  const name = cutBytes(plain).replace(/^[. ]+|[. ]+$/g, "");
  if (name === "") return fallback;
  return RESERVED_NAME.test(name) ? `_${name}` : name;
}

/** Cuts by UTF-8 bytes, which file systems limit. */
function cutBytes(text: string): string {
  let [cut, bytes] = ["", 0];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > MAX_BYTES) break;
    cut += char;
  }
  return cut;
}

export function createVaultNames(paths: readonly string[] = []): (folder: string, name: string, extension: string) => string {
  const taken = new Set(paths.map((path) => path.toLowerCase()));
  const counters = new Map<string, number>();
  return (folder, name, extension) => {
    const key = `${folder}/${name}${extension}`.toLowerCase();
    for (let at = counters.get(key) ?? 0; ; at += 1) {
      const path = `${folder}/${at === 0 ? name : `${name} ${at}`}${extension}`.replace(/^\//, "");
      if (taken.has(path.toLowerCase())) continue;
      taken.add(path.toLowerCase());
      counters.set(key, at + 1);
      return path;
    }
  };
}
