/** Checks the typed values, then creates or changes the folder. Spec A §5 "Folder creation", B §8 "Folder toasts". */
import { type FolderValues, siblingsIn } from "@satchel/core/library/folders/check-folder.ts";
import { checkFolder } from "@satchel/core/library/folders/check-folder-change.ts";
import { FOLDER } from "@satchel/core/model/limits/limits.ts";
import { useState } from "react";
import { type FieldProblems, useForm } from "../../shared/hooks/use-form.ts";
import { useLibrary, useServices } from "../../shared/services.ts";
import { folderProblemText } from "../../text/notes/folders/folder-dialogs.ts";

/** `parentId`: folder to create a new one in. */
export function useFolderForm(folderId: string | undefined, parentId: string | null, onClose: () => void) {
  const { notes, workspace } = useLibrary();
  const { status } = useServices();
  const folder = notes.store.getState().folders.find((one) => one.folderId === folderId);

  // Read when the dialog opens, so that the folder it creates is not among the others.
  const [others] = useState(() =>
    siblingsIn(notes.store.getState().folders, folder === undefined ? parentId : (folder.parent?.id ?? null)).filter(
      (one) => one.folderId !== folderId,
    ),
  );

  const create = async (values: FolderValues): Promise<void> => {
    const made = await notes.createFolder(values, parentId);
    if (!made.ok) return void status.show({ id: "folder-problem", action: "create", problem: made.problem });
    status.show({ id: "folder-created", name: made.value.name });
    workspace.selectFolder(made.value.folderId);
    onClose();
  };
  const update = async (id: string, values: FolderValues): Promise<void> => {
    const updated = await notes.updateFolder(id, values);
    if (!updated.ok) return void status.show({ id: "folder-problem", action: "update", problem: updated.problem });
    status.show({ id: "folder-updated", name: updated.value.name });
    onClose();
  };

  return useForm<FolderValues>({
    initial: folder ?? { name: "", description: "", color: FOLDER.defaultColor },
    check: (values): FieldProblems<FolderValues> => {
      const problems = Object.entries(checkFolder(values, others)) as [keyof FolderValues, keyof typeof folderProblemText][];
      return Object.fromEntries(problems.map(([name, problem]) => [name, folderProblemText[problem]]));
    },
    submit: async ({ name, description, color }) => {
      const values = { name: name.trim(), description: description.trim(), color };
      await (folderId === undefined ? create(values) : update(folderId, values));
      return undefined;
    },
  });
}
