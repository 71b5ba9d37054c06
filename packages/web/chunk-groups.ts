/** Which scripts the build makes of what pages have in common: many small ones are more requests, and pack worse. */

export type ModuleGraph = (moduleId: string) => { readonly importedIds: readonly string[] } | null;

/** What comes with the workspace and with nothing that may be drawn before it. */
const WORKSPACE = ["app/open-library.ts", "screens/AppFrame.tsx", "screens/workspace/WorkspaceScreen.tsx"];
const START = ["app/start.ts"];
const BEFORE = [
  "screens/RegisterScreen.tsx",
  "screens/ForgotPasswordScreen.tsx",
  "screens/NotFoundScreen.tsx",
  "screens/ReturnScreen.tsx",
  "screens/OnboardingScreen.tsx",
  "screens/DashboardScreen.tsx",
  "features/auth/PromptDialogs.tsx",
  "features/status/ToastRegion.tsx",
];

/** These modules with everything that they import before they run. */
export function withImports(moduleIds: readonly string[], infoOf: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...moduleIds];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(infoOf(id)?.importedIds ?? []));
  }
  return found;
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
  return [
    ["start", all(START)],
    [null, all(BEFORE)],
    ["workspace-page", all(WORKSPACE)],
  ];
}
