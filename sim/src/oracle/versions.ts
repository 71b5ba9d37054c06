/**
 * Checks the history of notes. Take a version that a user's save or a merge made, on a device that later said that everything is in the
 * drive: in the end a fresh device has that version with exactly its text, whatever became of the device that made it. Notes that were
 * purged or moved into the Sensitive folder meanwhile are exempt, since their versions are removed on purpose. sync.md §13, decision 0027.
 */
import { type Entity, isPurged, type NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { hashText } from "@satchel/core/model/entities/entity-ids.ts";
import { toKeptVersion } from "@satchel/core/model/entities/note-versions.ts";
import type { LocalStore, Plan, StoredSeen, Writes } from "@satchel/core/ports/device/local-store.ts";

/** The hash of each version's text, by the version's key. */
type Made = Map<string, Map<string, string>>;

export class VersionsOracle {
  readonly #made = new Map<string, Made>();
  readonly #owed: Made = new Map();
  readonly #excluded = new Set<string>();
  /** Note id and version key, as one string. */
  readonly #thrownAway = new Set<string>();

  /** The same store, which also tells this oracle what it writes. `writer`: the name under which its process writes. */
  watch<Store extends LocalStore>(store: Store, device: string, writer: () => string): Store {
    const transact: LocalStore["transact"] = async (reads, plan, durability) => {
      let written: Writes = {};
      let before: StoredSeen | undefined;
      const committed = await store.transact(
        reads,
        (seen): Plan<never> => {
          const planned = plan(seen);
          [written, before] = [planned.writes, seen];
          // If the process dies after the commit, the code after `transact` does not run (seed 6618).
          this.#exclude(written);
          return planned as Plan<never>;
        },
        durability,
      );
      if (committed.ok && before !== undefined) this.#note(device, written, { ctr: before.meta.ctr, writer: writer() });
      return committed;
    };
    return new Proxy(store, {
      get: (target, name) => {
        if (name === "transact") return transact;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  }

  /** This device says that everything that it made so far is in the drive. */
  claimed(device: string): void {
    for (const [noteId, versions] of this.#made.get(device) ?? []) {
      const owed = this.#owed.get(noteId) ?? new Map<string, string>();
      this.#owed.set(noteId, new Map([...owed, ...versions]));
    }
    this.#made.delete(device);
  }

  gone(device: string): void {
    this.#made.delete(device);
  }

  /** The user put a pack that holds these versions into the drive's trash, so it is chance whether another device read it before. */
  thrownAway(held: readonly Entity[]): void {
    for (const note of held) if (note.kind === "note") this.#thrownAway.add(`${note.id} ${toKeptVersion(note).key}`);
  }

  /** The owed versions that a fresh device lacks. `held`: its notes with all their versions. */
  missing(held: readonly NoteEntity[]): readonly string[] {
    const texts = new Map(held.map((note) => [`${note.id} ${toKeptVersion(note).key}`, hashOf(note)]));
    const owed = [...this.#owed].filter(([noteId]) => !this.#excluded.has(noteId));
    return owed.flatMap(([noteId, versions]) =>
      [...versions].flatMap(([key, hash]) => {
        const found = texts.get(`${noteId} ${key}`);
        return found === hash || this.#thrownAway.has(`${noteId} ${key}`)
          ? []
          : [`${noteId} as of ${key}${found === undefined ? "" : ", with another text"}`];
      }),
    );
  }

  get count(): number {
    return [...this.#owed.values()].reduce((sum, { size }) => sum + size, 0);
  }

  #exclude({ entities = [] }: Writes): void {
    for (const entity of entities) if (entity.kind === "note" && (entity.isEncrypted || isPurged(entity))) this.#excluded.add(entity.id);
  }

  #note(
    device: string,
    { entities = [], versions = [], meta }: Writes,
    { ctr, writer }: { readonly ctr: number; readonly writer: string },
  ): void {
    const notes = entities.filter((entity) => entity.kind === "note");
    // Only versions with a new dot of this process count; other devices have those that it merely takes in.
    const own = new Set(notes.filter(({ vv }) => meta?.ctr !== undefined && (vv[writer] ?? 0) > ctr).map(({ id }) => id));
    for (const { noteId, key, note } of versions.filter((version) => own.has(version.noteId))) {
      const made: Made = this.#made.get(device) ?? new Map();
      this.#made.set(device, made.set(noteId, (made.get(noteId) ?? new Map<string, string>()).set(key, hashOf(note))));
    }
  }
}

function hashOf({ title, content, sealed }: NoteEntity): string {
  return hashText(JSON.stringify([title, content, sealed]));
}
