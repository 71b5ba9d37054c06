import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nameFolders } from "./folder-names.ts";

const inFolder = (path: string, isArchived = false) => ({ folder: path === "" ? [] : path.split("/"), isArchived });
const namesOf = (paths: readonly string[]) => {
  const notes = paths.map((path) => inFolder(path));
  const names = nameFolders(notes);
  return notes.map((note) => names.nameOf(note));
};

describe("decision 0028 folders of an import", () => {
  it("leaves out the folder around a whole export", () => {
    expect(namesOf(["Vault/Work", "Vault/Home/Garden", "Vault"])).toEqual(["Work", "Home/Garden", undefined]);
    expect(namesOf(["a/b/Work", "a/b/Home"])).toEqual(["Work", "Home"]);
  });

  it("keeps the only folder, and folders beside notes without one", () => {
    expect(namesOf(["Recipes", "Recipes"])).toEqual(["Recipes", "Recipes"]);
    expect(namesOf(["a/Recipes", "a/Recipes"])).toEqual(["a/Recipes", "a/Recipes"]);
    expect(namesOf(["Vault/Work", ""])).toEqual(["Vault/Work", undefined]);
    expect(namesOf([])).toEqual([]);
  });

  it("orders folders by name, numbers by value", () => {
    const notes = ["Week 10", "archive", "Week 9", "Zoo"].map((path) => inFolder(path));
    const names = nameFolders(notes);
    const inOrder = notes.map((note) => names.nameOf(note) as string).sort((a, b) => names.positionOf(a) - names.positionOf(b));
    expect(inOrder).toEqual(["archive", "Week 9", "Week 10", "Zoo"]);
  });

  it("gives different folders different names", () => {
    const paths = fc.array(fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 3 }), { maxLength: 8 });
    fc.assert(
      fc.property(paths, (folders) => {
        const names = nameFolders(folders.map((folder) => ({ folder, isArchived: false })));
        const nameByPath = new Map(folders.map((folder) => [folder.join("/"), names.nameOf({ folder, isArchived: false })]));
        expect(new Set(nameByPath.values()).size).toBe(nameByPath.size);
      }),
    );
  });
});
