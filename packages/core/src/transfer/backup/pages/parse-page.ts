/**
 * Rebuilds a note from its readable page when its list is damaged. Pages of earlier versions have title, folder, time and text only. Pure.
 */
import { isEntityId } from "@satchel/contract/ids.ts";
import { attachmentsIn, referencesIn } from "../../../document/references.ts";
import { ATTACHMENTS_FOLDER, type BackupNote, type ListedAttachment, parseBackupNote } from "../../../model/backup/backup-format.ts";
import { type PageRecord, RECORD_META } from "../../../model/backup/readable.ts";
import { hashText } from "../../../model/entities/entity-ids.ts";

export type ParsedPage = {
  readonly title: string;
  readonly folderName: string;
  readonly lastModified: number;
  /** Stored HTML, including links to files. */
  readonly content: string;
  readonly record: PageRecord | undefined;
};

const PAGE =
  /<body>\n<p>[^\n]*<\/p>\n<h1>([\s\S]*?)<\/h1>\n<p><small>([\s\S]*?) · [^·\n]*? ([+-]?\d{4,6}-\d\d-\d\dT[\d:.]+Z)<\/small><\/p>\n([\s\S]*)\n<\/body>\n<\/html>\n$/;
const RECORD = new RegExp(`<meta name="${RECORD_META}" content="([^"]*)">`);
const LINK = new RegExp(`<a href="\\.\\./\\.\\./${ATTACHMENTS_FOLDER}([^"/]+)/[^"]*">([^<]*)</a>`, "g");
const IMAGE_LINK = new RegExp(`<a href="\\.\\./\\.\\./${ATTACHMENTS_FOLDER}[^"]*">(<img [^>]*>)</a>`, "g");
const IMAGE_SOURCE = new RegExp(`<img src="\\.\\./\\.\\./${ATTACHMENTS_FOLDER}[^"]*" `, "g");
/** Prefix for notes whose page does not contain their id. */
const GUESSED_ID = "recovered-";

/** `fileOf` returns the backup's record of a file. Returns undefined if the text is not a note page. */
export function parsePage(html: string, fileOf: (id: string) => ListedAttachment | undefined): ParsedPage | undefined {
  const [, title, folderName, time = "", content] = PAGE.exec(html) ?? [];
  const lastModified = Date.parse(time);
  if (title === undefined || folderName === undefined || content === undefined || Number.isNaN(lastModified)) return undefined;
  const record = toRecord(RECORD.exec(html.slice(0, html.indexOf("<body>")))?.[1]);
  const shown = unescapeText(title);
  return {
    title: record?.title ?? shown,
    folderName: unescapeText(folderName),
    lastModified,
    content: withoutTitles(withoutHrefs(content, fileOf)),
    record,
  };
}

/** Returns the note as a record of the list. */
export function toNote(page: ParsedPage, path: string, folderOf: (name: string) => string | null): BackupNote | undefined {
  const { title, content, lastModified, record } = page;
  const attachments = attachmentsIn(content);
  const attIds = [...new Set([...attachments.map(({ id }) => id), ...referencesIn(content)])].sort();
  const guessed = {
    id: `${GUESSED_ID}${hashText(`${path}\n${title}\n${lastModified}`)}`,
    folderId: folderOf(page.folderName),
    isEncrypted: false,
    createdAt: lastModified,
    attachments,
    attIds,
  };
  return parseBackupNote({ ...guessed, ...record, title, content, lastModified });
}

/** True if the id was invented, so it does not show whether the library already has the note. */
export function isGuessedId(id: string): boolean {
  return id.startsWith(GUESSED_ID);
}

function toRecord(escaped: string | undefined): PageRecord | undefined {
  if (escaped === undefined) return undefined;
  try {
    const value = JSON.parse(unescapeText(escaped)) as PageRecord;
    return isEntityId(value.id) && typeof value.check === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reverses `withFiles` of readable.ts. */
function withoutHrefs(content: string, fileOf: (id: string) => ListedAttachment | undefined): string {
  if (!content.includes(`"../../${ATTACHMENTS_FOLDER}`)) return content;
  return content
    .replace(IMAGE_LINK, "$1")
    .replace(IMAGE_SOURCE, "<img ")
    .replace(LINK, (whole, encoded: string, name: string) => {
      const id = decodeId(encoded);
      if (id === undefined) return whole;
      const { sizeBytes, mimeType } = fileOf(id) ?? {};
      const about = [
        ...(sizeBytes === undefined ? [] : [`data-file-size="${sizeBytes}"`]),
        ...(mimeType === undefined ? [] : [`data-mime-type="${escapeAttribute(mimeType)}"`]),
      ];
      const attributes = [`data-file-id="${id}"`, `data-file-name="${name.replaceAll('"', "&quot;")}"`, ...about];
      return `<a ${attributes.join(" ")}>${name}</a>`;
    });
}

/** Reverses `withTitles` of readable.ts. */
function withoutTitles(content: string): string {
  return content.replace(/(<a data-note-id="[^"]*">)[^<]*<\/a>/g, "$1</a>");
}

function decodeId(encoded: string): string | undefined {
  try {
    const id = decodeURIComponent(encoded);
    return isEntityId(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
}

function unescapeText(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}
