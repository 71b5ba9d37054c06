/**
 * A run that is told step by step what happens, for the orders of events that chance hardly ever finds. Its devices have fair weather; any
 * request can be held up, lost or delayed, and a process can die at a given commit. The rules are those of every other run.
 */
import { createHash } from "node:crypto";
import type { NoteEntity } from "@satchel/core/model/entities/entity.ts";
import { createPlainCodec } from "@satchel/core/testing/plain-codec.ts";
import { Device } from "../device/device.ts";
import type { FilesSettings } from "../device/device-files.ts";
import { contentOf } from "../device/reading.ts";
import { VersionsOracle } from "../oracle/versions.ts";
import { createMemoryDisk } from "../world/disk.ts";
import { createSimDrive, type SimDrive } from "../world/drive.ts";
import { createWire, FAIR_WEATHER, type Wire } from "../world/network.ts";
import { Chance } from "../world/random.ts";
import { VirtualTime } from "../world/virtual-time.ts";

/** Decides what becomes of a request. `undefined`: nothing special. */
export type Meddling = (request: Asked, send: () => Promise<Response>) => Promise<Response> | undefined;
export type Asked = { readonly method: string; readonly url: string; readonly body: string };

/** `skewMs`: how far the device's clock is ahead. */
type Limits = { readonly maxDots?: number; readonly primaryFrom?: number; readonly skewMs?: number };

const MINUTE_MS = 60_000;
const md5 = (bytes: Uint8Array): string => createHash("md5").update(bytes).digest("hex");

/** Scenarios look at the drive itself to see what became of files. */
const UNWATCHED: Omit<FilesSettings, "chance"> = {
  keptMs: 10 * 60 * MINUTE_MS,
  onTrash: async () => {},
  onErase: async () => {},
  onReseal: () => {},
};

export class Actor {
  readonly device: Device;
  readonly wire: Wire;
  readonly #stage: Stage;

  constructor(stage: Stage, device: Device, wire: Wire) {
    this.#stage = stage;
    this.device = device;
    this.wire = wire;
  }

  /** Syncs until nothing comes back or the process dies. Starts the process if it died before. */
  async sync(): Promise<boolean> {
    await this.device.start();
    return this.device.sync();
  }

  async create(text: string): Promise<string> {
    await this.device.start();
    const made = await this.device.command((notes) => notes.create({ title: "Note", content: `<p>${text}</p>` }, null));
    if (made?.ok !== true) throw new Error(`'${text}' was not written`);
    return made.value.noteId;
  }

  /** Edits the note as a user who has its present text on screen. */
  async write(noteId: string, change: (content: string) => string): Promise<void> {
    await this.device.start();
    const opened = await this.device.command((notes) => notes.open(noteId));
    if (opened?.ok !== true) throw new Error(`${noteId} cannot be opened`);
    const { title, content, vv } = opened.value;
    const saved = await this.device.command((notes) => notes.save(noteId, { title, content: change(content) }, { seen: { vv } }));
    if (saved?.ok !== true) throw new Error(`${noteId} cannot be written`);
  }

  async remove(noteId: string): Promise<void> {
    await this.device.command((notes) => notes.remove(noteId));
  }

  /** Moves the note into the Sensitive folder, which is unlocked. */
  async moveIn(noteId: string): Promise<void> {
    const folder = this.device.notes?.store.getState().folders.find(({ folderType }) => folderType === "SENSITIVE");
    await this.device.command((_notes, { sensitive }) => sensitive.moveIn(noteId, folder?.folderId ?? ""));
  }

  /** The notes that the device's list shows, by id. */
  async shown(): Promise<ReadonlyMap<string, string>> {
    const { entities } = await this.device.disk.view();
    this.device.notes?.refresh();
    const listed = this.device.notes?.store.getState().notes ?? [];
    return new Map(listed.map(({ noteId }) => [noteId, contentOf(entities.get(noteId))]));
  }

  async note(noteId: string): Promise<NoteEntity | undefined> {
    const entity = (await this.device.disk.view()).entities.get(noteId);
    return entity?.kind === "note" ? entity : undefined;
  }

  lose(): void {
    this.device.destroy();
    this.#stage.forget(this);
  }
}

export class Stage {
  readonly time = new VirtualTime();
  readonly drive: SimDrive;
  readonly #chance = new Chance(1);
  readonly #actors: Actor[] = [];

  constructor() {
    this.drive = createSimDrive(this.time, this.#chance.fork());
    this.drive.setLag({ feedLagMs: 0, listLagMs: 0 });
  }

  enter(
    name: string,
    {
      meddling = () => undefined,
      limits = {},
      hasFiles = false,
    }: { readonly meddling?: Meddling; readonly limits?: Limits; readonly hasFiles?: boolean } = {},
  ): Actor {
    const { skewMs = 0, ...deviceLimits } = limits;
    const chance = this.#chance.fork();
    const wire = this.#wire(chance, meddling);
    const device = new Device({
      name,
      time: this.time,
      chance,
      keyChance: chance.fork(),
      wire,
      codec: createPlainCodec(md5),
      skewMs,
      newDisk: createMemoryDisk,
      onCrash: () => {},
      onResolved: () => {},
      trace: () => {},
      versions: new VersionsOracle(),
      writerNames: this.#chance.fork(),
      limits: deviceLimits,
      ...(hasFiles ? { files: { ...UNWATCHED, chance: chance.fork() } } : {}),
    });
    return this.#add(device, wire);
  }

  /** Copies a browser profile whole. */
  async copy({ device }: Actor, name: string): Promise<Actor> {
    const chance = this.#chance.fork();
    const wire = this.#wire(chance, () => undefined);
    return this.#add(await device.copyTo({ name, chance, keyChance: chance.fork(), wire, writerNames: this.#chance.fork() }), wire);
  }

  /** A machine copied with its memory, which has not noticed it yet. */
  async copyWithMemory({ device }: Actor, name: string): Promise<Actor> {
    const chance = this.#chance.fork();
    const wire = this.#wire(chance, () => undefined);
    const writerNames = this.#chance.fork();
    return this.#add(await device.copyWithMemoryTo({ name, chance, keyChance: chance.fork(), wire, writerNames }), wire);
  }

  /** Lets the devices sync one after the other, often enough for everyone to know everything. */
  async syncUntilIdle(rounds = 4): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      for (const actor of this.#actors) await actor.sync();
      await this.minutes(1);
    }
  }

  /** Lets these devices sync at the same moment. */
  async together(...actors: readonly Actor[]): Promise<void> {
    await Promise.all(actors.map((actor) => actor.sync()));
  }

  minutes(count: number): Promise<void> {
    return this.time.wait(count * MINUTE_MS);
  }

  forget(actor: Actor): void {
    this.#actors.splice(this.#actors.indexOf(actor), 1);
  }

  #add(device: Device, wire: Wire): Actor {
    const actor = new Actor(this, device, wire);
    this.#actors.push(actor);
    return actor;
  }

  #wire(chance: Chance, meddling: Meddling): Wire {
    const server: typeof fetch = (input, init) => {
      const send = (): Promise<Response> => this.drive.fetch(input, init);
      const asked = { method: init?.method ?? "GET", url: decodeURIComponent(String(input)), body: toText(init?.body) };
      return meddling(asked, send) ?? send();
    };
    const deps = { time: this.time, chance: chance.fork(), server, onAmbiguous: () => {}, trace: () => {} };
    return createWire(deps, { ...FAIR_WEATHER, delayMs: 0 });
  }
}

function toText(body: unknown): string {
  return body instanceof Uint8Array ? Buffer.from(body).toString("latin1") : String(body ?? "");
}
