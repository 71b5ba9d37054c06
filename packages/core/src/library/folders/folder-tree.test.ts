import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeFolders } from "../../merge/merge.ts";
import { stampDelete, stampEdit } from "../../merge/stamp.ts";
import { type FolderEntity, isAlive } from "../../model/entities/entity.ts";
import { asParent, type Folder, folderPath, ownName, storedName } from "../../model/entities/folder.ts";
import { FOLDER } from "../../model/limits/limits.ts";
import { aFolder, aNote } from "../../testing/entities.ts";
import { toLight } from "../index/in-range.ts";
import { planHygiene } from "./folder-hygiene.ts";
import { toFolders } from "./folder-list.ts";
import { folderIdsBelow, folderRows } from "./folder-tree.ts";

function inside(parent: FolderEntity, values: Partial<FolderEntity> & { readonly name: string }): FolderEntity {
  return aFolder({ ...values, ...storedName(values.name, asParent(parent)) });
}

const pathsOf = (folders: readonly FolderEntity[]) => toFolders(folders).map(folderPath);

/** The folders after everything that folder hygiene plans, level by level. */
function tidied(folders: readonly FolderEntity[]): readonly FolderEntity[] {
  let records = folders;
  for (let round = 0; round <= FOLDER.maxLevels; round += 1) {
    const changes = new Map(planHygiene(records).map((change) => [change.id, change]));
    records = records.map((folder) => changes.get(folder.id)?.apply(folder, { dot: { device: "me", counter: 9 }, nowMs: 5000 }) ?? folder);
  }
  return records;
}

