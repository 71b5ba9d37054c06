/** Rules for citations in documents and comments: decision records, files and pages must exist. Pure; check-docs.mjs reads the files. */
import { posix } from "node:path";

const REFUSED_CITATIONS = [
  [/\bissues? \d+\b/i, "cite the decision record that explains it, not an issue"],
  [/\bdecisions? §/i, "cite a decision record by its number, 'decision 0005'"],
  [/\bdecisions\.md\b/i, "cite a decision record by its number, 'decision 0005'"],
];

/** Lines that cite an issue, a section of an external document, or a missing record: `{ line, problem }[]`. */
export function citationProblems(text, records) {
  return text.split("\n").flatMap((content, at) => {
    const refused = REFUSED_CITATIONS.filter(([pattern]) => pattern.test(content)).map(([, problem]) => problem);
    const missing = citedRecords(content)
      .filter((number) => !records.has(number))
      .map((number) => `there is no decision ${number}`);
    return [...refused, ...missing].map((problem) => ({ line: at + 1, problem }));
  });
}

const citedRecords = (content) =>
  [...content.matchAll(/\bdecisions? (\d{4}(?:, \d{4})*)\b/gi)].flatMap(([, numbers]) => numbers.split(", "));

/** Returns the folders that a page should name as `name/` and does not. */
export function unnamedFolders(text, folders) {
  return folders.filter((folder) => !text.includes(`${posix.basename(folder)}/\``)).map((folder) => `does not name '${folder}/'`);
}

/** Lines of a page that name a seed of the simulator or of a property. Tests run seeds; prose describes what they showed. */
export function seedProblems(text) {
  return proseLines(text).flatMap(({ line, content }) =>
    /\bseeds? \d{2,}/i.test(content.replace(/`[^`]*`/g, "")) ? [{ line, problem: "prose names no seeds: say what happened" }] : [],
  );
}

const PATH = /^(?:[\w.][\w.-]*\/)+[\w.-]*$|^[\w.][\w.-]*\.(?:tsx?|mjs|css|json|md|html|ya?ml)$/;
const MEDIA_TYPE = /^(?:application|audio|image|message|multipart|text|video)\/[\w.+-]+$/;

/** Paths in backquotes or in a heading's parentheses that are not in the checkout: `{ line, problem }[]`. `isExempt` skips names. */
export function pathProblems(text, files, isExempt = () => false) {
  const anchored = files.map((path) => `/${path}`);
  const folders = new Set(anchored.flatMap((path) => foldersOf(path)));
  const exists = (path) =>
    path.endsWith("/")
      ? [...folders].some((folder) => `${folder}/`.endsWith(`/${path}`))
      : anchored.some((file) => file.endsWith(`/${path}`)) || [...folders].some((folder) => folder.endsWith(`/${path}`));
  const created = new Set(createdFiles(text));
  return proseLines(text).flatMap(({ line, content }) =>
    namedPaths(content)
      .filter((path) => !isExempt(path) && !created.has(path) && !exists(path))
      .map((path) => ({ line, problem: `there is no '${path}'` })),
  );
}

/** Files that a how-to lets the reader create: a line with the path alone, and the file's whole text beneath it. */
function createdFiles(text) {
  return [...text.matchAll(/^`([\w./-]+)`\n```tsx?$/gm)].map(([, path]) => path);
}

/** Returns all parents: `/a/b/c.ts` is in `/a/b` and in `/a`. */
export function foldersOf(path) {
  const folder = posix.dirname(path);
  return folder === "/" || folder === "." ? [] : [folder, ...foldersOf(folder)];
}

function namedPaths(content) {
  const quoted = [...content.matchAll(/`([^`]+)`/g)].map(([, token]) => token.replace(/^\.\//, ""));
  const inHeading = [...(/^#.*\(([^)\s]+)\)$/.exec(content)?.slice(1) ?? [])];
  return [...quoted, ...inHeading].filter((token) => PATH.test(token) && (!MEDIA_TYPE.test(token) || /\.(tsx?|mjs|css|json)$/.test(token)));
}

/** Lines outside code blocks. */
function proseLines(text) {
  let isCode = false;
  return text.split("\n").flatMap((content, at) => {
    if (content.trimStart().startsWith("```")) isCode = !isCode;
    return isCode || content.trimStart().startsWith("```") ? [] : [{ line: at + 1, content }];
  });
}

/** Links to missing pages of the checkout: `{ line, problem }[]`. `folder` contains the page. */
export function linkProblems(text, folder, exists) {
  return proseLines(text).flatMap(({ line, content }) =>
    [...content.replace(/`[^`]*`/g, "").matchAll(/\]\(([^)\s#]+)[^)]*\)/g)]
      .map(([, target]) => target)
      .filter((target) => !/^[a-z]+:/.test(target) && !exists(posix.join(folder, target)))
      .map((target) => ({ line, problem: `the link to '${target}' leads to no file` })),
  );
}

/** Diffs of a how-to that do not fit the file named in the line above them: `{ line, problem }[]`. `read` returns the text of a file. */
export function diffProblems(text, read) {
  const lines = text.split("\n");
  let path;
  return lines.flatMap((content, at) => {
    path = /^`([\w./-]+)`$/.exec(content)?.[1] ?? path;
    if (content !== "```diff" || path === undefined) return [];
    const end = lines.indexOf("```", at + 1);
    const before = lines.slice(at + 1, end).flatMap((line) => (/^[ -]/.test(line) ? [line.slice(1)] : []));
    return read(path)?.includes(before.join("\n")) === true ? [] : [{ line: at + 1, problem: `the diff does not fit ${path}` }];
  });
}

const TEST_FILE = /\.test\.(?:tsx?|mjs)$|-contract\.ts$/;
const COMMAND = /^npm run ([\w:-]+)(?: -- (\S+))?/;

/**
 * Rows of tables with a last column "test" that name no evidence, or evidence that does not exist: `{ line, problem }[]`. Evidence is a test
 * file, an `npm run` command, or the word "reasoned". `commands` are the scripts of package.json.
 */
export function evidenceProblems(text, { files, commands }) {
  let isEvidence = false;
  return text.split("\n").flatMap((content, at) => {
    const cells = content.startsWith("|") ? content.split("|").slice(1, -1) : [];
    const last = cells.at(-1)?.trim();
    if (last === undefined || last === "test" || /^-+$/.test(last)) {
      isEvidence = last === "test" || (last !== undefined && isEvidence);
      return [];
    }
    return isEvidence ? problemsOfEvidence(last, { files, commands }).map((problem) => ({ line: at + 1, problem })) : [];
  });
}

function problemsOfEvidence(cell, { files, commands }) {
  const named = [...cell.matchAll(/`([^`]+)`/g)].map(([, token]) => token);
  const evidence = named.filter((token) => TEST_FILE.test(token) || COMMAND.test(token));
  const missing = evidence.filter((token) => !isEvidenceThere(token, { files, commands })).map((token) => `there is no '${token}'`);
  const isReasoned = /^reasoned\b/.test(cell);
  return evidence.length > 0 || isReasoned ? missing : [...missing, "the row names no test and is not marked as reasoned"];
}

function isEvidenceThere(token, { files, commands }) {
  const [, command, argument] = COMMAND.exec(token) ?? [];
  if (command === undefined) return files.some((file) => `/${file}`.endsWith(`/${token}`));
  if (command !== "attack") return commands.includes(command);
  return files.some((file) => file.startsWith(`attack/lines/${argument?.padStart(2, "0")}-`));
}
