import { describe, expect, it } from "vitest";
import { toFolders } from "../../library/folders/folder-list.ts";
import type { BackupFolder } from "../../model/backup/backup-format.ts";
import type { FolderEntity } from "../../model/entities/entity.ts";
import { asParent, folderPath, storedName } from "../../model/entities/folder.ts";
import { aFolder } from "../../testing/entities.ts";
import { planFolders, planRestoreFolders } from "../backup/plan-restore.ts";
import { toBackupFoldersOf } from "../exchange/to-backup-note.ts";
import { foldersToRemove, planImportFolders } from "./plan-import.ts";

function inside(parent: FolderEntity, id: string, name: string): FolderEntity {
  return aFolder({ id, ...storedName(name, asParent(parent)) });
}

/** Library after the missing folders were added. */
function restored(missing: readonly BackupFolder[], library: readonly FolderEntity[] = []): readonly FolderEntity[] {
  const meta = { device: "me", writer: "me", ctr: 1, maxEntries: 32 };
  const { writes } = planRestoreFolders(missing, { meta, entities: new Map() } as unknown as Parameters<typeof planRestoreFolders>[1]);
  return [...library, ...((writes.entities ?? []) as readonly FolderEntity[])];
}

const paths = (folders: readonly FolderEntity[]) => toFolders(folders).map(folderPath).sort();
const wanted = (...names: readonly string[]) => names.map((name, at) => ({ name, at }));

describe("decision 0051 folders of an import", () => {
  it("become a tree, with parents that hold no note", () => {
    const { missing, idsByName } = planImportFolders(wanted("Work/Plans/Old", "Home", "Work/Mail"), [], 1000);

    expect(paths(restored(missing))).toEqual(["Home", "Work", "Work / Mail", "Work / Plans", "Work / Plans / Old"]);
    expect(missing.find(({ id }) => id === idsByName.get("Work/Mail"))).toMatchObject({ name: "Work / Mail", parent: { path: "Work / " } });
  });

  it("use folders of the same name in the same place, and no others", () => {
    const work = aFolder({ id: "folder-w", name: "work" });
    const library = [work, inside(work, "folder-p", "Plans"), aFolder({ id: "folder-m", name: "Mail" })];

    const { missing, idsByName } = planImportFolders(wanted("Work/Plans", "Work/Mail"), library, 1000);

    expect(idsByName.get("Work/Plans")).toBe("folder-p");
    expect(paths(restored(missing, library))).toEqual(["Mail", "work", "work / Mail", "work / Plans"]);
  });

  it("use the one folder that an earlier version made of the path", () => {
    const [, earlier] = toBackupFoldersOf("Work/Plans", 0, 1000);
    const { missing, idsByName } = planImportFolders(wanted("Work/Plans"), [aFolder({ id: earlier?.id ?? "", name: "Work/Plans" })], 2000);

    expect(missing).toEqual([]);
    expect(idsByName.get("Work/Plans")).toBe(earlier?.id);
  });

  it("keep names below the tenth level together", () => {
    const { missing } = planImportFolders(wanted("1/2/3/4/5/6/7/8/9/10/11/12"), [], 1000);

    expect(missing).toHaveLength(10);
    expect(paths(restored(missing)).at(-1)).toBe("1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 / 9 / 10/11/12");
  });

  it("are removed by an undo unless a note or a folder of others is in them", () => {
    const [work, home] = [aFolder({ id: "folder-w", name: "Work" }), aFolder({ id: "folder-h", name: "Home" })];
    const [plans, own] = [inside(work, "folder-p", "Plans"), inside(home, "folder-o", "Own")];

    expect(foldersToRemove(["folder-w", "folder-h", "folder-p"], [], [work, home, plans, own])).toEqual(["folder-w", "folder-p"]);
  });
});

describe("decision 0051 folders of a backup", () => {
  const inBackup = (folder: FolderEntity): BackupFolder => {
    const { kind: _kind, vv: _vv, alive: _alive, mergedInto: _mergedInto, mtime, ...values } = folder;
    return { ...values, lastModified: mtime };
  };
  const work = aFolder({ id: "folder-w", name: "Work" });
  const plans = inside(work, "folder-p", "Plans");
  const old = inside(plans, "folder-o", "Old");

  it("come back as the tree that they were, in whatever order they are listed", () => {
    const { missing } = planFolders([old, plans, work].map(inBackup), []);

    expect(missing.map(({ id }) => id)).toEqual(["folder-w", "folder-p", "folder-o"]);
    expect(paths(restored(missing))).toEqual(["Work", "Work / Plans", "Work / Plans / Old"]);
  });

  it("join the folders of the same names here", () => {
    const here = aFolder({ id: "folder-x", name: "work" });
    const { missing, mapping } = planFolders([old, plans, work].map(inBackup), [here, inside(here, "folder-y", "plans")]);

    expect([mapping.get("folder-w"), mapping.get("folder-p")]).toEqual(["folder-x", "folder-y"]);
    expect(missing).toMatchObject([{ id: "folder-o", name: "work / plans / Old", parent: { id: "folder-y", path: "work / plans / " } }]);
  });

  it("come to the top if their parent is in neither, or if they form a circle", () => {
    const [x, y] = [aFolder({ id: "folder-1", name: "X" }), aFolder({ id: "folder-2", name: "Y" })];
    const circle = [
      { ...x, ...storedName("X", asParent(y)) },
      { ...y, ...storedName("Y", asParent(x)) },
    ];

    expect(paths(restored(planFolders([old, ...circle].map(inBackup), []).missing))).toEqual(["Old", "X", "X / Y"]);
  });
});
