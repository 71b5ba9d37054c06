/** Lists functions that are too long. Exits with 0 if there are no more than the known ones. */
import { largeFunctions, MAX_LINES } from "./functions.mjs";
import { readSources } from "./source-files.mjs";

/** Functions that may be longer, each with its reason. A name that is no longer too long must be removed from here. */
const LONG = {
  "packages/server/src/startup/create-services.ts createServices": "one line for each service, in the order of their dependencies",
  "packages/web/src/adapters/backend/http-backend.ts createHttpBackend": "one entry for each route of the contract",
  "packages/web/src/editor/NoteEditor.tsx NoteEditor": "the editor with everything that is rendered around it",
  "packages/web/src/editor/extensions.ts createExtensions": "the list of the editor's extensions",
  "packages/web/src/features/ai/AiDialog.tsx AiDialog": "markup of one dialog",
  "packages/web/src/features/backup/CreateBackup.tsx CreateBackup": "markup of one form",
  "packages/web/src/features/cloud-storage/Maintenance.tsx Maintenance": "markup of one panel",
  "packages/web/src/features/note-list/rows/NoteRows.tsx NoteRows": "the virtual list and the props of its rows",
  "packages/web/src/features/note/writing/WriteNote.tsx WriteNote": "markup of the editor's tab",
  "packages/web/src/screens/actions/use-actions.ts": "the table of actions",
  "sim/src/account/random-walk-steps.ts run": "one case for each step",
  "sim/src/outages/workstation.ts openWorkstation": "composition of a whole device",
  "e2e/screens/screens-missing.ts missing": "one screenshot after the other",
  "e2e/screens.ts syncing": "one screenshot after the other",
  "bench/stalls/stalls.ts operations": "the table of measured operations",
};
const long = readSources(["packages", "sim", "e2e", "attack", "bench"]).flatMap((file) =>
  largeFunctions(file).map((each) => ({ ...each, path: file.path })),
);
const keyOf = ({ path, name }) => `${path} ${name}`.trim();

const problems = [
  ...long
    .filter((each) => !(keyOf(each) in LONG))
    .map((each) => `${each.path}:${each.line} ${each.name}: ${each.ownLines} lines of its own, at most ${MAX_LINES}`),
  ...Object.keys(LONG)
    .filter((key) => !long.some((each) => keyOf(each) === key))
    .map((key) => `${key} is not too long any more: remove it from the list in scripts/check/source/check-functions.mjs`),
];

for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${long.length} long functions, each with its reason; ${problems.length} problems
`);
process.exitCode = problems.length === 0 ? 0 : 1;
