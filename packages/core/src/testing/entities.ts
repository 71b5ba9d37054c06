/** Entities for tests, which name only the fields they care about. */
import type { FolderEntity, NoteEntity } from "../model/entities/entity.ts";

export function aNote(values: Partial<NoteEntity> = {}): NoteEntity {
  return {
    kind: "note",
    id: "note-1-a",
    vv: { dev: 1 },
    alive: { dev: 1 },
    createdAt: 1000,
    mtime: 1000,
    title: "Title",
    content: "<p>Text</p>",
    folderId: null,
    isEncrypted: false,
    attachments: [],
    attIds: [],
    ...values,
  };
}

export function aFolder(values: Partial<FolderEntity> = {}): FolderEntity {
  return {
    kind: "folder",
    id: "folder-1-a",
    vv: { dev: 1 },
    alive: { dev: 1 },
    createdAt: 1000,
    mtime: 1000,
    name: "Recipes",
    description: "",
    color: "#3B82F6",
    folderType: "CUSTOM",
    displayOrder: 3,
    isDefault: false,
    mergedInto: null,
    ...values,
  };
}
