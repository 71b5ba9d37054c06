/** A version that goes on under another name: the dots of some devices give way to one of its own. sync.md §4.5. Pure. */
import type { Entity } from "./entity.ts";
import { counterOf, type Dot, type VersionVector, withDot } from "./version-vector.ts";

export function isUnder(dots: VersionVector, names: readonly string[]): boolean {
  return names.some((name) => counterOf(dots, name) > 0);
}

export function underNewName<E extends Entity>(entity: E, names: readonly string[], dot: Dot): E {
  const renamed = (dots: VersionVector): VersionVector =>
    isUnder(dots, names) ? withDot(Object.fromEntries(Object.entries(dots).filter(([name]) => !names.includes(name))), dot) : dots;
  const chosen = entity.kind === "note" && entity.chosen !== undefined ? { chosen: renamed(entity.chosen) } : {};
  return { ...entity, ...chosen, vv: withDot(renamed(entity.vv), dot), alive: renamed(entity.alive) };
}
