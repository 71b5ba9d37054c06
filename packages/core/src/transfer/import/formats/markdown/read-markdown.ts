/** Reads folders and archives of Markdown: Obsidian, Notion, Bear, Joplin with front matter, Notesnook and others. */
import type { StoredDoc } from "../../../../document/html/stored-doc.ts";
import { readFrontMatter } from "../../document/front-matter.ts";
import { EMPTY_NOTE, oneRemark, textOf, toTitle, withoutTitleHeading } from "../../document/note-parts.ts";
import type { ImportFile, ImportTools } from "../../model/import-source.ts";
import { type ImportReader, readEach } from "../../model/reader.ts";
import type { SourceItem } from "../../model/source-item.ts";
import { baseName, folderOf, isNotionName, withoutExtension, withoutNotionId } from "../../model/source-path.ts";
import { createFileFinder, readMarkdownText } from "./markdown-note.ts";

export const markdownReader: ImportReader = {
  format: "markdown",
  async *read({ files, byPath }, tools) {
    const find = createFileFinder(byPath);
    yield* readEach(files, (file) => readNote(file, { tools, find }));
  },
};

type Source = { readonly tools: ImportTools; readonly find: (path: string) => ImportFile | undefined };

async function readNote(file: ImportFile, { tools, find }: Source): Promise<SourceItem> {
  const { text, isGuessed } = await tools.text(file);
  const isNotion = isNotionName(baseName(file.path));
  const front = isNotion ? notionProperties(text) : readFrontMatter(text);
  const read = await readMarkdownText(front.body, { path: file.path, tools, find });
  const name = withoutNotionId(withoutExtension(baseName(file.path)));
  const title = toTitle(front.title ?? titleFor(name, read.doc), "Untitled");
  return {
    ...EMPTY_NOTE,
    key: file.path,
    path: file.path,
    title,
    folder: folderOf(file.path)
      .map(withoutNotionId)
      .filter((part) => part !== "notes" || !isNotion),
    tags: front.exactTags ?? [...new Set([...front.tags, ...read.hashtags])],
    createdMs: front.createdMs,
    modifiedMs: front.modifiedMs ?? file.modifiedMs,
    isPinned: front.isPinned,
    isArchived: front.isArchived,
    isTrashed: front.isTrashed || /(?:^|\/)\.trash\//.test(file.path),
    doc: isNotion ? withoutTitleHeading(read.doc, title) : read.doc,
    files: read.files,
    properties: front.others,
    usedPaths: [file.path, ...read.files.map(({ path }) => path)],
    names: namesOf(file.path, title, front),
    remarks: [...read.remarks, ...(isGuessed ? [oneRemark("encoding-guessed", "approximated")] : [])],
    ...(front.id === undefined ? {} : { sourceId: front.id }),
  };
}

/** Returns the first heading if the file name was made from it, since it still has the characters that file systems reject. */
function titleFor(name: string, doc: StoredDoc): string {
  const first = doc.content[0];
  if (first?.type !== "heading" || first.attrs.level !== 1) return name;
  const heading = textOf(first).trim();
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  return plain(heading) === plain(name) || (plain(name).length > 20 && plain(heading).startsWith(plain(name))) ? heading : name;
}

function namesOf(
  path: string,
  title: string,
  front: { readonly id: string | undefined; readonly aliases: readonly string[] },
): readonly string[] {
  const plain = path.replace(/\.\w+$/, "");
  const ids = front.id === undefined ? [] : [`id:${front.id}`];
  return [
    `path:${path}`,
    `path:${plain}`,
    ...endsOf(plain),
    `title:${baseName(plain)}`,
    `title:${title}`,
    ...front.aliases.map((alias) => `title:${alias}`),
    ...ids,
  ];
}

/** Shorter paths of a note: a link may omit the outermost folders, for example those around a vault in an archive. */
function endsOf(path: string): readonly string[] {
  const parts = path.split("/");
  return parts.slice(1, -1).map((_, at) => `end:${parts.slice(at + 1).join("/")}`);
}

/** Notion writes a page's properties as lines between title and text. */
function notionProperties(text: string): ReturnType<typeof readFrontMatter> {
  const match = /^(# [^\n]*\n\n)((?:[^\n:#|>-][^\n:]{0,80}: [^\n]*\n)+)(?:\n|$)/.exec(text);
  if (match === null) return readFrontMatter(text);
  const lines = (match[2] ?? "").trimEnd().split("\n");
  const others = lines.map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)] as const);
  const tags = others.filter(([name]) => /^tags?$/i.test(name)).flatMap(([, value]) => value.split(",").map((tag) => tag.trim()));
  const front = readFrontMatter(`${match[1]}${text.slice(match[0].length)}`);
  return { ...front, tags, others: others.filter(([name]) => !/^tags?$/i.test(name)) };
}
