import { describe, expect, it } from "vitest";
import { groupModules, withImports } from "../../packages/web/chunk-groups.ts";

/** Static imports of each module, without lazy ones. */
const IMPORTS = {
  "/src/app/startup/start.ts": ["/src/store.ts"],
  "/src/app/composition/library/open-library.ts": ["/src/store.ts", "/src/notes.ts"],
  "/src/screens/frame/AppFrame.tsx": ["/src/button.tsx", "/src/notes.ts"],
  "/src/screens/RegisterScreen.tsx": ["/src/button.tsx"],
  "/src/notes.ts": ["/src/dates.ts"],
  "/src/dates.ts": ["/src/notes.ts"],
  "/src/engine.ts": ["/src/notes.ts"],
};
const graph = { getModuleInfo: (id) => ({ importedIds: IMPORTS[id] ?? [] }) };

describe("the scripts of a build", () => {
  it("include all transitive imports, and handle cycles", () => {
    expect([...withImports(["/src/screens/frame/AppFrame.tsx"], graph.getModuleInfo)].sort()).toEqual(
      ["/src/button.tsx", "/src/dates.ts", "/src/notes.ts", "/src/screens/frame/AppFrame.tsx"].sort(),
    );
  });

  it("are one for the start and one for the workspace, without shared or lazy code", () => {
    const groupOf = groupModules("/src");
    const groups = Object.fromEntries([...Object.keys(IMPORTS), "/src/store.ts"].map((id) => [id, groupOf(id, graph)]));
    expect(groups).toEqual({
      "/src/app/startup/start.ts": "start",
      "/src/store.ts": "start",
      "/src/app/composition/library/open-library.ts": "workspace-page",
      "/src/screens/frame/AppFrame.tsx": "workspace-page",
      "/src/notes.ts": "workspace-page",
      "/src/dates.ts": "workspace-page",
      "/src/screens/RegisterScreen.tsx": null,
      "/src/engine.ts": null,
    });
  });

  it("leave modules to the build that earlier pages need too", () => {
    expect(groupModules("/src")("/src/button.tsx", graph)).toBeNull();
  });

  it("share one script of icons with earlier pages, except the entry's icons", () => {
    const imports = {
      "/src/app/startup/main.tsx": ["/lucide/icons/eye.mjs"],
      "/src/screens/RegisterScreen.tsx": ["/lucide/icons/eye.mjs", "/lucide/icons/x.mjs", "/lucide/icons/mail.mjs"],
      "/src/screens/frame/AppFrame.tsx": ["/lucide/icons/eye.mjs", "/lucide/icons/x.mjs"],
    };
    const infos = { getModuleInfo: (id) => ({ importedIds: imports[id] ?? [] }) };
    const groupOf = groupModules("/src");
    expect(["eye", "x", "mail"].map((name) => groupOf(`/lucide/icons/${name}.mjs`, infos))).toEqual([null, "icons", null]);
  });

  it("include only named icons of a package that lists all of them", () => {
    const icons = {
      "/lucide/lucide-react.mjs": {
        importedIds: ["/lucide/icons/index.mjs", "/lucide/icons/pin.mjs", "/lucide/icons/trash.mjs", "/lucide/icons/pin-off.mjs"],
        code: [
          "import * as index from './icons/index.mjs';",
          "export { default as Pin, default as PinIcon } from './icons/pin.mjs';",
          "export { default as Trash, default as Trash2 } from './icons/trash.mjs';",
          "export { default as PinOff } from './icons/pin-off.mjs';",
        ].join("\n"),
      },
      "/row.tsx": { importedIds: ["/lucide/lucide-react.mjs"], code: 'import { Pin, Trash2 as Bin } from "lucide-react";' },
      "/odd.tsx": { importedIds: ["/lucide/lucide-react.mjs"], code: 'import { Pinned } from "lucide-react";' },
    };
    const infoOf = (id) => icons[id] ?? { importedIds: [] };
    expect([...withImports(["/row.tsx"], infoOf)]).toEqual(["/row.tsx", "/lucide/icons/trash.mjs", "/lucide/icons/pin.mjs"]);
    expect(() => withImports(["/odd.tsx"], infoOf)).toThrow("Pinned");
  });

  it("fail if a configured page was renamed", () => {
    expect(() =>
      groupModules("/src")("/src/notes.ts", { getModuleInfo: (id) => (id.endsWith("AppFrame.tsx") ? null : { importedIds: [] }) }),
    ).toThrow("AppFrame.tsx");
  });
});
