/** Attachments of any library, in the cloud or in local mode. Bytes are on disk before a note refers to them. A §4, sync.md §11. */

import { cutText } from "../../document/html/html-text.ts";
import type { UnreadableReason } from "../../model/drive/remote-file.ts";
import { type AttachmentRow, rowsToEvict, type Upload, withoutRefusal } from "../../model/entities/attachment-row.ts";
import { newAttachmentId } from "../../model/entities/entity-ids.ts";
import type { Attachment } from "../../model/entities/note.ts";
import { fileSealedUnder } from "../../model/entities/parsing/sealed-texts.ts";
import { ATTACHMENT } from "../../model/limits/limits.ts";
import { failed, ok, type Result } from "../../model/result.ts";
import { createStore } from "../../model/store.ts";
import type { AttachmentStore } from "../../ports/device/attachment-store.ts";
import type { StoreProblem } from "../../ports/device/local-store.ts";
import type { Channel, Clock, Ids } from "../../ports/environment.ts";
import type { AttachmentFile, AttachmentRemote } from "../../ports/remote/attachment-remote.ts";
import type { AttachmentCodec } from "../../ports/sealing/attachment-codec.ts";
import type { Library, LibraryNotice } from "../index/library-service.ts";
import { type AttachmentStatus, checkAttachmentSize, toStatus } from "./attachment-status.ts";
import type {
  AddOptions,
  AddProblem,
  Asked,
  AttachmentMessage,
  AttachmentsService,
  AttachmentsState,
  NewFile,
  OpenProblem,
  Uploads,
} from "./attachments-service-types.ts";

/** Remote storage and uploads; local mode has none. */
export type AttachmentCloud = { readonly remote: AttachmentRemote; readonly uploads: Uploads };

export type AttachmentsDeps = {
  readonly library: Library;
  readonly store: AttachmentStore;
  readonly codec: AttachmentCodec;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly cloud?: AttachmentCloud;
  readonly channel?: Channel<AttachmentMessage>;
  /** Number of bytes of uploaded files to keep on this device. */
  readonly keptBytes?: () => number;
};

export type OpenedAttachments = AttachmentsService & { close(): void };

export function createAttachmentsService(deps: AttachmentsDeps): OpenedAttachments {
  return new LibraryAttachments(deps);
}

type Opened = Promise<Result<Uint8Array, OpenProblem>>;
type Seal = Omit<Asked, "id">;

class LibraryAttachments implements OpenedAttachments {
  readonly store = createStore<AttachmentsState>({ statuses: new Map() });
  readonly #deps: AttachmentsDeps;
  readonly #percents = new Map<string, number>();
  readonly #stops: (() => void)[];

