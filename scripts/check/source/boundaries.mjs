/**
 * The allowed imports between areas (ARCHITECTURE.md, "Imports"). An area is a part of the source tree; the table lists the areas that each
 * may use besides itself.
 */

const PACKAGES = ["contract", "core", "crypto", "drive", "server", "web"];
const WEB_BELOW_APP = ["web/screens", "web/features", "web/editor", "web/shared", "web/text", "web/adapters"];
const CORE_SEEN = ["core/rule", "core/port", "core/service", "core/service-types"];
const PAGE_BASE = ["web/text", "contract", ...CORE_SEEN];

const MAY_USE = {
  contract: [],
  crypto: [],
  // A rule may use the types of a port. `checkPortUse` makes sure that it never calls the port itself.
  "core/rule": ["core/port", "core/service-types", "contract"],
  "core/port": ["core/rule", "core/service-types", "contract"],
  "core/service-types": ["core/rule", "core/port", "core/service", "contract"],
  "core/service": ["core/rule", "core/port", "core/service-types", "contract"],
  "core/testing": ["contract", ...CORE_SEEN],
  "drive/wire": [],
  "drive/client": ["drive/wire", "contract"],
  "drive/server": ["drive/wire"],
  "drive/sandbox": ["drive/wire", "drive/server"],
  "drive/testing": ["contract", "drive/wire", "drive/client", "drive/server", "drive/sandbox"],
  server: ["contract", "crypto", "drive/wire", "drive/server", "drive/sandbox"],
  // Sentences are looked up by kinds that shared hooks declare; import cycles are checked separately.
  "web/text": ["web/shared", "contract", ...CORE_SEEN],
  "web/shared": PAGE_BASE,
  "web/editor": ["web/shared", ...PAGE_BASE],
  "web/features": ["web/editor", "web/shared", ...PAGE_BASE],
  "web/screens": ["web/features", "web/editor", "web/shared", ...PAGE_BASE],
  "web/adapters": ["contract", "crypto", "drive/wire", "drive/client", ...CORE_SEEN],
  "web/app": [...WEB_BELOW_APP, "contract", "crypto", "drive/wire", "drive/client", ...CORE_SEEN],
  // The app's adapters as a Node command, without a page.
  "web/convert": ["web/adapters", "web/text", "contract", "crypto", ...CORE_SEEN],
  "web/testing": ["web/app", ...WEB_BELOW_APP, "contract", "crypto", "drive/wire", "drive/client", ...CORE_SEEN],
};

/** These run the product from outside and may import anything from it, but nothing may import them. */
const HARNESSES = new Set(["sim", "e2e", "attack", "bench"]);
/** Attacks reuse the harness of the journeys: they start servers and browsers, and register users. */
const HARNESSES_MAY_USE = { attack: ["e2e"] };
const isTest = (path) => /\.test\.tsx?$/.test(path) || /\/testing\//.test(path);

/** The steps of a sync cycle call ports for the service, one file each. */
const CYCLE_STEP =
  /^sync\/(cycle\/(sync-cycle|pull|fetch|push|collect|erase|removals|switch-target|went-back)|packs\/(fetch-from-packs|write-packs|(read|write|maintain)-primary-packs)|history\/(history-packs|read-history-pack|erase-exposed-history|embed-history)|apply\/keep-fetched|context\/(cycle-writes|pack-files))\.ts$/;

/** The layers of core, from top to bottom; imports only point down. ARCHITECTURE.md describes their content. */
const CORE_LAYERS = ["workspace", "transfer", "ai", "connection", "sync", "vault", "library", "merge", "document", "ports", "model"];
const CORE = "packages/core/src/";
const layerOf = (path) => path.slice(CORE.length).split("/")[0];

