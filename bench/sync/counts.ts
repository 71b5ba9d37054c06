/** Counts requests and bytes of syncing with the sandbox, including app folder, subfolders, keys and packs. Independent of time. */
import type { ImportedNote } from "@satchel/core/ports/transfer/import-sources.ts";
import { planImportNotes } from "@satchel/core/transfer/import/plan-import.ts";
import type { Device } from "./clients/device.ts";
import type { Keys } from "./clients/keys.ts";
import type { CorpusNote } from "./corpus.ts";
import type { Traffic } from "./counted-drive.ts";
import { idOf } from "./fill.ts";
import { createWorld, DAY_MS, edit, editMany, HOUR_MS, rest, type World, writeLibrary } from "./world.ts";

export type Count = Traffic & { readonly name: string };
/** `firstScreen` is the traffic until the first page of the list was there, with the notes it showed. */
export type FirstSync = Count & {
  readonly firstScreen: Traffic & { readonly shown: readonly string[] };
  readonly titles: ReadonlySet<string>;
};

/** Each count includes the poll at the start of a cycle. */
export async function countDailyLife(keys: Keys, notes: readonly CorpusNote[]): Promise<readonly Count[]> {
  const world = createWorld(keys);
  // The library counts as written by an earlier process of this device.
  const laptop = await world.device("laptop", { usesPacks: false });
  await writeLibrary(laptop, notes);
  const phone = await world.device("phone-", { usesPacks: false });
  await phone.sync();
  await world.drive.pass(HOUR_MS);
  for (const device of [laptop, phone]) await device.notes.create({ title: "Ids are in stock", content: "<p>from now on</p>" }, null);
  await syncAll([laptop, phone, laptop]);
  const counted: Count[] = [];
  const count = async (name: string, device: Device): Promise<void> => {
    world.drive.take();
    await device.sync();
    counted.push({ name, ...world.drive.take() });
  };
  const act = async (name: string, device: Device, edits: () => Promise<unknown>): Promise<void> => {
    await syncAll([laptop, phone]);
    await edits();
    await count(name, device);
  };
  await count("nothing to do", laptop);
  await act("first save of a note since the start", laptop, () => edit(laptop, 0, "first"));
  await act("save", laptop, () => edit(laptop, 0, "again"));
  await count("receive 1", phone);
  await act("save after another device", phone, () => edit(phone, 0, "elsewhere"));
  await count("receive 1 of two devices", laptop);
  await edit(laptop, 2, "first");
  await act("delete", laptop, () => laptop.notes.remove(idOf(2)));
  await act("delete what another device wrote", phone, () => phone.notes.remove(idOf(3)));
  await act("create", laptop, () => laptop.notes.create({ title: "New", content: "<p>new</p>" }, null));
  await act("first save of 20 notes since the start", laptop, () => editMany(laptop, range(10, 30), "first"));
  await act("save 20", laptop, () => editMany(laptop, range(10, 30), "twenty"));
  await count("receive 20", phone);
  return counted;
}

/** Traffic until everything imported is in the drive. */
export async function countImport({ drive }: World, device: Device, corpus: readonly CorpusNote[]): Promise<Count> {
  for (let from = 0; from < corpus.length; from += IMPORTED_AT_ONCE)
    await importSome(device, corpus.slice(from, from + IMPORTED_AT_ONCE).map(toImported));
  drive.take();
  await device.sync();
  return { name: `import of ${corpus.length.toLocaleString("en")} notes, until all are in the drive`, ...drive.take() };
}

const IMPORTED_AT_ONCE = 500;

async function importSome({ library }: Device, notes: readonly ImportedNote[]): Promise<void> {
  const written = await library.transact(
    { entities: notes.map(({ note }) => note.id) },
    (seen) => ({ writes: planImportNotes(notes, { folderOf: () => null, pinnedFolderId: undefined }, seen).writes, answer: undefined }),
    "restore",
  );
  if (!written.ok) throw new Error(written.problem.kind);
}

