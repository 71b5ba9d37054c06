/** Uploads waiting attachments one at a time, in one tab; rows hold file id and session, so that a run can continue. sync.md §11. */

import { toPercent } from "../../library/attachments/attachment-status.ts";
import type { Uploads } from "../../library/attachments/attachments-service-types.ts";
import type { Library } from "../../library/index/library-service.ts";
import { dueAgainInMs } from "../../library/index/refusal.ts";
import {
  type AttachmentRow,
  planSent,
  type SentWrites,
  toBegun,
  toRefusal,
  uploadsToTry,
  type Waiting,
  withoutRefusal,
} from "../../model/entities/attachment-row.ts";
import type { StopSignal } from "../../model/long-tasks.ts";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import { ok, type Result } from "../../model/result.ts";
import { LOCKS } from "../../model/storage-keys.ts";
import type { AttachmentStore } from "../../ports/device/attachment-store.ts";
import type { Clock, Exclusive } from "../../ports/environment.ts";
import type { AttachmentFile, AttachmentRemote } from "../../ports/remote/attachment-remote.ts";
import type { RemoteStore } from "../../ports/remote/remote-store.ts";
import type { AttachmentCodec } from "../../ports/sealing/attachment-codec.ts";
import { reserveFileId } from "../context/cycle-writes.ts";

export type UploadDeps = {
  readonly library: Library;
  readonly store: AttachmentStore;
  readonly remote: AttachmentRemote & Pick<RemoteStore, "reserveIds">;
  /** Shows whether a file in the drive is the same one, sealed at another time. */
  readonly codec: Pick<AttachmentCodec, "openAttachment">;
  readonly exclusive: Exclusive;
  readonly clock: Clock;
  /** While it is false nothing is started; coming online again causes a sync, and the uploads run after that. */
  readonly isOnline: () => boolean;
};

/** From this number of files on, one listing is cheaper than a request for each. */
const LISTED_FROM = 3;

type Ready = { readonly row: AttachmentRow; readonly fileId: string; readonly session: string | undefined };

export function createUploads(deps: UploadDeps): Uploads {
  return new UploadQueue(deps);
}

class UploadQueue implements Uploads {
  readonly #deps: UploadDeps;
  readonly #listeners: ((id: string, percent: number | undefined) => void)[] = [];
  #running: Promise<void> | undefined;
  readonly #refused = new Map<string, { readonly count: number; readonly atMs: number }>();
  #isAsked = false;
  /** The drive's files by attachment, while many of them have to be looked for; living ones come first. */
  #listed: ReadonlyMap<string, AttachmentFile> | undefined;
  #isClosed = false;
  #current: { readonly id: string; readonly stop: Stop } | undefined;

  constructor(deps: UploadDeps) {
    this.#deps = deps;
  }

  run(): Promise<void> {
    this.#isAsked = true;
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  interrupt(id: string): void {
    if (this.#current?.id === id) this.#current.stop.stop();
  }

  onProgress(listener: (id: string, percent: number | undefined) => void): void {
    this.#listeners.push(listener);
  }

  close(): void {
    this.#isClosed = true;
    this.#current?.stop.stop();
  }

  async #work(): Promise<void> {
    while (this.#isAsked && !this.#isClosed) {
      this.#isAsked = false;
      await this.#deps.exclusive.run(LOCKS.attachments, () => this.#sendAll());
    }
  }

  async #sendAll(): Promise<void> {
    const { index } = this.#deps.library;
    const tried = new Set<string>();
    let goesOn = await this.#listWhereMany();
    while (goesOn && !this.#isClosed && this.#deps.isOnline()) {
      const row = uploadsToTry(index.attachments.values()).find(({ id }) => !tried.has(id)) ?? this.#refusedInTurn(tried);
      const { target } = index.meta;
      // The folder's id is unknown before the first cycle.
      if (row === undefined || target === undefined) return;
      tried.add(row.id);
      goesOn = await this.#sendOne(row, target.folderIds.attachments);
    }
  }

  /** Returns the next file that the drive has refused for certain and whose back-off is over; a new process tries all at once. */
  #refusedInTurn(tried: ReadonlySet<string>): AttachmentRow | undefined {
    const now = this.#deps.clock.now();
    const isDue = ({ id, upload }: AttachmentRow): boolean => {
      const refused = this.#refused.get(id);
      const isRefused = upload.kind === "waiting" && upload.refusal === "refused";
      return isRefused && !tried.has(id) && (refused === undefined || dueAgainInMs(refused, now) === 0);
    };
    return [...this.#deps.library.index.attachments.values()].find(isDue);
  }