function coreArea(inside) {
  if (inside.startsWith("testing/")) return "core/testing";
  if (inside.startsWith("ports/")) return "core/port";
  if (/-service\.ts$/.test(inside) || CYCLE_STEP.test(inside)) return "core/service";
  return /(-service|\/cycle)-types\.ts$/.test(inside) ? "core/service-types" : "core/rule";
}

function driveArea(inside) {
  const [folder, ...rest] = inside.split("/");
  if (rest.length === 0 || folder === "wire") return "drive/wire";
  if (folder === "cli") return "drive/sandbox";
  return ["client", "sandbox", "testing"].includes(folder) ? `drive/${folder}` : "drive/server";
}

/** Returns the area of a file, and as `unit` the folder inside it that must not import its neighbors (features). */
export function areaOf(path) {
  const [top, name, , ...rest] = path.split("/");
  if (HARNESSES.has(top)) return { area: top };
  if (top !== "packages" || !PACKAGES.includes(name)) return { area: undefined };
  const inside = rest.join("/");
  if (name === "core") return { area: coreArea(inside) };
  if (name === "drive") return { area: driveArea(inside) };
  if (name !== "web") return { area: name };
  return { area: `web/${rest[0]}`, unit: rest[0] === "features" ? rest[1] : undefined };
}

const packageOf = (area) => area.split("/")[0];

function mayUse(from, to, path) {
  if (to === "web/styles") return packageOf(from) === "web";
  if (HARNESSES.has(from)) return to === from || !HARNESSES.has(to) || (HARNESSES_MAY_USE[from] ?? []).includes(to);
  if (HARNESSES.has(to)) return false;
  if (to.endsWith("/testing")) return from === to || isTest(path);
  // A test may import any area of its own package, and areas that its package may use.
  if (isTest(path) && packageOf(from) === packageOf(to)) return true;
  return from === to || (MAY_USE[from] ?? []).includes(to);
}

/** Returns a sentence about a forbidden import, or undefined. */
export function checkImport(path, target) {
  const from = areaOf(path);
  const to = areaOf(target);
  if (from.area === undefined || to.area === undefined) return undefined;
  if (!(from.area in MAY_USE) && !HARNESSES.has(from.area)) return `'${from.area}' is not a part of the house (ARCHITECTURE.md names them)`;
  if (!mayUse(from.area, to.area, path)) return `${from.area} may not import ${to.area} (${target})`;
  if (from.unit !== to.unit && from.area === "web/features" && to.area === "web/features") {
    return `feature '${from.unit}' may not import feature '${to.unit}' (${target})`;
  }
  return undefined;
}

/** Names of the ports that a file declares: interfaces with callable members, and function types. */
export function portNames({ program }) {
  const declarations = program.body.flatMap((node) =>
    node.type === "ExportNamedDeclaration" && node.declaration ? [node.declaration] : [],
  );
  const isCallable = (member) => member.type === "TSMethodSignature" || member.typeAnnotation?.typeAnnotation?.type === "TSFunctionType";
  return declarations
    .filter(
      (node) =>
        (node.type === "TSInterfaceDeclaration" && node.body.body.some(isCallable)) ||
        (node.type === "TSTypeAliasDeclaration" && node.typeAnnotation.type === "TSFunctionType"),
    )
    .map((node) => node.id.name);
}

/** Returns a sentence if a pure rule imports a port in order to call it. `ports` are the names that its target declares. */
export function checkPortUse(path, names, ports) {
  const used = names.filter((name) => ports.includes(name));
  if (used.length === 0 || isTest(path) || areaOf(path).area !== "core/rule") return undefined;
  return `a rule takes values, not the port ${used.join(", ")}: that is a service's part`;
}

/** Returns a sentence about a forbidden import between two layers of core, or undefined. */
export function checkLayer(path, target) {
  if (!path.startsWith(CORE) || !target.startsWith(CORE) || isTest(path) || path.startsWith(`${CORE}testing/`)) return undefined;
  const [from, to] = [path, target].map((each) => CORE_LAYERS.indexOf(layerOf(each)));
  if (from === -1) return `'${layerOf(path)}' is not a layer of core (ARCHITECTURE.md names them)`;
  return to < from ? `layer ${layerOf(path)} may not import ${layerOf(target)}, which lies above it (${target})` : undefined;
}

