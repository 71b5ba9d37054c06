/** Whether the user has the recovery key on paper: at least three of its nine groups, typed as people type. Pure. encryption.md 3.5 (1). */
const GROUPS_ASKED = 3;

/** `typed` and `actual` in the key's order; an empty place was not asked for. */
export function areRecoveryGroupsRight(typed: readonly string[], actual: readonly string[]): boolean {
  if (typed.length !== actual.length) return false;
  const given = typed.map((group, index) => ({ group: readable(group), index })).filter(({ group }) => group !== "");
  return given.length >= GROUPS_ASKED && given.every(({ group, index }) => group === actual[index]);
}

/** The same reading as of the whole key: letters that look like digits are those digits. */
function readable(group: string): string {
  return group
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
}
