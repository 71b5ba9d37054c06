/** Fails on file names and script lines that only work on some systems: Windows, macOS and Linux all run the commands of package.json. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../run/paths.mjs";

// Microsoft, "Naming Files, Paths, and Namespaces".
const RESERVED = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[\d¹²³])(\.|$)/i;
const FORBIDDEN = /[<>:"|?*\\]|[. ]$/;
const MAX_PATH_CHARS = 180;

/** @returns a line per path that Windows refuses, or that another path equals on a file system that ignores case */
export function unportablePaths(paths) {
  const seen = new Map();
  return paths.flatMap((path) => {
    const parts = path.split("/");
    const duplicate = seen.get(path.toLowerCase());
    seen.set(path.toLowerCase(), path);
    if (duplicate !== undefined) return [`${path} and ${duplicate} differ in case alone`];
    if (parts.some((part) => FORBIDDEN.test(part) || RESERVED.test(part))) return [`${path} cannot be created on Windows`];
    return path.length > MAX_PATH_CHARS ? [`${path} is longer than ${MAX_PATH_CHARS} characters`] : [];
  });
}

const UNPORTABLE_LINES = [
  { pattern: /\bshell: true\b|\bexecSync\(/, reason: "runs a shell" },
  { pattern: /["'`](\/bin\/|sh -c|bash )/, reason: "runs a shell" },
  { pattern: /["'`]\/(tmp|dev|proc|var)\//, reason: "names a folder of Unix" },
  { pattern: /\bnew URL\([^)]*import\.meta\.url\)\.pathname/, reason: "makes a path from an address: use fileURLToPath" },
];

/** @returns a line per place in a script that needs a shell or a path of one system. `// Linux only` at its end marks a line that other systems do not run. */
export function unportableLines(path, text) {
  return text.split("\n").flatMap((line, index) => {
    const found = UNPORTABLE_LINES.find(({ pattern }) => pattern.test(line) && !line.endsWith("// Linux only"));
    return found === undefined ? [] : [`${path}:${index + 1} ${found.reason}`];
  });
}

const isScript = (path) => /^(scripts|e2e|sim|bench|attack)\/.*\.(mjs|ts)$/.test(path) && !/\.test\.(mjs|ts)$/.test(path);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const paths = execFileSync("git", ["ls-files", "-z"], { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 26 })
    .split("\0")
    .filter(Boolean);
  const commands = Object.values(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).scripts);
  const problems = [
    ...unportablePaths(paths),
    ...paths.filter(isScript).flatMap((path) => unportableLines(path, readFileSync(join(ROOT, path), "utf8"))),
    ...commands.filter((command) => !/^node [\w\s=./-]+$/.test(command)).map((command) => `package.json: "${command}" needs a shell`),
  ];
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
