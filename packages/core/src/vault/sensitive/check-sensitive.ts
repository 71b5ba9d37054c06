/** Validates a password chosen for the Sensitive folder, and tells which moves its password must confirm. Pure. Spec A §5. */

import type { Folder } from "../../model/entities/folder.ts";
import type { NoteSummary } from "../../model/entities/note.ts";
import { SENSITIVE } from "../../model/limits/limits.ts";

export type SensitivePasswordProblem = "password-missing" | "password-too-short" | "confirmation-missing" | "confirmation-differs";
export type SensitivePasswordValues = { readonly password: string; readonly confirmation: string };
type Problems = { readonly [Name in keyof SensitivePasswordValues]?: SensitivePasswordProblem };

export function checkSensitivePassword({ password, confirmation }: SensitivePasswordValues): Problems {
  return { ...checkPassword(password), ...checkConfirmation(password, confirmation) };
}

function checkPassword(password: string): Problems {
  if (password === "") return { password: "password-missing" };
  return [...password].length < SENSITIVE.passwordMinChars ? { password: "password-too-short" } : {};
}

function checkConfirmation(password: string, confirmation: string): Problems {
  if (confirmation === "") return { confirmation: "confirmation-missing" };
  return confirmation === password ? {} : { confirmation: "confirmation-differs" };
}

/**
 * Returns "in" or "out" if a move takes notes across the border of the Sensitive folder, which its password must confirm. Pure. Spec A §5
 * "Note-move password modal".
 */
export function crossesLock(
  notes: readonly Pick<NoteSummary, "folderId" | "isEncrypted">[],
  folderId: string | null,
  folders: readonly Pick<Folder, "folderId" | "folderType">[],
): "in" | "out" | undefined {
  const goesIn = folders.some((folder) => folder.folderId === folderId && folder.folderType === "SENSITIVE");
  if (goesIn) return notes.some((note) => note.folderId !== folderId) ? "in" : undefined;
  return notes.some((note) => note.isEncrypted) ? "out" : undefined;
}
