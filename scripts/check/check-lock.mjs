/**
 * Fails if package-lock.json lacks a package that a manifest or a locked package declares: builds for other platforms included, without which
 * `npm ci` refuses the file on every platform.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "../run/paths.mjs";

const MODULES = "node_modules/";

/** Paths at which Node would look for `name` when required from the package at `path`, nearest first. */
function pathsOf(name, path) {
  const paths = [];
  for (let folder = path; ; ) {
    paths.push(folder === "" ? `${MODULES}${name}` : `${folder}/${MODULES}${name}`);
    if (folder === "") return paths;
    const at = folder.lastIndexOf(`/${MODULES}`);
    folder = at === -1 ? "" : folder.slice(0, at);
  }
}

/** Names that a locked package needs. Peers that are optional may be absent. */
function declaredBy({ dependencies, devDependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} }, isOurs) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => peerDependenciesMeta[name]?.optional !== true);
  return [...Object.keys({ ...dependencies, ...optionalDependencies, ...(isOurs ? devDependencies : {}) }), ...peers];
}

/** @param lock a parsed package-lock.json; @returns a line per declared package without an entry */
export function missingFromLock({ packages }) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    declaredBy(entry, !path.includes(MODULES))
      .filter((name) => !pathsOf(name, path).some((each) => each in packages))
      .map((name) => `${path || "package.json"} needs ${name}, which package-lock.json lacks`),
  );
}

const KINDS = ["dependencies", "devDependencies", "optionalDependencies"];

/** @param readManifest returns the parsed package.json of a folder; @returns a line per folder whose manifest and lock entry differ */
export function outdatedInLock({ packages }, readManifest) {
  const ours = Object.keys(packages).filter((path) => !path.includes(MODULES));
  const textOf = (manifest) => JSON.stringify(KINDS.map((kind) => Object.entries(manifest[kind] ?? {}).sort()));
  return ours
    .filter((path) => textOf(packages[path]) !== textOf(readManifest(path)))
    .map((path) => `${path || "package.json"} names other packages than package-lock.json: run npm install --package-lock-only`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const read = (path) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
  const lock = read("package-lock.json");
  const problems = [...missingFromLock(lock), ...outdatedInLock(lock, (path) => read(join(path, "package.json")))];
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
