/** Exports a library in each format, in Chromium over the product's own store and worker. */
import { EXPORT_FORMATS } from "@satchel/core/transfer/export/export-formats.ts";
import { openBackups } from "../backup/backup.ts";
import type { Figure } from "../src/figure.ts";

export async function benchExport(quick: boolean): Promise<Figure[]> {
  const notes = quick ? 1000 : 10_000;
  const backups = await openBackups();
  try {
    const measured = await backups.measureExports(notes);
    return EXPORT_FORMATS.map((format) => ({
      area: "export",
      name: `export as ${format}, ${notes.toLocaleString("en")} notes`,
      value: measured[format].ms,
      unit: "ms",
      better: "lower",
    }));
  } finally {
    await backups.close();
  }
}