function toImported({ number, title, html, writtenAt }: CorpusNote): ImportedNote {
  const times = { createdAt: writtenAt, lastModified: writtenAt };
  const note = { id: idOf(number), title, content: html, folderId: null, isEncrypted: false, ...times, attachments: [], attIds: [] };
  return { note, folderName: undefined, isPinned: false, isTrashed: false, files: [] };
}

/** A library of a given size, its packs, and devices new to it. */
export class FirstSyncs {
  readonly #world: World;
  readonly #laptop: Device;
  #devices = 0;

  private constructor(world: World, laptop: Device) {
    this.#world = world;
    this.#laptop = laptop;
  }

  static async create(keys: Keys, notes: readonly CorpusNote[]): Promise<FirstSyncs> {
    const world = createWorld(keys);
    const laptop = await world.device("laptop");
    await writeLibrary(laptop, notes);
    return new FirstSyncs(world, laptop);
  }

  writePacks(): Promise<void> {
    return rest(this.#world.drive, this.#laptop);
  }

  /** Titles on the first page of the list, as shown on the device that wrote them. */
  get newest(): readonly string[] {
    return shownBy(this.#laptop);
  }

  get titles(): ReadonlySet<string> {
    return titlesOf(this.#laptop);
  }

  /** Twice a day, twenty notes are edited in total, two written and one deleted: too little for a pack. */
  async passDays(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) {
      for (let time = 0; time < TIMES_A_DAY; time += 1) {
        const first = 100 + (day * TIMES_A_DAY + time) * EDITS_AT_A_TIME;
        await editMany(this.#laptop, range(first, first + EDITS_AT_A_TIME), `day ${day}`);
        await this.#laptop.sync();
        await this.#world.drive.pass(DAY_MS / TIMES_A_DAY);
        await this.#laptop.sync("quiet");
      }
      for (const title of ["one", "another"])
        await this.#laptop.notes.create({ title: `Day ${day} ${title}`, content: "<p>new</p>" }, null);
      await this.#laptop.notes.remove(idOf(50 + day));
      await this.#laptop.sync();
    }
  }

  /** Deletes `count` notes at once. */
  async removeSome(count: number): Promise<void> {
    await this.#laptop.notes.removeAll(range(5000, 5000 + count).map(idOf));
    await this.#laptop.sync();
  }

  async count(name: string, usesPacks = true): Promise<FirstSync> {
    this.#devices += 1;
    const { drive } = this.#world;
    drive.take();
    let firstScreen: FirstSync["firstScreen"] | undefined;
    const fresh = await this.#world.device(`new${String(this.#devices).padStart(3, "0")}`, {
      usesPacks,
      onFirstScreen: (device) => {
        device.notes.refresh();
        firstScreen = { ...drive.look(), shown: shownBy(device) };
      },
    });
    await fresh.sync();
    if (firstScreen === undefined) throw new Error("The first screen was never full");
    return { name, ...drive.take(), firstScreen, titles: titlesOf(fresh) };
  }

  /** A device that was in sync returns after three weeks in which other devices and itself saved the given numbers of notes. */
  async countReturn(name: string, { theirs, own }: { readonly theirs: number; readonly own: number }): Promise<Count> {
    const away = await this.#world.device("away--");
    await away.sync();
    await editMany(away, range(1000, 1000 + own), "on the road");
    for (let week = 0; week < 3; week += 1) {
      const first = 2000 + (week * theirs) / 3;
      await editMany(this.#laptop, range(first, first + theirs / 3), `week ${week}`);
      await this.#laptop.sync();
      await this.#world.drive.pass(7 * DAY_MS);
      await rest(this.#world.drive, this.#laptop);
    }
    this.#world.drive.take();
    await away.sync();
    return { name, ...this.#world.drive.take() };
  }
}

const TIMES_A_DAY = 2;
const EDITS_AT_A_TIME = 10;
const FIRST_PAGE = 50;

async function syncAll(devices: readonly Device[]): Promise<void> {
  for (const device of devices) await device.sync();
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

function titlesOf({ notes }: Device): ReadonlySet<string> {
  return new Set(notes.store.getState().notes.map(({ title }) => title));
}

function shownBy({ notes }: Device): readonly string[] {
  return notes.store
    .getState()
    .notes.slice(0, FIRST_PAGE)
    .map(({ title }) => title);
}
