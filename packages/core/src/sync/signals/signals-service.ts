/**
 * Keeps the devices of one account in step while they are online: sends each save over the channel at once and says when the drive has it, takes in
 * what others send, and knows who is there. Nothing depends on it: what is lost on the way is in the drive, and the next poll finds it. Decision 0024.
 */

import { withHistory } from "../../library/history/packs/embedded-history.ts";
import { packedVersions } from "../../library/history/packs/packed-versions.ts";
import type { Library, LibraryNotice } from "../../library/index/library-service.ts";
import { toBase } from "../../merge/bases.ts";
import type { Entity, LightEntity } from "../../model/entities/entity.ts";
import type { KeptVersion } from "../../model/entities/note-versions.ts";
import { SIGNALS } from "../../model/limits/limits.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { SignalSealing, Signals } from "../../ports/account/signals.ts";
import type { Clock, Ids, Timers } from "../../ports/environment.ts";
import type { Awaited } from "./awaited.ts";
import { Peers } from "./peers.ts";
import { parseSignal, type SignalBody } from "./signal.ts";
import type { SignalsService, SignalsState } from "./signals-service-types.ts";
import { takeVersion } from "./take-version-service.ts";

export type SignalsDeps = {
  readonly library: Library;
  readonly signals: Signals;
  readonly sealing: SignalSealing;
  readonly awaited: Awaited;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Name of this device, as its user's other devices show it. */
  readonly name: () => string;
  /** The note in front of the user; undefined while none is, or the page is hidden. */
  readonly shownNote: () => string | undefined;
  /** Whether a cycle runs, and whether the drive is one whose contents may be taken in. */
  readonly sync: ReadableStore<{ readonly phase: string; readonly problem?: { readonly kind: string } | undefined }>;
  /** A cycle is due: the drive has something new, or this device has. */
  readonly scheduleSync: () => void;
};

/** Where these stop a cycle, nothing is taken in from the channel either before the user has answered. */
const STOPPING: readonly string[] = ["target-changed", "mass-removal", "vault-locked"];

export function createSignalsService(deps: SignalsDeps): SignalsService {
  return new SignalsLink(deps);
}

class SignalsLink implements SignalsService {
  readonly store = createStore<SignalsState>({ isOpen: false, others: [] });
  readonly #deps: SignalsDeps;
  #session = "";
  #turn = 0;
  #peers = new Peers("");
  #shownNote: string | undefined;
  /** Ids of entities that the drive did not have when it was last read. Other devices are notified once it does. */
  readonly #unconfirmed = new Set<string>();
  /** Saved, and not sent over the channel yet. */
  readonly #unsent = new Set<string>();
  #sending: Promise<void> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();
  #waiting = 0;
  #cancelBeat: () => void = () => undefined;

  constructor(deps: SignalsDeps) {
    this.#deps = deps;
  }

  start(): () => void {
    const { signals, library, sync } = this.#deps;
    const stops = [
      signals.listen({ onOpen: () => this.#open(), onMessage: (message) => this.#enqueue(message), onClosed: () => this.#close() }),
      library.onChange((notice) => this.#onChange(notice)),
      sync.subscribe((state, before) => void (before.phase === "syncing" && state.phase !== "syncing" && this.#confirm())),
    ];
    return () => {
      if (this.store.getState().isOpen) this.#sayPresence(true);
      for (const stop of stops) stop();
      this.#close();
    };
  }

  shown(): void {
    if (this.store.getState().isOpen && this.#deps.shownNote() !== this.#shownNote) this.#sayPresence();
  }

  #open(): void {
    this.#session = this.#deps.ids.random(SIGNALS.sessionChars);
    this.#turn = 0;
    this.#peers = new Peers(this.#session);
    this.store.setState({ isOpen: true, others: [] });
    this.#beat();
  }

  #close(): void {
    this.#cancelBeat();
    this.#unsent.clear();
    this.#unconfirmed.clear();
    if (this.store.getState().isOpen) this.store.setState({ isOpen: false, others: [] });
  }

  #beat(): void {
    this.#cancelBeat();
    this.#sayPresence();
    this.#publish();
    this.#cancelBeat = this.#deps.timers.after(SIGNALS.presenceEveryMs, () => this.#beat());
  }

  #publish(): void {
    const others = this.#peers.present(this.#deps.clock.now());
    if (JSON.stringify(others) !== JSON.stringify(this.store.getState().others)) this.store.setState({ others });
  }

  #sayPresence(isLeaving = false): void {
    this.#shownNote = this.#deps.shownNote();
    const noteId = this.#shownNote === undefined ? {} : { noteId: this.#shownNote };
    const name = this.#deps.name().slice(0, SIGNALS.nameMaxChars);
    this.#say({ kind: "presence", name, received: this.#peers.receivedSessions(), ...noteId, ...(isLeaving ? { isLeaving } : {}) });
  }

  /** One after the other, so that they are sent in the order of their turns. */
  #say(body: SignalBody): void {
    const [session, turn] = [this.#session, this.#turn++];
    this.#sending = this.#sending.then(async () => {
      const sealed = await this.#deps.sealing.sealSignal({ session, turn, ...body });
      if (sealed.ok && session === this.#session) await this.#deps.signals.send(sealed.value);
    });
  }

