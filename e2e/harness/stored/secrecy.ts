/** Searches bytes for words in every encoding they could have: UTF-8, UTF-16, base64 of either, percent-encoding and hex. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";

export type Guise = { readonly name: string; readonly bytes: Buffer };
export type Finding = { readonly where: string; readonly word: string; readonly guise: string };

/** Shorter words could occur in random bytes by chance. */
const SHORTEST_WORD = 8;

/**
 * Base64 of a word inside a longer text depends on its offset: there are three variants, without the characters that neighboring bytes
 * affect.
 */
function base64Guises(name: string, bytes: Buffer): Guise[] {
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    const first = shift === 0 ? 0 : shift + 1;
    const last = Math.floor(((bytes.length + shift) * 8) / 6);
    const core = encoded.slice(first, last);
    const url = core.replaceAll("+", "-").replaceAll("/", "_");
    return [...new Set([core, url])].map((text) => ({ name: `base64 of ${name}`, bytes: Buffer.from(text) }));
  });
}

function guisesOf(word: string): Guise[] {
  if (word.length < SHORTEST_WORD) throw new Error(`'${word}' is too short to look for`);
  const utf8 = Buffer.from(word, "utf8");
  const utf16 = Buffer.from(word, "utf16le");
  const plain = [
    { name: "UTF-8", bytes: utf8 },
    { name: "UTF-16", bytes: utf16 },
    { name: "UTF-16, high byte first", bytes: Buffer.from(utf16).swap16() },
  ];
  const encoded = [
    { name: "percent-encoding", bytes: Buffer.from(encodeURIComponent(word)) },
    {
      name: "JSON escapes",
      bytes: Buffer.from(word.replace(/[^ -~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)),
    },
    { name: "hex", bytes: Buffer.from(utf8.toString("hex")) },
  ];
  const all = [...plain, ...encoded, ...plain.flatMap(({ name, bytes }) => base64Guises(name, bytes))];
  return all.filter(({ bytes }, index) => all.findIndex((other) => other.bytes.equals(bytes)) === index);
}

/** Searches for each word as it is and in lower case, as an index would store it. */
export function findWords(where: string, haystack: Buffer, words: readonly string[]): Finding[] {
  return words.flatMap((word) =>
    [...new Set([word, word.toLowerCase()])]
      .flatMap(guisesOf)
      .filter(({ bytes }) => haystack.includes(bytes))
      .map(({ name }) => ({ where, word, guise: name })),
  );
}

async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const nested = await Promise.all(
    entries.map((entry) => (entry.isDirectory() ? filesUnder(join(folder, entry.name)) : [join(folder, entry.name)])),
  );
  return nested.flat();
}

/** Searches every file below a folder, including file names. Returns the findings and the number of bytes searched. */
export async function searchFolder(folder: string, words: readonly string[]): Promise<{ findings: Finding[]; bytes: number }> {
  for (;;) {
    const searched = await searchOnce(folder, words);
    if (searched !== undefined) return searched;
  }
}

/** Returns undefined if a file moved during the search, as a finished upload does, because it may have been missed. */
async function searchOnce(folder: string, words: readonly string[]): Promise<{ findings: Finding[]; bytes: number } | undefined> {
  const found: Finding[] = [];
  let bytes = 0;
  for (const path of await filesUnder(folder)) {
    const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
    if (content === undefined) return undefined;
    bytes += content.length;
    const name = relative(folder, path);
    found.push(...findWords(name, Buffer.concat([Buffer.from(`${name}\n`), content]), words));
  }
  return { findings: found, bytes };
}
