/** What is wrong with what a person typed for a folder. Pure. Spec A §5 "Folder creation". */
import { FOLDER } from "../../model/limits.ts";

export type FolderValues = { readonly name: string; readonly description: string; readonly color: string };
export type FolderDraftProblem = "name-missing" | "name-too-long" | "description-too-long";

export function checkFolder({ name, description }: FolderValues): {
  readonly name?: FolderDraftProblem;
  readonly description?: FolderDraftProblem;
} {
  const nameProblem = checkName(name.trim());
  return {
    ...(nameProblem === undefined ? {} : { name: nameProblem }),
    ...([...description].length > FOLDER.descriptionMaxChars ? { description: "description-too-long" as const } : {}),
  };
}

function checkName(name: string): FolderDraftProblem | undefined {
  if (name === "") return "name-missing";
  return [...name].length > FOLDER.nameMaxChars ? "name-too-long" : undefined;
}