  constructor(deps: AttachmentsDeps) {
    this.#deps = deps;
    this.#stops = [
      deps.library.onChange((notice) => this.#onChange(notice)),
      ...(deps.channel === undefined ? [] : [deps.channel.onMessage((message) => this.#progress(message))]),
    ];
    deps.cloud?.uploads.onProgress((id, percent) => {
      this.#progress({ id, percent });
      deps.channel?.post({ id, percent });
    });
    this.#publish();
  }

  async add({ bytes, fileName, mimeType }: NewFile, options: AddOptions): Promise<Result<Attachment, AddProblem>> {
    const problem = checkAttachmentSize(bytes.length, options.use);
    if (problem !== undefined) return failed(problem);
    const attachment = {
      id: newAttachmentId(this.#deps.ids.random),
      fileName: cutText(fileName, ATTACHMENT.nameMaxChars),
      mimeType,
      sizeBytes: bytes.length,
    };
    const kept = await this.#seal(attachment, bytes, { options, inCloud: { kind: "waiting" } });
    if (!kept.ok) return kept;
    void this.#deps.cloud?.uploads.run();
    return ok(attachment);
  }

  async open({ id, ...seal }: Asked): Opened {
    const kept = await this.#deps.store.readAttachment(id);
    if (!kept.ok) return kept;
    if (kept.value === undefined) return this.#fetch(id, seal);
    await this.#used(id);
    return this.#unseal(id, kept.value, seal);
  }

  async fetch({ id, isSensitive }: Asked): Promise<Result<void, OpenProblem>> {
    if (this.#deps.library.index.attachments.has(id)) return ok(undefined);
    const found = await this.#download(id);
    if (!found.ok) return found;
    const { file, bytes } = found.value;
    // Keeps the folder's own seal, because the folder may be locked.
    const opened = await this.#deps.codec.openAttachment(id, bytes, { isSensitive, isOuterOnly: true });
    if (!opened.ok) return toUnopened(opened.problem);
    return this.#keep(
      {
        ...this.#newRow(id, opened.value.length, { sealed: { bytes, md5: file.md5 }, upload: { kind: "stored", fileId: file.fileId } }),
        usedAt: 0,
      },
      bytes,
    );
  }

  async readSealed(id: string): Opened {
    const kept = await this.#deps.store.readAttachment(id);
    if (!kept.ok) return kept;
    const found = kept.value === undefined ? await this.#download(id) : ok({ bytes: kept.value });
    if (!found.ok) return found;
    const opened = await this.#deps.codec.openAttachment(id, found.value.bytes, { isSensitive: true, isOuterOnly: true });
    return opened.ok ? opened : toUnopened(opened.problem);
  }

  /** Local mode's rows hold whole files and are not loaded at startup, so an unknown file is looked up. */
  async isHere(id: string): Promise<boolean> {
    if (this.#deps.library.index.attachments.has(id)) return true;
    const kept = await this.#deps.store.readAttachment(id);
    return kept.ok && kept.value !== undefined;
  }

  async restore(attachment: Attachment, bytes: Uint8Array): Promise<Result<void, AddProblem>> {
    const options: AddOptions = { use: "image-original", isSensitive: false, noteId: null };
    // A seal adds to the size, so sealed bytes are not checked.
    const problem = fileSealedUnder(bytes) === undefined ? checkAttachmentSize(bytes.length, options.use) : undefined;
    if (problem !== undefined) return failed(problem);
    const kept = await this.#seal(attachment, bytes, { options, inCloud: { kind: "waiting", mustLook: true } });
    if (kept.ok) void this.#deps.cloud?.uploads.run();
    return kept;
  }

  async cancel(id: string): Promise<Result<void, StoreProblem>> {
    this.#deps.cloud?.uploads.interrupt(id);
    return this.#change(id, ({ upload }) => (upload.kind === "stored" ? "keep" : "forget"));
  }

  async retry(id: string): Promise<Result<void, StoreProblem>> {
    const changed = await this.#change(id, (row) =>
      row.upload.kind === "waiting" ? { ...row, upload: withoutRefusal(row.upload) } : "keep",
    );
    void this.#deps.cloud?.uploads.run();
    return changed;
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#deps.cloud?.uploads.close();
  }

  async #seal(
    attachment: Attachment,
    bytes: Uint8Array,
    { options: { isSensitive, noteId }, inCloud }: { readonly options: AddOptions; readonly inCloud: Upload },
  ): Promise<Result<void, AddProblem>> {
    const { codec, library } = this.#deps;
    const sealed = await codec.sealAttachment(attachment.id, bytes, { isSensitive });
    if (!sealed.ok && sealed.problem === "locked") return failed({ kind: "vault-locked" });
    if (!sealed.ok) return failed({ kind: "too-large", maxBytes: ATTACHMENT.maxBytes });
    const upload: Upload = this.#deps.cloud === undefined ? toLocal(attachment, { isSensitive, noteId }) : inCloud;
    const row = this.#newRow(attachment.id, bytes.length, { sealed: sealed.value, upload });
    const writes = { attachments: [row], attachmentBytes: [{ id: attachment.id, bytes: sealed.value.bytes }] };
    return library.transact({}, () => ({ writes, answer: undefined }), "user");
  }

  #newRow(
    id: string,
    sizeBytes: number,
    { sealed, upload }: { readonly sealed: { readonly bytes: Uint8Array; readonly md5: string }; readonly upload: Upload },
  ): AttachmentRow {
    const now = this.#deps.clock.now();
    return { id, sizeBytes, sealedBytes: sealed.bytes.length, md5: sealed.md5, addedAt: now, usedAt: now, upload };
  }

  async #fetch(id: string, seal: Seal): Opened {
    const found = await this.#download(id);
    if (!found.ok) return found;
    const { file, bytes } = found.value;
    const opened = await this.#unseal(id, bytes, seal);
    // Bytes that do not open are not stored, because another file may be the right one. A full disk does not prevent showing the file.
    if (opened.ok)
      await this.#keep(
        this.#newRow(id, opened.value.length, { sealed: { bytes, md5: file.md5 }, upload: { kind: "stored", fileId: file.fileId } }),
        bytes,
      );
    return opened;
  }

