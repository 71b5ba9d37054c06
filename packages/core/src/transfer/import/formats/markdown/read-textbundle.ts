/**
 * Reads TextBundle: a folder `*.textbundle` with a text, `info.json` and assets. Bear's backups consist of bundles; Ulysses exports them.
 */
import { WIKI_SCHEME } from "../../../../document/markdown/markdown-html.ts";
import type { Target } from "../../document/foreign-document.ts";
import { readFrontMatter } from "../../document/front-matter.ts";
import { joinTagWords, tagOfWords } from "../../document/hashtags.ts";
import { codeBlock, EMPTY_NOTE, oneRemark, paragraph, textOf, toTitle, withoutTitleHeading } from "../../document/note-parts.ts";
import { parseTime } from "../../document/parse-time.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { type ImportReader, readEach } from "../../model/reader.ts";
import { metadataItem, type SourceItem, type SourceNote } from "../../model/source-item.ts";
import { baseName, folderOf } from "../../model/source-path.ts";
import { createFileFinder, readMarkdownText } from "./markdown-note.ts";

export const textbundleReader: ImportReader = {
  format: "textbundle",
  async *read({ files, byPath }, tools) {
    const findAnywhere = createFileFinder(byPath);
    const texts = files.filter(({ path }) => baseName(path) !== "info.json");
    yield* readEach(texts, (file) => readBundle(file, { tools, findAnywhere, byPath }));
    for (const file of byPath.values()) if (isBearFile(file.path)) yield metadataItem(file);
  },
};

/** True for Bear's own lists of tags and backups. */
function isBearFile(path: string): boolean {
  return /(?:^|\/)(?:tags|backup)\.json$/.test(path);
}

type Source = {
  readonly tools: ImportTools;
  readonly findAnywhere: (path: string) => ImportFile | undefined;
  readonly byPath: ReadonlyMap<string, ImportFile>;
};

type Info = {
  readonly path: string | undefined;
  readonly isBear: boolean;
  readonly isUlysses: boolean;
  readonly bear: Readonly<Record<string, unknown>>;
};

async function readBundle(file: ImportFile, { tools, findAnywhere, byPath }: Source): Promise<SourceItem> {
  const bundle = file.path.slice(0, file.path.lastIndexOf("/"));
  const info = await readInfo(byPath.get(`${bundle}/info.json`), tools);
  const { text, isGuessed } = await tools.text(file);
  const front = readFrontMatter(text);
  const find = (path: string): ImportFile | undefined =>
    byPath.get(path) ?? byPath.get(`${bundle}/${path}`) ?? byPath.get(`${bundle}/assets/${baseName(path)}`) ?? findAnywhere(path);
  const bearTags = textsOf(info.bear.tags);
  const joined = info.isBear ? joinTagWords(front.body) : { text: front.body, names: new Map<string, string>() };
  const names = new Map([...joined.names, ...bearTags.map((tag) => [tagOfWords(tag), tag] as const)]);
  const read = await readMarkdownText(
    joined.text,
    { path: file.path, tools, find, ...(info.isBear ? { target: bearTarget } : {}) },
    { isBear: info.isBear, isUlysses: info.isUlysses },
  );
  const name = baseName(bundle).replace(/\.textbundle$/i, "");
  const title = toTitle(front.title ?? toText(info.bear.title) ?? name, "Untitled");
  const first = read.doc.content[0];
  const encrypted = toText(info.bear.encryptedData);
  const isTitle = info.isBear && first?.type === "heading" && textOf(first).trim() === title;
  const doc = isTitle ? withoutTitleHeading(read.doc, title) : read.doc;
  return {
    ...EMPTY_NOTE,
    ...timesOf(info.bear, file),
    key: file.path,
    path: file.path,
    title,
    folder: folderOf(bundle).filter((part) => !/\.bear2?bk$/i.test(part)),
    tags: [...new Set([...front.tags, ...read.hashtags.map((tag) => names.get(tag) ?? tag), ...bearTags])],
    isPinned: front.isPinned || isYes(info.bear.pinned),
    isArchived: front.isArchived || isYes(info.bear.archived),
    isTrashed: front.isTrashed || isYes(info.bear.trashed),
    doc: encrypted === undefined ? doc : { ...doc, content: [paragraph("Encrypted content:"), codeBlock(encrypted)] },
    files: read.files,
    properties: front.others,
    usedPaths: [file.path, ...(info.path === undefined ? [] : [info.path]), ...read.files.map(({ path }) => path)],
    names: [`path:${bundle}`, `title:${name}`, `title:${title}`, ...textsOf([info.bear.uniqueIdentifier]).map((id) => `id:${id}`)],
    remarks: [
      ...read.remarks,
      ...(isGuessed ? [oneRemark("encoding-guessed", "approximated")] : []),
      ...(encrypted === undefined ? [] : [oneRemark("encrypted-part", "approximated")]),
    ],
    ...(typeof info.bear.uniqueIdentifier === "string" ? { sourceId: info.bear.uniqueIdentifier } : {}),
  };
}

/** Bear separates the title and the heading of a linked note by a slash, but a title may contain a slash too. */
function bearTarget(href: string): Target | undefined {
  const target = href.startsWith(WIKI_SCHEME) ? href.slice(WIKI_SCHEME.length) : "";
  const at = target.indexOf("/");
  if (at < 1) return undefined;
  const [title, anchor] = [target.slice(0, at).trim(), target.slice(at + 1).trim()];
  return { kind: "note", names: [`title:${target}`, `title:${title}`], ...(anchor === "" ? {} : { anchor }) };
}

function timesOf(bear: Info["bear"], file: ImportFile): Pick<SourceNote, "createdMs" | "modifiedMs"> {
  return { createdMs: parseTime(bear.creationDate), modifiedMs: parseTime(bear.modificationDate) ?? file.modifiedMs };
}

const UNKNOWN_PROGRAM = { isBear: false, isUlysses: false, bear: {} } as const;

async function readInfo(file: ImportFile | undefined, tools: ImportTools): Promise<Info> {
  if (file === undefined) return { path: undefined, ...UNKNOWN_PROGRAM };
  try {
    const info = JSON.parse((await tools.text(file)).text) as Record<string, unknown>;
    const bear = info["net.shinyfrog.bear"];
    const isBear = typeof bear === "object" && bear !== null;
    const isUlysses = /ulysses/i.test(String(info.creatorIdentifier ?? ""));
    return { path: file.path, isBear, isUlysses, bear: isBear ? (bear as Info["bear"]) : {} };
  } catch {
    return { path: file.path, ...UNKNOWN_PROGRAM };
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((part): part is string => typeof part === "string" && part !== "") : [];
}

function isYes(value: unknown): boolean {
  return value === true || value === 1;
}
