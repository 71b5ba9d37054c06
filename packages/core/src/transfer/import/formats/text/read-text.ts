/** Reads plain text files: one note per file, one paragraph per line. */
import { EMPTY_NOTE, oneRemark, plainDoc, toTitle } from "../../document/note-parts.ts";
import { type ImportReader, readEach } from "../../model/reader.ts";
import { baseName, folderOf, withoutExtension } from "../../model/source-path.ts";

export const textReader: ImportReader = {
  format: "text",
  async *read({ files }, tools) {
    yield* readEach(files, async function* (file) {
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
    });
  },
};
