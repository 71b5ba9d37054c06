/** Writes the readable half of a backup: chooses each page's path and adds packed pages to the archive. Decision 0011. */

import { noteIdsIn } from "../../../document/references.ts";
import type { BackupAttachment, BackupNote } from "../../../model/backup/backup-format.ts";
import {
  createIndex,
  INDEX_FILES,
  type PagedNote,
  type PageRecord,
  READABLE_FOLDER,
  type ReadableLabels,
} from "../../../model/backup/readable.ts";
import { type Folder, PATH_SEPARATOR, storedName } from "../../../model/entities/folder.ts";
import { ok, type Result } from "../../../model/result.ts";
import type { ArchiveProblem, ArchiveWriter, PackedFiles, PackPages } from "../../../ports/transfer/archive.ts";
import { recordCheck } from "./note-recovery.ts";
import { createNameGiver, safeName } from "./safe-name.ts";

export type PageWritingDeps = {
  readonly archive: Pick<ArchiveWriter, "add">;
  readonly packPages: PackPages;
  /** Adds packed files to the manifest. */
  readonly note: (packed: PackedFiles) => Promise<Result<void, ArchiveProblem>>;
  readonly labels: ReadableLabels;
  readonly folders: readonly Folder[];
  readonly linkTitles: ReadonlyMap<string, string>;
  /** The archive's record of a file. */
  readonly fileOf: (fileId: string) => BackupAttachment | undefined;
};

export type PageWriting = ReturnType<typeof createPageWriting>;

export function createPageWriting(deps: PageWritingDeps) {
  const { archive, packPages, note, labels } = deps;
  const locate = createPageLocator(deps);
  const index = createIndex(labels);
  const begun: Promise<readonly PackedFiles[]>[] = [];

  return {
    /** Sensitive notes have no page. */
    begin(notes: readonly BackupNote[]): void {
      const pages = notes.filter(({ sealed }) => sealed === undefined).map(locate);
      for (const { title, folderName, path, lastModified } of pages)
        index.add({ title: title.trim() || labels.untitled, folderName, path, lastModified });
      begun.push(packPages(pages));
    },
    /** Adds packed groups in order until at most `left` groups are still being packed. */
    async addBegun(left: number): Promise<Result<void, ArchiveProblem>> {
      while (begun.length > left) {
        for (const packed of (await begun.shift()) ?? []) {
          const put = await archive.add(packed);
          const noted = put.ok ? await note(packed) : put;
          if (!noted.ok) return noted;
        }
      }
      return ok(undefined);
    },
    index: () => index.files(),
  };
}

const NO_FILES: PagedNote["files"] = new Map();

function createPageLocator({ folders, labels, linkTitles, fileOf }: PageWritingDeps): (note: BackupNote) => PagedNote {
  const give = createNameGiver();
  // Reserves the names of the index files, so that no folder takes them.
  for (const name of INDEX_FILES) give(READABLE_FOLDER, name, "");
  const folderOf = createFolderLocator(folders, labels, give);
  return (note) => {
    const { title, content, lastModified, folderId, attIds, attachments } = note;
    const { name, path: folderPath } = folderOf(folderId);
    const ids = [...attIds, ...attachments.map(({ id }) => id)];
    return {
      title,
      content,
      folderName: name,
      lastModified,
      record: toPageRecord(note),
      path: give(folderPath, safeName(title.trim() || labels.untitled, labels.untitled), ".html"),
      ...titlesIn(content, linkTitles),
      files: ids.length === 0 ? NO_FILES : new Map(ids.flatMap((id) => toPair(id, fileOf(id)?.path))),
    };
  };
}

function toPageRecord(note: BackupNote): PageRecord {
  const { id, folderId, createdAt, pinnedFrom, title, attachments, attIds, tags } = note;
  return {
    id,
    check: recordCheck(note),
    folderId,
    createdAt,
    ...(pinnedFrom === undefined ? {} : { pinnedFrom }),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...(attIds.length === 0 ? {} : { attIds }),
    ...(tags === undefined ? {} : { tags }),
    ...(isShownAs(title) ? {} : { title }),
  };
}

/** False if HTML would change the title's white space. */
function isShownAs(title: string): boolean {
  return title !== "" && title === title.trim();
}

function createFolderLocator(folders: readonly Folder[], labels: ReadableLabels, give: ReturnType<typeof createNameGiver>) {
  // Pages are two folders deep, since earlier versions recover them from there; so a folder in a folder has its path as its name.
  const locate = (name: string) => {
    const fileName = safeName(name.replaceAll(PATH_SEPARATOR, " - "), labels.untitled);
    return { name, path: give(READABLE_FOLDER, fileName, "") };
  };
  const none = locate(labels.noFolder);
  const byId = new Map(folders.map(({ folderId, name, parent }) => [folderId, locate(storedName(name, parent).name)] as const));
  return (folderId: string | null) => (folderId === null ? none : (byId.get(folderId) ?? none));
}

/** Titles of the notes that this note links to. */
function titlesIn(content: string, all: ReadonlyMap<string, string>): Pick<PagedNote, "linkTitles"> {
  const titles = noteIdsIn(content).flatMap((id) => toPair(id, all.get(id)));
  return titles.length === 0 ? {} : { linkTitles: new Map(titles) };
}

function toPair(id: string, value: string | undefined): readonly (readonly [string, string])[] {
  return value === undefined ? [] : [[id, value]];
}
