/** Which scripts the build makes of what pages have in common: many small ones are more requests, and pack worse. */

type Module = { readonly importedIds: readonly string[]; readonly code?: string | null };
export type ModuleGraph = (moduleId: string) => Module | null;

/** What comes with the workspace and with nothing that may be drawn before it. */
const WORKSPACE = [
  "app/composition/library/open-library.ts",
  "screens/frame/AppFrame.tsx",
  "screens/workspace/WorkspaceScreen.tsx",
  "adapters/indexed-db/rows/version-rows.ts",
];
const START = ["app/startup/start.ts"];
const ENTRY = ["app/startup/main.tsx"];
/** What keeps former versions, for the stores and the sync engine: one script, however many ask for a part of it. */
const HISTORY = ["adapters/indexed-db/cloud/version-runs.ts"];
const BEFORE = [
  "screens/RegisterScreen.tsx",
  "screens/ForgotPasswordScreen.tsx",
  "screens/NotFoundScreen.tsx",
  "screens/ReturnScreen.tsx",
  "screens/OnboardingScreen.tsx",
  "screens/frame/LockedScreen.tsx",
  "features/auth/OtherAccountDialog.tsx",
  "features/auth/PromptDialogs.tsx",
  "features/status/ToastRegion.tsx",
];

/** An icon, of a few bytes: those that the workspace shares with a page before it are one script. */
const ICON = /\/icons\/[\w-]+\.m?js$/;
/** Lists every icon there is: who imports one of it, imports that one. */
const ICONS = { name: "lucide-react", id: /\/lucide-react\.mjs$/ };

/** These modules with everything that they import before they run. */
export function withImports(moduleIds: readonly string[], infoOf: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...moduleIds];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...importsOf(id, infoOf));
  }
  return found;
}

function importsOf(id: string, infoOf: ModuleGraph): readonly string[] {
  const { importedIds = [], code } = infoOf(id) ?? {};
  return importedIds.flatMap((each) => (ICONS.id.test(each) ? iconsNamedIn(code ?? "", infoOf(each)) : [each]));
}

function iconsNamedIn(code: string, all: Module | null): readonly string[] {
  const lists = [...code.matchAll(new RegExp(`import \\{([^}]*)\\} from "${ICONS.name}"`, "g"))];
  const names = lists.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim().split(" as ")[0] ?? ""));
  return names.map((name) => {
    const [, path] = new RegExp(`export \\{[^}]*\\bdefault as ${name}\\b[^}]*\\} from '\\.(/[^']+)'`).exec(all?.code ?? "") ?? [];
    const id = all?.importedIds.find((each) => path !== undefined && each.endsWith(path));
    if (id === undefined)
      throw new Error(`There is no icon ${name} where ${ICONS.name} lists its own: see iconsNamedIn in chunk-groups.ts.`);
    return id;
  });
}

/** Answers the script that a module goes into; `null`: the build decides. `folder`: where the paths above begin. */
export function groupModules(folder: string): (moduleId: string, graph: { readonly getModuleInfo: ModuleGraph }) => string | null {
  let groups: readonly (readonly [string | null, ReadonlySet<string>])[] | undefined;
  return (moduleId, graph) => {
    groups ??= findGroups(folder, (id) => graph.getModuleInfo(id));
    return groups.find(([, ids]) => ids.has(moduleId))?.[0] ?? null;
  };
}

function findGroups(folder: string, infoOf: ModuleGraph): readonly (readonly [string | null, ReadonlySet<string>])[] {
  const all = (paths: readonly string[]): ReadonlySet<string> => {
    const ids = paths.map((path) => `${folder}/${path}`);
    const lost = ids.find((id) => infoOf(id) === null);
    if (lost !== undefined) throw new Error(`There is no ${lost} in the build: name what stands for it in chunk-groups.ts.`);
    return withImports(ids, infoOf);
  };
  const [entry, before, workspace] = [all(ENTRY), all(BEFORE), all(WORKSPACE)];
  const icons = new Set([...before].filter((id) => ICON.test(id) && workspace.has(id) && !entry.has(id)));
  return [
    ["start", all(START)],
    ["icons", icons],
    [null, before],
    ["workspace-page", workspace],
    ["version-runs", all(HISTORY)],
  ];
}
