/** For tests of notes without files. */
import type { Resealing } from "../attachments/reseal-service.ts";
import { ok } from "../result.ts";

export const NO_FILES: Resealing = {
  reseal: async () => ok({ ids: new Map(), writes: { attachments: [], attachmentBytes: [] } }),
  leave: () => ({}),
};
