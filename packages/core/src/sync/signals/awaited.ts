/**
 * Versions that came over the channel and that their own device is about to send to the drive. This device leaves that to it for a while. They need a
 * push like any other version and count as not in the drive until it has them. Held in memory: a new process sends them. Decision 0024.
 */
import { isEqual, type VersionVector } from "../../model/entities/version-vector.ts";
import { SIGNALS } from "../../model/limits/limits.ts";

type Versioned = { readonly id: string; readonly vv: VersionVector };
type Entry = { readonly vv: VersionVector; readonly sinceMs: number };

export class Awaited {
  readonly #byId = new Map<string, Entry>();

  /** The answer takes that back. */
  add({ id, vv }: Versioned, nowMs: number): () => void {
    const before = this.#byId.get(id);
    this.#byId.set(id, { vv, sinceMs: nowMs });
    return () => {
      if (before === undefined) this.#byId.delete(id);
      else this.#byId.set(id, before);
    };
  }

  /** This very version, and only for a while: its device may be gone. */
  has({ id, vv }: Versioned, nowMs: number): boolean {
    const entry = this.#byId.get(id);
    if (entry === undefined) return false;
    const ageMs = nowMs - entry.sinceMs;
    if (isEqual(entry.vv, vv) && ageMs >= 0 && ageMs < SIGNALS.leftToOthersMs) return true;
    this.#byId.delete(id);
    return false;
  }
}
