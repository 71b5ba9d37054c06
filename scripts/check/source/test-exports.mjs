/** Finds values that a source file exports for tests alone, because no other part of the product imports them. Knip checks types. */

const isTest = (path) => /\.test\.tsx?$|\/testing\/|^(sim|e2e|attack|bench)\//.test(path);
const isProduct = (path) => /^packages\/[^/]+\/src\//.test(path) && !isTest(path);

function exportedValues({ program }) {
  return program.body.flatMap((node) => {
    if (node.type !== "ExportNamedDeclaration" || !node.declaration || node.declaration.type.startsWith("TS")) return [];
    const { declarations, id } = node.declaration;
    return (declarations?.map((each) => each.id) ?? [id]).flatMap((each) => (each?.type === "Identifier" ? [each.name] : []));
  });
}

/** Names that product files import, by path of the target; `undefined` among them means all, as with `import()`. */
function importedNames(files) {
  const namesByPath = new Map();
  for (const { path, imports } of files) {
    if (isTest(path)) continue;
    for (const { path: target, names } of imports) {
      const known = namesByPath.get(target) ?? new Set();
      for (const name of names.length === 0 ? [undefined] : names) known.add(name ?? undefined);
      namesByPath.set(target, known);
    }
  }
  return namesByPath;
}

/**
 * Returns `{ path, name, isUsedInside }[]`. An export that its own file uses is a rule tested separately; otherwise only tests need it.
 * `others` is text outside the sources that may use exports: scripts, the build's settings.
 */
export function findTestExports(files, others) {
  const namesByPath = importedNames(files);
  return files
    .filter(({ path }) => isProduct(path))
    .flatMap((file) => {
      const imported = namesByPath.get(file.path) ?? new Set();
      if (imported.has(undefined)) return [];
      return exportedValues(file)
        .filter((name) => !imported.has(name) && !new RegExp(`\\b${name}\\b`).test(others))
        .map((name) => ({ path: file.path, name, isUsedInside: file.text.split(new RegExp(`\\b${name}\\b`)).length > 2 }));
    });
}