/** Trees whose folders import in one direction only, at every depth. */
const DIRECTED = [
  CORE,
  "packages/contract/src/",
  "packages/crypto/src/",
  "packages/server/src/",
  "packages/drive/src/",
  "packages/web/src/",
  "sim/",
  "e2e/",
  "attack/",
  "bench/",
];
/** In these trees a folder and the files beside it may import each other. */
const SHARE_FILES = ["packages/contract/src/", "packages/server/src/", "packages/drive/src/", "e2e/", "bench/"];

/**
 * Finds folders of one of these packages that import each other, at any depth. Returns each pair once, with the imports of the side that
 * has fewer.
 */
export function findFolderPairs(importsByPath) {
  const importsByPair = new Map();
  for (const [path, targets] of importsByPath) {
    for (const target of targets) {
      if (isTest(path) || !DIRECTED.some((root) => path.startsWith(root) && target.startsWith(root))) continue;
      const [from, to] = partingFolders(path, target);
      if (from === to || (SHARE_FILES.some((root) => path.startsWith(root)) && isNested(from, to))) continue;
      const key = `${from} ${to}`;
      importsByPair.set(key, [...(importsByPair.get(key) ?? []), `${path} → ${target}`]);
    }
  }
  return [...importsByPair].flatMap(([key, imports]) => {
    const [from, to] = key.split(" ");
    const back = importsByPair.get(`${to} ${from}`) ?? [];
    const isFewer = imports.length < back.length || (imports.length === back.length && from < to);
    return isFewer ? [{ folders: [from, to], imports }] : [];
  });
}

/** Returns the two folders between which an import goes: siblings, or one inside the other. */
function partingFolders(path, target) {
  const [from, to] = [path, target].map((each) => each.split("/").slice(0, -1));
  const shared = from.findIndex((name, index) => name !== to[index]);
  const depth = (shared === -1 ? from.length : shared) + 1;
  return [from, to].map((parts) => parts.slice(0, depth).join("/"));
}

function isNested(from, to) {
  return from.startsWith(`${to}/`) || to.startsWith(`${from}/`);
}

const MAX_ENTRIES = 14;
/** Long folders that are lists, and their content. A folder that is no longer that long must be removed from here. */
const LISTS = {
  "attack/lines": "attacks",
  bench: "sections of the benchmarks",
  "packages/core/src/transfer/import/formats": "formats",
  "packages/web/src/adapters": "outside worlds",
  "packages/web/src/editor": "what a note's text can hold, and what can be done with it",
  "packages/web/src/features": "features",
  scripts: "commands of package.json",
};

/** Returns a sentence for each folder with too many entries. Tests, styles and `testing/` do not count. */
export function crowdedLevels(paths) {
  const levels = new Map();
  for (const path of paths.filter((each) => /\.(tsx?|mjs)$/.test(each) && !/\.test\.\w+$|\.d\.ts$|\/testing\//.test(each))) {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth += 1) {
      const level = parts.slice(0, depth).join("/");
      levels.set(level, (levels.get(level) ?? new Set()).add(parts[depth]));
    }
  }
  const crowded = [...levels].filter(([, entries]) => entries.size > MAX_ENTRIES);
  return [
    ...crowded
      .filter(([level]) => !(level in LISTS))
      .map(([level, entries]) => `${level} has ${entries.size} files and folders, at most ${MAX_ENTRIES}: group them`),
    ...Object.keys(LISTS)
      .filter((level) => levels.has(level) && !crowded.some(([each]) => each === level))
      .map((level) => `${level} is named as a long list in scripts/check/source/boundaries.mjs, and is none`),
  ];
}