  /** Whether the drive can be reached for the next one. */
  async #sendOne(row: AttachmentRow, folderId: string): Promise<boolean> {
    const stop = new Stop();
    this.#current = { id: row.id, stop };
    if (row.upload.kind === "waiting" && row.upload.refusal !== undefined) await this.#change(row.id, withoutRefusal);
    this.#emitProgress(row.id, 0);
    const goesOn = await this.#send(row.id, folderId, stop);
    this.#current = undefined;
    this.#emitProgress(row.id, undefined);
    return goesOn;
  }

  async #send(id: string, folderId: string, stop: Stop): Promise<boolean> {
    const looked = await this.#look(id);
    if (looked !== "send") return looked === "next";
    const ready = await this.#prepare(id);
    if (typeof ready === "boolean") return ready;
    const bytes = await this.#deps.store.readAttachment(id);
    if (!bytes.ok || bytes.value === undefined) return bytes.ok;
    const { fileId, session, row } = ready;
    const upload = { fileId, attachmentId: id, folderId, bytes: bytes.value, session };
    const answer = await this.#deps.remote.uploadAttachment(upload, {
      stop,
      onSession: async (address) => void (await this.#change(id, (waiting) => ({ ...waiting, session: address }))),
      onProgress: (sent) => this.#emitProgress(id, toPercent(sent, row.sealedBytes)),
    });
    if (stop.isStopped) return true;
    if (answer.ok) return this.#finalize(id, answer.value);
    return this.#failed(ready, answer.problem);
  }

  /** In another drive it may be already: a moved library brings its files along. */
  async #look(id: string): Promise<"send" | "next" | "later"> {
    const { library, remote } = this.#deps;
    const upload = library.index.attachments.get(id)?.upload;
    if (upload?.kind !== "waiting") return "next";
    if (upload.mustLook !== true) return "send";
    const found = this.#listed === undefined ? await remote.findAttachment(id) : ok(this.#listed.get(id));
    if (!found.ok) return "later";
    if (found.value !== undefined) {
      const isSame = found.value.md5 === library.index.attachments.get(id)?.md5 || (await this.#takeSame(id, found.value));
      if (isSame === "later") return "later";
      if (isSame) return (await this.#finalize(id, found.value)) ? "next" : "later";
    }
    const looked = await this.#change(id, toBegun);
    return looked === undefined ? "next" : "send";
  }

  /** One request for all of them, rather than one for each: a restored library has hundreds. */
  async #listWhereMany(): Promise<boolean> {
    const { library, remote, isOnline } = this.#deps;
    const { target } = library.index.meta;
    const wanted = uploadsToTry(library.index.attachments.values()).filter(({ upload }) => upload.kind === "waiting" && upload.mustLook);
    this.#listed = undefined;
    if (target === undefined || wanted.length < LISTED_FROM || !isOnline()) return true;
    const byId = new Map<string, AttachmentFile>();
    let page: string | undefined;
    do {
      const listed: Awaited<ReturnType<AttachmentRemote["listAttachments"]>> = await remote.listAttachments(
        target.folderIds.attachments,
        page,
      );
      if (!listed.ok) return false;
      for (const file of listed.value.files) if (byId.get(file.attachmentId)?.trashed !== false) byId.set(file.attachmentId, file);
      page = listed.value.nextPage;
    } while (page !== undefined && !this.#isClosed);
    this.#listed = byId;
    return true;
  }

  /** A restored file has other bytes than its sealed copy in the drive: contents are compared, and the drive's are kept. */
  async #takeSame(id: string, { fileId, md5 }: AttachmentFile): Promise<boolean | "later"> {
    const { library, store, remote, codec } = this.#deps;
    const [here, there] = [await store.readAttachment(id), await remote.downloadAttachment(fileId)];
    if (!there.ok) return there.problem.kind === "not-found" ? false : "later";
    if (!here.ok || here.value === undefined) return false;
    const seal = { isSensitive: false, isOuterOnly: true } as const;
    const [ours, theirs] = [await codec.openAttachment(id, here.value, seal), await codec.openAttachment(id, there.value, seal)];
    if (!ours.ok || !theirs.ok) return !ours.ok && ours.problem === "locked" ? "later" : false;
    if (!isEqual(ours.value, theirs.value)) return false;
    const kept = await library.transact(
      { attachments: [id] },
      ({ attachments }) => {
        const row = attachments.get(id);
        if (row?.upload.kind !== "waiting") return { writes: {}, answer: false };
        const taken = { ...row, md5, sealedBytes: there.value.length };
        return { writes: { attachments: [taken], attachmentBytes: [{ id, bytes: there.value }] }, answer: true };
      },
      "sync",
    );
    return kept.ok ? kept.value : "later";
  }

  /** Reserves an id, so that a repeat finds the first attempt. `true`: there is nothing to send any more; `false`: not now. */
  async #prepare(id: string): Promise<Ready | boolean> {
    const { library } = this.#deps;
    const row = library.index.attachments.get(id);
    if (row?.upload.kind !== "waiting") return true;
    const { fileId, session } = row.upload;
    if (fileId !== undefined) return { row, fileId, session };
    const reserved = await reserveFileId(this.#deps);
    if (!reserved.ok) return false;
    const changed = await this.#change(id, (waiting) => ({ ...waiting, fileId: reserved.value }));
    return changed === undefined ? true : { row: changed, fileId: reserved.value, session: undefined };
  }

  /** The drive has the same bytes as this device, or the upload starts again under another id. */
  async #finalize(id: string, file: AttachmentFile): Promise<boolean> {
    const isOurs = file.md5 === this.#deps.library.index.attachments.get(id)?.md5;
    if (isOurs && file.trashed) {
      const restored = await this.#deps.remote.restoreAttachment(file.fileId);
      if (!restored.ok) return false;
    }
    if (isOurs)
      await this.#write(id, (row) => planSent(row, file.fileId, { isReferredTo: this.#isReferredTo(id), nowMs: this.#deps.clock.now() }));
    else await this.#lookAgain(id);
    return true;
  }

  async #failed({ row, fileId }: Ready, problem: RemoteProblem): Promise<boolean> {
    if (problem.kind === "id-in-use") return this.#findEarlier(row.id, fileId);
    const refusal = toRefusal(problem);
    if (refusal === undefined) return false;
    const count = (this.#refused.get(row.id)?.count ?? 0) + 1;
    this.#refused.set(row.id, { count, atMs: this.#deps.clock.now() });
    await this.#change(row.id, (waiting) => ({ ...waiting, refusal }));
    return true;
  }

  /** An earlier attempt landed although its answer was lost; or a copy of this profile took the id for something of its own . */
  async #findEarlier(id: string, fileId: string): Promise<boolean> {
    const file = await this.#deps.remote.attachmentFile(fileId);
    if (!file.ok && file.problem.kind !== "not-found") return false;
    if (file.ok && file.value !== undefined) return this.#finalize(id, file.value);
    await this.#lookAgain(id);
    return true;
  }

  #lookAgain(id: string): Promise<AttachmentRow | undefined> {
    return this.#change(id, (waiting) => ({ ...toBegun(waiting), mustLook: true }));
  }

  #isReferredTo(id: string): boolean {
    return [...this.#deps.library.index.entities.values()].some((entity) => entity.kind === "note" && entity.attIds.includes(id));
  }

  #change(id: string, next: (waiting: Waiting) => Waiting): Promise<AttachmentRow | undefined> {
    return this.#write(id, (row, waiting) => ({ attachments: [{ ...row, upload: next(waiting) }] }));
  }

  /** Nothing, when someone gave it up meanwhile. */
  async #write(id: string, plan: (row: AttachmentRow, waiting: Waiting) => SentWrites): Promise<AttachmentRow | undefined> {
    const changed: Result<AttachmentRow | undefined, unknown> = await this.#deps.library.transact(
      { attachments: [id] },
      ({ attachments }) => {
        const row = attachments.get(id);
        if (row?.upload.kind !== "waiting") return { writes: {}, answer: undefined };
        const writes = plan(row, row.upload);
        return { writes, answer: writes.attachments?.[0] };
      },
      "sync",
    );
    return changed.ok ? changed.value : undefined;
  }

  #emitProgress(id: string, percent: number | undefined): void {
    for (const listener of this.#listeners) listener(id, percent);
  }
}

class Stop implements StopSignal {
  readonly #listeners: (() => void)[] = [];
  isStopped = false;

  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    for (const listener of this.#listeners) listener();
  }

  onStop(listener: () => void): void {
    this.#listeners.push(listener);
  }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
