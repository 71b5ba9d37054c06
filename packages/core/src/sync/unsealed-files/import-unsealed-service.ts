/** Imports unencrypted files on request, if their bytes are still those listed; the files stay. Decision 0017. */
import type { Library } from "../../library/index/library-service.ts";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import type { Entity, NoteEntity } from "../../model/entities/entity.ts";
import { type RemoteProblem, STOPS_CYCLE } from "../../model/remote-problem.ts";
import { ok, type Result } from "../../model/result.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { RemoteStore } from "../../ports/remote/remote-store.ts";
import type { Codec } from "../../ports/sealing/codec.ts";
import { IMPORT } from "./import-target.ts";
import { importFolder, toImported } from "./unsealed-file.ts";

export type ImportDeps = {
  readonly library: Library;
  readonly remote: Pick<RemoteStore, "download">;
  readonly codec: Pick<Codec, "md5" | "readJson">;
};

/** `left`: files that hold no note, or are others than when they were listed. */
export type Imported = { readonly notes: number; readonly left: number };

export async function importUnsealed(deps: ImportDeps): Promise<Result<Imported, RemoteProblem | StoreProblem>> {
  let imported: Imported = { notes: 0, left: 0 };
  for (const file of deps.library.index.unsealedFiles()) {
    const note = await read(deps, file);
    if (!note.ok) return note;
    const kept = note.value === undefined ? ok(false) : await keep(deps.library, note.value);
    if (!kept.ok) return kept;
    imported = kept.value ? { ...imported, notes: imported.notes + 1 } : { ...imported, left: imported.left + 1 };
  }
  return ok(imported);
}

async function read({ remote, codec }: ImportDeps, file: RemoteFile): Promise<Result<NoteEntity | undefined, RemoteProblem>> {
  if (file.importAs === undefined) return ok(undefined);
  const answer = await remote.download(file.fileId);
  if (!answer.ok) return STOPS_CYCLE.has(answer.problem.kind) ? answer : ok(undefined);
  const md5 = codec.md5(answer.value);
  return ok(md5 === file.md5 ? toImported(file, md5, codec.readJson(answer.value)) : undefined);
}

/** Never onto anything: a note that is here already, deleted or not, was imported before. */
function keep(library: Library, note: NoteEntity): Promise<Result<boolean, StoreProblem>> {
  return library.transact(
    { entities: [note.id, IMPORT.folderId] },
    ({ entities }) => {
      if (entities.has(note.id)) return { writes: {}, answer: false };
      const added: readonly Entity[] = entities.has(IMPORT.folderId) ? [note] : [importFolder(), note];
      return { writes: { entities: added }, answer: true };
    },
    "restore",
  );
}
