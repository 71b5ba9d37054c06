/** What a page must know of this server before anyone is signed in. */
import * as z from "zod/mini";
import { route } from "./route.ts";

/** `invite`: only with a code that the operator made. */
export const registrationMode = z.enum(["open", "invite", "closed"]);
export type RegistrationMode = z.infer<typeof registrationMode>;

export const serverInfo = route({
  method: "GET",
  path: "/api/server",
  auth: "public",
  summary: "Who may register here, and under which terms.",
  reply: z.object({
    registration: registrationMode,
    /** Pages of the operator, http or https; without one nothing is linked. */
    termsUrl: z.optional(z.string()),
    privacyUrl: z.optional(z.string()),
  }),
});
export type ServerInfo = z.infer<typeof serverInfo.reply>;
