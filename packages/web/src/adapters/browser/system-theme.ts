/** Whether the system prefers dark. Port: core/workspace/theme/theme-service.ts. */
import type { SystemTheme } from "@satchel/core/workspace/theme/theme-service.ts";

const query = matchMedia("(prefers-color-scheme: dark)");

export const systemTheme: SystemTheme = {
  prefersDark: () => query.matches,
  onChange(listener) {
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  },
};