/** Ten folders, each of which may name any other or itself, a missing folder, Pinned or Sensitive as its parent. */
const wild = fc
  .array(
    fc.record({
      parent: fc.option(fc.constantFrom(...Array.from({ length: 12 }, (_, at) => `folder-${at}`), "folder-missing", "__proto__")),
      path: fc.constantFrom("", "A / ", "folder-1 / ", "x"),
      createdAt: fc.integer({ min: 1, max: 3 }),
      folderType: fc.constantFrom("CUSTOM", "CUSTOM", "CUSTOM", "PINNED", "SENSITIVE"),
      mergedInto: fc.constantFrom(null, null, null, "folder-0", "folder-3"),
      isDeleted: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((rows) =>
    rows.map(({ parent, path, isDeleted, ...row }, at) =>
      aFolder({
        ...row,
        id: `folder-${at}`,
        name: `${path}folder-${at}`,
        alive: isDeleted ? {} : { d: 1 },
        ...(parent === null ? {} : { parent: { id: parent, path } }),
      } as Partial<FolderEntity>),
    ),
  );

describe("decision 0051 tree of folders", () => {
  it("lists each living folder once, parents first, whatever parents the records name", () => {
    fc.assert(
      fc.property(wild, (records) => {
        const listed = toFolders(records);
        const ids = listed.map(({ folderId }) => folderId);
        const living = records.filter((folder) => isAlive(folder) && folder.mergedInto === null).map(({ id }) => id);

        expect(new Set(ids).size).toBe(ids.length);
        expect(ids).toEqual(expect.arrayContaining(living));
        for (const [at, { parent, folderType }] of listed.entries()) {
          if (parent === undefined) continue;
          expect(folderType).toBe("CUSTOM");
          const above = listed.slice(0, at).find(({ folderId }) => folderId === parent.id);
          expect(above?.folderType).toBe("CUSTOM");
        }
        for (const { level } of folderRows(listed, new Set())) expect(level).toBeLessThan(FOLDER.maxLevels);
      }),
    );
  });

  it("shows the same tree in whatever order the records arrived", () => {
    const both = wild.chain((records) => fc.tuple(fc.constant(records), fc.shuffledSubarray(records, { minLength: records.length })));
    fc.assert(
      fc.property(both, ([records, shuffled]) => {
        expect(toFolders(shuffled)).toEqual(toFolders(records));
      }),
    );
  });

  it("shows the oldest folder of a circle at the top", () => {
    const [a, b] = [aFolder({ id: "folder-a", createdAt: 2, name: "A" }), aFolder({ id: "folder-b", createdAt: 1, name: "B" })];
    const circle = [
      { ...a, ...storedName("A", asParent(b)) },
      { ...b, ...storedName("B", asParent(a)) },
    ];

    expect(pathsOf(circle)).toEqual(["B", "B / A"]);
  });

  it("shows the eleventh level at the top, and what is below it there", () => {
    const chain = [aFolder({ id: "folder-01", name: "1" })];
    for (let level = 2; level <= 12; level += 1)
      chain.push(inside(chain.at(-1) as FolderEntity, { id: `folder-${String(level).padStart(2, "0")}`, name: `${level}` }));

    expect(pathsOf(chain).at(-3)).toBe("1 / 2 / 3 / 4 / 5 / 6 / 7 / 8 / 9 / 10");
    expect(pathsOf(chain).slice(-2)).toEqual(["11", "11 / 12"]);
  });

  it("shows a folder at the top until its parent arrives, and merges no cousins meanwhile", () => {
    const [one, two] = [aFolder({ id: "folder-2024", name: "2024" }), aFolder({ id: "folder-2025", name: "2025" })];
    const june = [inside(one, { id: "folder-j1", name: "June" }), inside(two, { id: "folder-j2", name: "June" })];

    expect(pathsOf(june)).toEqual(["June", "June"]);
    expect(planHygiene(june)).toEqual([]);
    expect(pathsOf([...june, one, two])).toEqual(["2024", "2024 / June", "2025", "2025 / June"]);
  });

  it("brings a deleted parent back while a folder or note is in a folder of it", () => {
    const parent = aFolder({ id: "folder-p", name: "Work", alive: {} });
    const child = inside(parent, { id: "folder-c", name: "Plans" });
    const emptied = { ...child, alive: {} };

    expect(pathsOf([parent, child])).toEqual(["Work", "Work / Plans"]);
    expect(toFolders([parent, emptied])).toEqual([]);
    expect(toFolders([parent, emptied, toLight(aNote({ folderId: child.id }))])).toHaveLength(2);
  });

  it("shows no two siblings of one name, whatever circles the records make", () => {
    const name = fc.constantFrom("June", "Work");
    fc.assert(
      fc.property(wild, fc.array(name, { minLength: 12, maxLength: 12 }), (records, names) => {
        const named = records.map((folder, at) => ({ ...folder, ...storedName(names[at] as string, folder.parent) }));
        const known = new Set(named.map(({ id }) => id));
        const shown = toFolders(tidied(named)).filter(({ folderType }) => folderType === "CUSTOM");
        const isPlaced = (id: string): boolean => {
          const { parent } = named.find((folder) => folder.id === id) as FolderEntity;
          return parent === undefined || known.has(parent.id);
        };
        const paths = shown.filter(({ folderId }) => isPlaced(folderId)).map(folderPath);
        expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
      }),
    );
  });

  it("merges the folder at which a circle is cut with its equal at the top, where it is shown", () => {
    const top = aFolder({ id: "folder-t", createdAt: 1, name: "Work" });
    const a = aFolder({ id: "folder-a", createdAt: 2, name: "Work" });
    const b = inside(a, { id: "folder-b", createdAt: 3, name: "Plans" });
    const circle = [{ ...a, parent: { id: b.id, path: "Plans / " }, name: "Plans / Work" }, b];
    expect(pathsOf([top, ...circle])).toEqual(["Work", "Work", "Work / Plans"]);

    expect(pathsOf(tidied([top, ...circle]))).toEqual(["Work", "Work / Plans"]);
  });

  it("merges siblings of equal names, and then the folders in them", () => {
    const [old, late] = [aFolder({ id: "folder-o", createdAt: 1, name: "Work" }), aFolder({ id: "folder-l", createdAt: 2, name: "work" })];
    const records = tidied([
      old,
      late,
      inside(old, { id: "folder-a", createdAt: 1, name: "Plans" }),
      inside(late, { id: "folder-b", createdAt: 2, name: "Plans" }),
      inside(late, { id: "folder-c", createdAt: 2, name: "Other" }),
    ]);

    expect(pathsOf(records)).toEqual(["Work", "Work / Plans", "Work / Other"]);
    expect(records.find(({ id }) => id === "folder-c")).toMatchObject({
      name: "Work / Other",
      parent: { id: "folder-o", path: "Work / " },
    });
  });

  it("ends with true paths and no further change, whatever the records say", () => {
    fc.assert(
      fc.property(wild, (made) => {
        let records: readonly FolderEntity[] = made;
        for (let round = 0; round <= FOLDER.maxLevels; round += 1) {
          const changes = new Map(planHygiene(records).map((change) => [change.id, change]));
          records = records.map(
            (folder) => changes.get(folder.id)?.apply(folder, { dot: { device: "me", counter: 9 }, nowMs: 5000 }) ?? folder,
          );
        }

        expect(planHygiene(records)).toEqual([]);
      }),
    );
  });

  it("finds all folders below one", () => {
    const work = aFolder({ id: "folder-w", name: "Work" });
    const plans = inside(work, { id: "folder-p", name: "Plans" });
    const listed = toFolders([work, plans, inside(plans, { id: "folder-o", name: "Old" }), aFolder({ id: "folder-x", name: "Home" })]);

    expect([...folderIdsBelow(listed, "folder-w")].sort()).toEqual(["folder-o", "folder-p", "folder-w"]);
  });
});

describe("decision 0051 stored names", () => {
  it("leaves the name that an earlier version gave as it is", () => {
    const work = aFolder({ name: "Work" });

    expect(ownName(inside(work, { name: "Plans" }))).toBe("Plans");
    expect(ownName({ ...inside(work, { name: "Plans" }), name: "Ideas" })).toBe("Ideas");
    expect(ownName({ name: "Work / ", parent: { id: "folder-1-a", path: "Work / " } })).toBe("Work / ");
  });

  it("stays within what other devices read", () => {
    const long = storedName("y".repeat(3000), { id: "folder-1-a", path: "x".repeat(2000) });

    expect(long).toEqual({ name: "y".repeat(3000), parent: { id: "folder-1-a", path: "" } });
  });
});

describe("decision 0051 merge of folders", () => {
  const stamp = (device: string, nowMs: number) => ({ dot: { device, counter: 2 }, nowMs });
  const [work, home] = [aFolder({ id: "folder-w", name: "Work" }), aFolder({ id: "folder-h", name: "Home" })];
  const base = inside(work, { id: "folder-p", name: "Plans" });

  it("keeps a rename and a move made at once", () => {
    const renamed = stampEdit({ ...base, ...storedName("Ideas", base.parent) }, base, stamp("a", 5000));
    const moved = stampEdit({ ...base, ...storedName("Plans", asParent(home)) }, base, stamp("b", 4000));

    expect(mergeFolders(base, renamed, moved).merged).toMatchObject({ name: "Home / Ideas", parent: { id: "folder-h", path: "Home / " } });
  });

  it("takes the later of two moves, also one to the top", () => {
    const moved = stampEdit({ ...base, ...storedName("Plans", asParent(home)) }, base, stamp("b", 4000));
    const { parent: _parent, ...top } = base;
    const raised = stampEdit({ ...top, name: "Plans" }, base, stamp("a", 5000));

    expect(mergeFolders(base, raised, moved).merged).not.toHaveProperty("parent");
    expect(mergeFolders(base, moved, raised).merged.name).toBe("Plans");
  });

  it("gives the same record on both devices for any two edits, without a loss of liveness", () => {
    const place = fc.constantFrom(undefined, asParent(work), asParent(home), { id: "folder-w", path: "Job / " });
    const edit = fc.record({ own: fc.constantFrom("Plans", "Ideas"), place, nowMs: fc.constantFrom(4000, 5000), isDeleted: fc.boolean() });
    fc.assert(
      fc.property(edit, edit, fc.boolean(), (one, other, hasBase) => {
        const [x, y] = [one, other].map(({ own, place: parent, nowMs, isDeleted }, at) => {
          const { parent: _parent, ...rest } = base;
          const edited = stampEdit({ ...rest, ...storedName(own, parent) }, base, stamp(at === 0 ? "a" : "b", nowMs));
          return isDeleted ? stampDelete(edited, { dot: { device: at === 0 ? "a" : "b", counter: 3 }, nowMs: nowMs + 1 }) : edited;
        }) as [FolderEntity, FolderEntity];
        const merged = mergeFolders(hasBase ? base : undefined, x, y).merged;

        expect(mergeFolders(hasBase ? base : undefined, y, x).merged).toEqual(merged);
        expect(isAlive(merged)).toBe(isAlive(x) || isAlive(y));
        expect([ownName(x), ownName(y)]).toContain(ownName(merged));
        expect([x.parent?.id, y.parent?.id]).toContain(merged.parent?.id);
      }),
    );
  });
});

describe("decision 0051 list of folders", () => {
  it("shows own names, and subfolders after their parent by creation", () => {
    const work = aFolder({ id: "folder-w", name: "Work", createdAt: 5 });
    const listed: readonly Folder[] = toFolders([
      aFolder({ id: "folder-z", name: "Zoo", createdAt: 9 }),
      work,
      inside(work, { id: "folder-b", name: "B", createdAt: 8 }),
      inside(work, { id: "folder-a", name: "A", createdAt: 7 }),
    ]);

    expect(listed.map(({ name, parent }) => [name, parent?.id])).toEqual([
      ["Work", undefined],
      ["A", "folder-w"],
      ["B", "folder-w"],
      ["Zoo", undefined],
    ]);
  });

  it("leaves out rows in closed folders", () => {
    const work = aFolder({ id: "folder-w", name: "Work" });
    const plans = inside(work, { id: "folder-p", name: "Plans" });
    const listed = toFolders([work, plans, inside(plans, { id: "folder-o", name: "Old" })]);
    const rows = (...closed: readonly string[]) =>
      folderRows(listed, new Set(closed)).map(({ folder, level, isOpen }) => [folder.name, level, isOpen]);

    expect(rows()).toEqual([
      ["Work", 0, true],
      ["Plans", 1, true],
      ["Old", 2, undefined],
    ]);
    expect(rows("folder-p")).toEqual([
      ["Work", 0, true],
      ["Plans", 1, false],
    ]);
    expect(rows("folder-w")).toEqual([["Work", 0, false]]);
  });
});
