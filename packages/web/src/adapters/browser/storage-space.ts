/** The space that the browser says is left. Port: core/ports/storage-space.ts. */
import type { StorageSpace } from "@satchel/core/ports/storage-space.ts";

export const browserSpace: StorageSpace = {
  async freeBytes() {
    const { quota, usage } = (await navigator.storage?.estimate?.().catch(() => undefined)) ?? {};
    return quota === undefined || usage === undefined ? undefined : Math.max(0, quota - usage);
  },
};
