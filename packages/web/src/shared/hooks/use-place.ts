/** Where the notes of whoever is signed in lie, in the word for it. Asked of the plan: it is known on every page, and without a network. */
import { needsOwnDrive } from "@satchel/core/model/plans.ts";
import type { Place } from "../../text/place.ts";
import { useEntrance } from "../services.ts";
import { useStore } from "./use-store.ts";

export function usePlace(): Place {
  return useStore(useEntrance().account.store, (state) =>
    state.kind === "signed-in" && !needsOwnDrive(state.user.planType) ? "storage" : "drive",
  );
}
