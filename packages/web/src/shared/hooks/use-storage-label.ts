/** Where the notes of the one who is signed in are, in the word for it. Asked of the plan: it is known on every page, and without a network. */
import { needsOwnDrive } from "@satchel/core/model/plans.ts";
import type { StorageLabel } from "../../text/storage-label.ts";
import { useSignedOutServices } from "../services.ts";
import { useStore } from "./use-store.ts";

export function useStorageLabel(): StorageLabel {
  return useStore(useSignedOutServices().account.store, (state) =>
    state.kind === "signed-in" && !needsOwnDrive(state.user.planType) ? "storage" : "drive",
  );
}