  #onChange({ origin, ids, writes }: LibraryNotice): void {
    if (!this.store.getState().isOpen) return;
    const { index } = this.#deps.library;
    const now = this.#deps.clock.now();
    for (const id of ids) {
      const entity = index.entities.get(id);
      if (entity !== undefined && index.pendingPush.has(id) && !this.#deps.awaited.has(entity, now)) this.#unconfirmed.add(id);
    }
    if (origin !== "user") return;
    const written = (writes.entities ?? []).filter(isSmall);
    if (written.length > SIGNALS.maxVersions || this.#peers.present(now).length === 0) return;
    for (const { id } of written) this.#unsent.add(id);
    if (written.length > 0) void this.#sendSaved();
  }

  async #sendSaved(): Promise<void> {
    for (const id of [...this.#unsent]) {
      this.#unsent.delete(id);
      const entity = await this.#keepAsBase(id);
      if (entity !== undefined && isSmallEnough(entity) && this.store.getState().isOpen) this.#say({ kind: "saved", entity });
    }
  }

  /**
   * Keeps a version that other devices may have seen as a base of the next one, even if the drive never gets it: they merge with it.
   */
  async #keepAsBase(id: string): Promise<Entity | undefined> {
    const { library } = this.#deps;
    const isPacked = packedVersions(library.index);
    const unpacked = (versions: readonly KeptVersion[]) => versions.filter((version) => !isPacked(version));
    const kept = await library.transact(
      { entities: [id], versionsOf: [id] },
      ({ entities, versionsOf }) => {
        const entity = entities.get(id);
        const whole = entity?.kind === "note" ? withHistory(entity, unpacked(versionsOf.get(id) ?? [])) : entity;
        return { writes: entity === undefined ? {} : { bases: [toBase(entity)] }, answer: whole };
      },
      "sync",
    );
    return kept.ok ? kept.value : undefined;
  }

  /** A cycle has ended: other devices may now read what the drive has. */
  #confirm(): void {
    const { pendingPush } = this.#deps.library.index;
    const landed = [...this.#unconfirmed].filter((id) => !pendingPush.has(id));
    for (const id of landed) this.#unconfirmed.delete(id);
    if (landed.length > 0 && this.#peers.present(this.#deps.clock.now()).length > 0) this.#say({ kind: "look" });
  }

  #enqueue(message: string): void {
    if (this.#waiting >= SIGNALS.maxWaiting) return;
    this.#waiting += 1;
    this.#reading = this.#reading.then(async () => {
      this.#waiting -= 1;
      await this.#receive(message);
    });
  }

  async #receive(message: string): Promise<void> {
    const opened = await this.#deps.sealing.openSignal(message);
    const signal = opened.ok ? parseSignal(opened.value) : undefined;
    if (signal === undefined || !this.store.getState().isOpen) return;
    const { counts, isNew } = this.#peers.receive(signal, this.#deps.clock.now());
    if (isNew) this.#sayPresence();
    this.#publish();
    if (!counts) return;
    if (signal.kind === "look") this.#deps.scheduleSync();
    if (signal.kind === "saved") await this.#take(signal.entity);
  }

  async #take(entity: Entity): Promise<void> {
    const { awaited, clock, sync, library, scheduleSync } = this.#deps;
    const { phase, problem } = sync.getState();
    if (phase === "off" || (problem !== undefined && STOPPING.includes(problem.kind))) return;
    // Before it is written: a listener of the write must not send it.
    const takeBack = awaited.add(entity, clock.now());
    const outcome = await takeVersion({ library, clock }, entity);
    if (outcome !== "taken") takeBack();
    if (outcome === "merged") scheduleSync();
  }
}

/** Length of a note with all that belongs to it. */
const MAX_RECORD_CHARS = 120_000;

/**
 * With its history, as in the drive: a device that builds on a version from the channel never reads the file that it then replaces, and so
 * must have everything in it.
 */
function isSmallEnough(entity: Entity): boolean {
  return entity.kind === "folder" || JSON.stringify(entity).length <= MAX_RECORD_CHARS;
}

/** The rest is sent through the drive alone. */
function isSmall(entity: LightEntity): boolean {
  return entity.kind === "folder" || entity.contentChars <= SIGNALS.maxContentChars;
}
