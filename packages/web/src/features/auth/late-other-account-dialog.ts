/** Few are ever asked about another account's notes: the question is fetched when it comes up. */
import { late } from "../../shared/late.ts";
import { NotLoaded } from "../../shared/ui/NotLoaded.tsx";

export const LateOtherAccountDialog = late(async () => (await import("./OtherAccountDialog.tsx")).OtherAccountDialog, NotLoaded);
