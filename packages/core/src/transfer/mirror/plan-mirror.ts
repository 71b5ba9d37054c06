/** Plans what a mirror must write and remove so that its folder matches the library. Pure. */
import { hashText } from "../../model/entities/entity-ids.ts";
import type { MirroredNote, MirrorManifest } from "../../ports/transfer/mirror-folders.ts";
import { exportedFolder } from "../export/to-transfer-note.ts";
import { vaultName } from "../export/vault/vault-names.ts";

/** `version`: changes with every change of the note. */
export type ListedNote = {
  readonly id: string;
  readonly title: string;
  readonly folderName: string | undefined;
  readonly version: string;
  readonly linkIds: readonly string[];
};

export type PlannedWrite = { readonly id: string; readonly wanted: string; readonly stamp: string };
export type MirrorPlan = { readonly writes: readonly PlannedWrite[]; readonly removedIds: readonly string[] };

export function planMirror(notes: readonly ListedNote[], { notes: written }: Pick<MirrorManifest, "notes">): MirrorPlan {
  const pathOf = (id: string): string => written.get(id)?.path ?? "";
  const writes = notes
    .map((note) => ({ id: note.id, wanted: wantedPath(note), stamp: stampOf(note, pathOf) }))
    .filter(({ id, wanted, stamp }) => !isWritten(written.get(id), wanted, stamp));
  const living = new Set(notes.map(({ id }) => id));
  return { writes, removedIds: [...written.keys()].filter((id) => !living.has(id)) };
}

function isWritten(known: MirroredNote | undefined, wanted: string, stamp: string): boolean {
  return known !== undefined && known.mark !== undefined && known.wanted === wanted && known.stamp === stamp;
}

/** Path without the extension. */
function wantedPath({ title, folderName }: ListedNote): string {
  const parents = exportedFolder(folderName);
  return [...parents.map((part) => vaultName(part, "Untitled")), vaultName(title, "Untitled")].join("/");
}

/** Changes when the note or the path of a linked note changes. */
function stampOf({ title, folderName, version, linkIds }: ListedNote, pathOf: (id: string) => string): string {
  return hashText(JSON.stringify([title, folderName ?? null, version, linkIds.map(pathOf)]));
}

/** Yields `wanted`, then the same name with increasing numbers. */
export function* pathsFor(wanted: string, extension: string): Generator<string> {
  yield wanted + extension;
  for (let at = 1; ; at += 1) yield `${wanted} ${at}${extension}`;
}
