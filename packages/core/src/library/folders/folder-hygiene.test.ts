import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FolderEntity, LightEntity } from "../../model/entities/entity.ts";
import { aFolder, aNote } from "../../testing/entities.ts";
import { toLight } from "../index/in-range.ts";
import { followFolder, normalisedName, planHygiene, visibleFolders } from "./folder-hygiene.ts";

const stamp = { dot: { device: "me", counter: 9 }, nowMs: 5000 };

function apply(entities: readonly LightEntity[]): readonly LightEntity[] {
  let now = entities;
  for (let round = 0; round < 5; round += 1) {
    const changes = new Map(planHygiene(now).map((change) => [change.id, change]));
    now = now.map((entity) =>
      entity.kind === "folder" && changes.has(entity.id) ? (changes.get(entity.id)?.apply(entity, stamp) as FolderEntity) : entity,
    );
  }
  return now;
}

const folders = fc
  .array(
    fc.record({
      name: fc.constantFrom("Recipes", "recipes ", "Thesis", "Pinned", "Sensitive"),
      createdAt: fc.integer({ min: 1, max: 3 }),
      folderType: fc.constantFrom("PINNED", "SENSITIVE", "CUSTOM"),
      isDeleted: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((rows) =>
    rows.map(({ isDeleted, ...row }, at) => aFolder({ ...row, id: `folder-${at}`, alive: isDeleted ? {} : { d: 1 } }) as FolderEntity),
  );

describe("sync.md §7.1 folder hygiene", () => {
  it("ends with one Pinned, one Sensitive and unique names, whatever devices created", () => {
    fc.assert(
      fc.property(folders, (made) => {
        const shown = visibleFolders(apply(made)).map(({ folder }) => folder);
        const custom = shown.filter(({ folderType }) => folderType === "CUSTOM").map(({ name }) => normalisedName(name));

        expect(new Set(custom).size).toBe(custom.length);
        expect(custom).not.toContain("sensitive");
        for (const type of ["PINNED", "SENSITIVE"])
          expect(shown.filter(({ folderType }) => folderType === type).length).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("maps every note of a merged folder to the oldest one", () => {
    const older = aFolder({ id: "folder-old", createdAt: 1 });
    const newer = aFolder({ id: "folder-new", createdAt: 2, name: "RECIPES " });

    const after = apply([newer, older, toLight(aNote({ folderId: "folder-new" }))]);

    const byId = new Map(after.flatMap((entity) => (entity.kind === "folder" ? [[entity.id, entity] as const] : [])));
    expect(followFolder("folder-new", byId)).toBe("folder-old");
  });

  it("restores a deleted folder while a living note refers to it", () => {
    const deleted = aFolder({ alive: {} });

    expect(visibleFolders([deleted])).toEqual([]);
    expect(visibleFolders([deleted, toLight(aNote({ folderId: deleted.id }))])).toHaveLength(1);
  });
});
