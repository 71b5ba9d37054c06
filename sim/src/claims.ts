/**
 * What the interface claims, held against what is true: no note is called 'in your drive' while something of it has still to be sent.
 * `needsPush` is worked out again each time, so that a mistake in keeping it up to date shows too. sync.md I3.
 */

import { needsPush } from "@satchel/core/library/index/derive.ts";
import type { NotesState } from "@satchel/core/library/notes/notes-service-types.ts";
import type { RemoteFile } from "@satchel/core/model/drive/remote-file.ts";
import type { LightEntity } from "@satchel/core/model/entities/entity.ts";

export type Truth = {
  readonly entity: (id: string) => Pick<LightEntity, "vv"> | undefined;
  readonly filesOf: (id: string) => readonly RemoteFile[];
  readonly tainted: ReadonlySet<string>;
};

export function falseClaims({ notes, pendingCount }: NotesState, truth: Truth): readonly string[] {
  const isPending = (id: string): boolean => needsPush(truth.entity(id), truth.filesOf(id), truth.tainted);
  const wrong = notes.filter(({ noteId, sync }) => sync.kind === "in-your-drive" && isPending(noteId));
  const waiting = notes.filter(({ noteId }) => isPending(noteId)).length;
  return [
    ...wrong.map(({ noteId }) => `${noteId} is called 'in your drive' and is not`),
    ...(pendingCount < waiting ? [`${waiting} notes wait, and ${pendingCount} are counted`] : []),
  ];
}
