/** For tests of notes without files. */
import type { Resealing } from "../library/attachments/reseal-service.ts";
import { ok } from "../model/result.ts";

export const NO_FILES: Resealing = {
  reseal: async () => ok({ ids: new Map(), writes: { attachments: [], attachmentBytes: [] } }),
  leave: () => ({}),
};
