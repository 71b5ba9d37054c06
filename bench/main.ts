/**
 * `npm run bench [-- <section>…] [--quick] [--git DIR]` prints each figure as one JSON line and ends with a table. Without a section it
 * runs all except
 * `pairs`, which checks a guarantee and measures nothing; `backup-1gb`, `backup-large`, `growth`, `hand`, `live` and `stalls`, which take
 * long; and the parts of other sections: `first-sync` (of `sync`), `starts` (of `workspace`, over a kept folder), `editor-200kb`, `editor-1mb`,
 * `editor-3mb` and `editor-extremes`.
 */

import { benchBackup } from "./backup/backup.ts";
import { benchLargeBackup } from "./backup/large.ts";
import { benchBackupMemory } from "./backup/memory.ts";
import { benchDrive } from "./drive/drive.ts";
import { benchEditor, EDITOR_PARTS } from "./editor/editor.ts";
import { benchExport } from "./export/export.ts";
import { benchGrowth } from "./growth/growth.ts";
import { benchHand } from "./hand/hand.ts";
import { benchHistory } from "./history/history.ts";
import { benchImport } from "./import/import.ts";
import { benchIdleStreams } from "./live/idle-streams.ts";
import { benchLive } from "./live/live.ts";
import { benchOrganise } from "./organise/organise.ts";
import { benchPage } from "./page/page.ts";
import { benchSearch } from "./search/search.ts";
import { type Figure, toLine, toTable } from "./src/figure.ts";
import { benchLoginFlood } from "./src/login-flood.ts";
import { benchSealing, benchTexts } from "./src/texts.ts";
import { benchStalls } from "./stalls/stalls.ts";
import { benchPairs } from "./sync/pairs.ts";
import { benchFirstSync } from "./sync/race.ts";
import { benchSyncCounts } from "./sync/sync.ts";
import { benchStarts, benchWorkspace } from "./workspace/workspace.ts";

type Bench = (quick: boolean) => Promise<Figure[]>;

const SECTIONS: Readonly<Record<string, readonly Bench[]>> = {
  crypto: [benchSealing],
  editor: [benchTexts, benchEditor],
  accounts: [benchLoginFlood],
  drive: [benchDrive],
  history: [benchHistory],
  search: [benchSearch],
  organise: [benchOrganise],
  backup: [benchBackup],
  export: [benchExport],
  import: [benchImport],
  "backup-1gb": [benchBackupMemory],
  "backup-large": [benchLargeBackup],
  workspace: [benchWorkspace],
  starts: [benchStarts],
  sync: [benchSyncCounts, benchFirstSync],
  "first-sync": [benchFirstSync],
  pairs: [benchPairs],
  hand: [benchHand],
  growth: [benchGrowth],
  stalls: [benchStalls],
  page: [benchPage],
  live: [benchIdleStreams, benchLive],
  ...Object.fromEntries(Object.entries(EDITOR_PARTS).map(([name, bench]) => [name, [bench]])),
};
/** Sections that run only when they are named. */
const ALONE = [
  "pairs",
  "live",
  "starts",
  "first-sync",
  "growth",
  "hand",
  "stalls",
  "backup-1gb",
  "backup-large",
  ...Object.keys(EDITOR_PARTS),
];

const quick = process.argv.includes("--quick");
/** Options that are followed by a value. */
const WITH_VALUE = ["--git", "--notes", "--slower", "--rounds", "--before"];
const asked = process.argv.slice(2).filter((argument, at, all) => !argument.startsWith("--") && !WITH_VALUE.includes(all[at - 1] ?? ""));
const unknown = asked.find((name) => !(name in SECTIONS));
if (unknown !== undefined) throw new Error(`There is no section '${unknown}'; there are ${Object.keys(SECTIONS).join(", ")}.`);
const wanted = asked.length > 0 ? asked : Object.keys(SECTIONS).filter((name) => !ALONE.includes(name));
const figures: Figure[] = [];
for (const bench of wanted.flatMap((name) => SECTIONS[name] ?? [])) {
  for (const figure of await bench(quick)) {
    figures.push(figure);
    process.stdout.write(`${toLine(figure)}\n`);
  }
}
process.stdout.write(`\n${toTable(figures)}\n`);
