/** Server settings that a page needs before sign-in. */
import * as z from "zod/mini";
import { route } from "./route.ts";

/** `invite` requires a code from the operator. */
export const registrationMode = z.enum(["open", "invite", "closed"]);
export type RegistrationMode = z.infer<typeof registrationMode>;

export const serverInfo = route({
  method: "GET",
  path: "/api/server",
  auth: "public",
  summary: "Who may register here, and under which terms.",
  reply: z.object({
    registration: registrationMode,
    /** Pages of the operator, http or https; without one, no link is shown. */
    termsUrl: z.optional(z.string()),
    privacyUrl: z.optional(z.string()),
  }),
});
export type ServerInfo = z.infer<typeof serverInfo.reply>;
