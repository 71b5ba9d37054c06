/** All that can stand against changing or deleting a folder. */
import type { StoreProblem } from "../../ports/local-store.ts";
import type { KeptFolderReason } from "./check-deletable.ts";

export type FolderProblem = StoreProblem | { readonly kind: "not-found" } | { readonly kind: KeptFolderReason };
