/** Lists functions that are too long or have too many positional parameters. Exits with 0 if there are no more than the known ones. */
import { largeFunctions, MAX_LINES, MAX_PARAMETERS } from "./functions.mjs";
import { readSources } from "./source-files.mjs";

/** Functions that may be longer, each with its reason. A name that is no longer too long must be removed from here. */
const LONG = {
  "packages/core/src/workspace/tabs/tabs-service.ts createTabsService":
    "one method of the tabs' port after the other, over one shared state",
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
const CALLED_BY_PROSEMIRROR = "ProseMirror calls it so";
/**
 * Functions with more than three positional parameters because a library calls them that way. A name that has no more than three must be
 * removed from here.
 */
const CALLED_BY_LIBRARY = {
  "packages/web/src/adapters/indexed-db/cloud/salvage-cloud.ts upgrade": "idb calls it so",
  "packages/web/src/editor/attachments/attachment-plugin.ts handleDrop": CALLED_BY_PROSEMIRROR,
  "packages/web/src/editor/code/code-plugin.ts apply": CALLED_BY_PROSEMIRROR,
  "packages/web/src/editor/images/image-plugin.ts handleDrop": CALLED_BY_PROSEMIRROR,
  "packages/web/src/editor/long-documents/far-blocks.ts apply": CALLED_BY_PROSEMIRROR,
  "packages/web/src/editor/typing/rules/typing-rules.ts handleTextInput": CALLED_BY_PROSEMIRROR,
};

const found = readSources(["packages", "sim", "e2e", "attack", "bench"]).flatMap((file) =>
  largeFunctions(file).map((each) => ({ ...each, path: file.path })),
);
const long = found.filter(({ ownLines }) => ownLines > MAX_LINES);
const keyOf = ({ path, name }) => `${path} ${name}`.trim();
const wide = found.filter(({ parameters }) => parameters > MAX_PARAMETERS);

const problems = [
  ...long
    .filter((each) => !(keyOf(each) in LONG))
    .map((each) => `${each.path}:${each.line} ${each.name}: ${each.ownLines} lines of its own, at most ${MAX_LINES}`),
  ...Object.keys(LONG)
    .filter((key) => !long.some((each) => keyOf(each) === key))
    .map((key) => `${key} is not too long any more: remove it from the list in scripts/check/source/check-functions.mjs`),
  ...Object.keys(CALLED_BY_LIBRARY)
    .filter((key) => !wide.some((each) => keyOf(each) === key))
    .map((key) => `${key} takes no more than ${MAX_PARAMETERS} any more: remove it from the list in scripts/check/source/check-functions.mjs`),
  ...wide
    .filter((each) => !(keyOf(each) in CALLED_BY_LIBRARY))
    .map((each) => `${each.path}:${each.line} ${each.name}: ${each.parameters} parameters by position, at most ${MAX_PARAMETERS}`),
];

if (process.argv.includes("--list"))
  for (const each of found)
    process.stdout.write(`${each.path}:${each.line} ${each.name} ${each.ownLines} lines, ${each.parameters} parameters\n`);
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${long.length} long functions and ${wide.length} with many parameters, each with its reason; ${problems.length} problems\n`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