  async #download(id: string): Promise<Result<{ readonly file: AttachmentFile; readonly bytes: Uint8Array }, OpenProblem>> {
    const { cloud } = this.#deps;
    if (cloud === undefined) return failed({ kind: "not-in-drive" });
    const found = await cloud.remote.findAttachment(id);
    if (!found.ok) return found;
    if (found.value === undefined) return failed({ kind: "not-in-drive" });
    const bytes = await cloud.remote.downloadAttachment(found.value.fileId);
    if (!bytes.ok) return bytes.problem.kind === "not-found" ? failed({ kind: "not-in-drive" }) : bytes;
    return ok({ file: found.value, bytes: bytes.value });
  }

  async #unseal(id: string, bytes: Uint8Array, { isSensitive, isExact = false }: Seal): Opened {
    const opened = await this.#deps.codec.openAttachment(id, bytes, { isSensitive });
    if (opened.ok) return opened;
    if (isSensitive && !isExact && opened.problem !== "locked") return this.#unseal(id, bytes, { isSensitive: false });
    return toUnopened(opened.problem);
  }

  #keep(row: AttachmentRow, bytes: Uint8Array): Promise<Result<void, StoreProblem>> {
    const { library, keptBytes } = this.#deps;
    const kept = keptBytes?.() ?? ATTACHMENT.cacheMaxBytes;
    return library.transact(
      {},
      () => ({
        writes: {
          attachments: [row],
          attachmentBytes: [{ id: row.id, bytes }],
          forgetAttachments: rowsToEvict([...library.index.attachments.values(), row], kept),
        },
        answer: undefined,
      }),
      "sync",
    );
  }

  async #used(id: string): Promise<void> {
    const now = this.#deps.clock.now();
    const row = this.#deps.library.index.attachments.get(id);
    if (row === undefined || now - row.usedAt < ATTACHMENT.usedWrittenEveryMs) return;
    await this.#change(id, (known) => ({ ...known, usedAt: now }), "sync");
  }

  #change(
    id: string,
    next: (row: AttachmentRow) => AttachmentRow | "keep" | "forget",
    origin: "user" | "sync" = "user",
  ): Promise<Result<void, StoreProblem>> {
    return this.#deps.library.transact(
      { attachments: [id] },
      ({ attachments }) => {
        const row = attachments.get(id);
        const changed = row === undefined ? "keep" : next(row);
        if (changed === "keep") return { writes: {}, answer: undefined };
        return { writes: changed === "forget" ? { forgetAttachments: [id] } : { attachments: [changed] }, answer: undefined };
      },
      origin,
    );
  }

  #onChange({ writes, fromOtherTab }: LibraryNotice): void {
    const isReload = fromOtherTab && Object.keys(writes).length === 0;
    if (isReload || writes.attachments !== undefined || writes.forgetAttachments !== undefined) this.#publish();
  }

  #progress({ id, percent }: AttachmentMessage): void {
    if (percent === undefined) this.#percents.delete(id);
    else this.#percents.set(id, percent);
    this.#publish();
  }

  #publish(): void {
    const rows = [...this.#deps.library.index.attachments.values()];
    const statuses = new Map<string, AttachmentStatus>(rows.map((row) => [row.id, toStatus(row, this.#percents.get(row.id))]));
    this.store.setState({ statuses });
  }
}

function toUnopened(problem: UnreadableReason | "locked"): Result<never, OpenProblem> {
  return failed(problem === "locked" ? { kind: "vault-locked" } : { kind: "unreadable", reason: problem });
}

/** Leaves out name and type of a sensitive note's file, which would be stored unencrypted. */
function toLocal(
  { fileName, mimeType }: Attachment,
  { isSensitive, noteId }: { readonly isSensitive: boolean; readonly noteId: string | null },
): Upload {
  return isSensitive ? { kind: "local", fileName: "", mimeType: "", noteId } : { kind: "local", fileName, mimeType, noteId };
}
