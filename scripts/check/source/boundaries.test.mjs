import { describe, expect, it } from "vitest";
import { checkImport, checkLayer, checkPortUse, crowdedLevels, findFolderPairs, portNames } from "./boundaries.mjs";
import { parseFile } from "./source-files.mjs";

const web = (path) => `packages/web/src/${path}`;
const core = (path) => `packages/core/src/${path}`;

describe("Imports between areas", () => {
  it.each([
    [web("features/folders/FolderTabBar.tsx"), web("shared/Button.tsx")],
    [web("features/folders/FolderTabBar.tsx"), core("model/entities/folder.ts")],
    [web("features/folders/FolderTabBar.tsx"), web("features/folders/use-folders.ts")],
    [web("screens/NotesScreen.tsx"), web("features/folders/FolderTabBar.tsx")],
    [web("app/composition/compose.ts"), web("adapters/indexed-db/open.ts")],
    [web("adapters/drive/remote-store.ts"), "packages/drive/src/client/client.ts"],
    [core("notes/note-service.ts"), core("ports/local-store.ts")],
    ["packages/server/src/main.ts", "packages/drive/src/sandbox/sandbox.ts"],
    ["packages/core/src/notes/note-service.test.ts", core("testing/memory-store.ts")],
    ["sim/main.ts", "packages/drive/src/server/app.ts"],
  ])("lets %s import %s", (from, to) => {
    expect(checkImport(from, to)).toBeUndefined();
  });

  it.each([
    [web("features/folders/FolderTabBar.tsx"), web("features/tabs/TabStrip.tsx")],
    [web("features/folders/FolderTabBar.tsx"), web("adapters/indexed-db/open.ts")],
    [web("editor/Editor.tsx"), web("adapters/images/compress.ts")],
    [web("editor/Editor.tsx"), web("features/tabs/TabStrip.tsx")],
    [web("shared/Button.tsx"), web("editor/Editor.tsx")],
    [web("features/login/LoginForm.tsx"), "packages/crypto/src/records/envelope.ts"],
    [web("helpers/x.ts"), core("model/entities/note.ts")],
    [core("model/entities/note.ts"), core("notes/note-service.ts")],
    [core("model/entities/note.ts"), core("testing/memory-store.ts")],
    [core("model/entities/note.ts"), web("text/notes.ts")],
    ["packages/server/src/main.ts", core("limits.ts")],
    ["packages/server/src/main.ts", web("app/startup/main.tsx")],
    ["packages/drive/src/client/client.ts", "packages/drive/src/server/app.ts"],
    [web("app/composition/compose.ts"), "packages/drive/src/server/app.ts"],
    ["packages/contract/src/accounts/auth.ts", core("result.ts")],
    [web("app/startup/main.tsx"), "sim/main.ts"],
  ])("rejects %s importing %s", (from, to) => {
    expect(checkImport(from, to)).toEqual(expect.any(String));
  });

  it("lets a rule use types of a port, but not the port", () => {
    const port = parseFile(
      core("ports/store.ts"),
      "export interface Store { get(id: string): string }\nexport interface Row { readonly id: string }",
    );

    expect(portNames(port)).toEqual(["Store"]);
    expect(checkPortUse(core("notes/plan.ts"), ["Row"], ["Store"])).toBeUndefined();
    expect(checkPortUse(core("notes/plan.ts"), ["Store"], ["Store"])).toContain("Store");
    expect(checkPortUse(core("notes/note-service.ts"), ["Store"], ["Store"])).toBeUndefined();
  });

  it.each([
    [core("workspace/tabs/tab.ts"), core("sync/sync-service.ts")],
    [core("library/notes/plan-note.ts"), core("merge/stamp.ts")],
    [core("sync/sync.test.ts"), core("workspace/tabs/tab.ts")],
    [core("testing/test-device.ts"), core("sync/sync-service.ts")],
  ])("lets %s import %s below it", (from, to) => {
    expect(checkLayer(from, to)).toBeUndefined();
  });

  it.each([
    [core("merge/stamp.ts"), core("library/notes/plan-note.ts")],
    [core("model/limits.ts"), core("ports/codec.ts")],
    [core("helpers/any.ts"), core("model/limits.ts")],
  ])("rejects %s importing %s above it", (from, to) => {
    expect(checkLayer(from, to)).toEqual(expect.any(String));
  });

  it("finds folders that import each other, at any depth", () => {
    const graph = new Map([
      [core("sync/packs/a.ts"), [core("sync/context/b.ts"), core("sync/packs/c.ts")]],
      [core("sync/context/b.ts"), [core("sync/packs/a.ts"), core("sync/context/d.ts")]],
      [core("sync/context/d.ts"), [core("sync/packs/a.ts")]],
      [core("library/notes/e.ts"), [core("sync/packs/a.ts")]],
      [core("sync/service.ts"), [core("sync/packs/a.ts")]],
    ]);

    expect(findFolderPairs(graph)).toEqual([
      { folders: [core("sync/packs"), core("sync/context")], imports: [`${core("sync/packs/a.ts")} → ${core("sync/context/b.ts")}`] },
    ]);
  });

  it("are found in server and drive, where a folder and files beside it may import each other", () => {
    const server = (path) => `packages/server/src/${path}`;
    const graph = new Map([
      [server("http/route.ts"), [server("accounts/sessions.ts"), server("refusal.ts")]],
      [server("accounts/sessions.ts"), [server("http/client.ts")]],
      [server("services.ts"), [server("accounts/sessions.ts")]],
      [server("accounts/account.ts"), [server("services.ts")]],
    ]);
    expect(findFolderPairs(graph)).toMatchObject([{ folders: [server("accounts"), server("http")] }]);
  });

  it("are found in the app, where a folder and files beside it may not import each other", () => {
    const graph = new Map([
      [web("editor/NoteEditor.tsx"), [web("editor/toolbar/Toolbar.tsx"), web("editor/find/FindBar.tsx")]],
      [web("editor/toolbar/Toolbar.tsx"), [web("editor/host.ts"), web("editor/tables/TableMenu.tsx")]],
      [web("editor/tables/TableMenu.tsx"), [web("editor/toolbar/Button.tsx")]],
    ]);
    const pairs = findFolderPairs(graph).map(({ folders }) => [...folders].sort());

    expect(pairs).toEqual([
      [web("editor"), web("editor/toolbar")],
      [web("editor/tables"), web("editor/toolbar")],
    ]);
  });
});

describe("Crowded folders", () => {
  const names = Array.from({ length: 14 }, (_, index) => core(`library/notes/rule-${index}.ts`));

  it("have more than 14 files and folders", () => {
    expect(crowdedLevels([...names, core("library/notes/lists/a.ts")])).toEqual([
      "packages/core/src/library/notes has 15 files and folders, at most 14: group them",
    ]);
  });

  it("count neither tests nor shared test code", () => {
    expect(crowdedLevels([...names, core("library/notes/rule-0.test.ts"), core("library/notes/testing/a.ts")])).toEqual([]);
  });

  it("are listed as exceptions only while they are long", () => {
    expect(crowdedLevels(["packages/web/src/features/note/Note.tsx"])).toEqual([
      expect.stringMatching(/^packages\/web\/src\/features .* is none$/),
    ]);
  });
});
