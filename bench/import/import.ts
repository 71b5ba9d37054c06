/**
 * Imports notes of other programs into an empty library, measured from the choice of the file until the last note is found. In Chromium.
 */
import { openBackups } from "../backup/backup.ts";
import type { ImportInput } from "../backup/import-page.ts";
import type { Figure } from "../src/figure.ts";

const IMPORTED_FORMATS: readonly ImportInput["format"][] = ["jex", "enex", "markdown"];

export async function benchImport(quick: boolean): Promise<Figure[]> {
  const notes = quick ? 1000 : 10_000;
  const backups = await openBackups();
  try {
    const figures: Figure[] = [];
    for (const format of IMPORTED_FORMATS) {
      const { scannedMs, searchableMs, undoneMs } = await backups.measureImport({ notes, format });
      const what = `${format}, ${notes.toLocaleString("en")} notes`;
      const named = (name: string, value: number): Figure => ({
        area: "import",
        name: `${name} of ${what}`,
        value,
        unit: "ms",
        better: "lower",
      });
      figures.push(named("summary", scannedMs));
      figures.push(named("import until all is found", searchableMs));
      figures.push(named("undo", undoneMs));
    }
    return figures;
  } finally {
    await backups.close();
  }
}
