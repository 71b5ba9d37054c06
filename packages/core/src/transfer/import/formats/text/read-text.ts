/** Plain text files: a note each, a paragraph for each line. */
import { EMPTY_NOTE, oneRemark, plainDoc, toTitle } from "../../document/note-parts.ts";
import { SourceFailure } from "../../model/import-source.ts";
import type { ImportReader } from "../../model/reader.ts";
import { lostItem } from "../../model/source-item.ts";
import { baseName, folderOf, withoutExtension } from "../../model/source-path.ts";

export const textReader: ImportReader = {
  format: "text",
  async *read({ files }, tools) {
    for (const file of files) {
      try {
        const { text, isGuessed } = await tools.text(file);
        const title = toTitle(withoutExtension(baseName(file.path)), "Untitled");
        yield {
          ...EMPTY_NOTE,
          key: file.path,
          path: file.path,
          title,
          folder: folderOf(file.path),
          modifiedMs: file.modifiedMs,
          doc: plainDoc(text),
          usedPaths: [file.path],
          names: [`path:${file.path}`, `title:${title}`],
          remarks: isGuessed ? [oneRemark("encoding-guessed", "approximated")] : [],
        };
      } catch (error) {
        if (!(error instanceof SourceFailure)) throw error;
        yield lostItem(file, error.kind);
      }
    }
  },
};
