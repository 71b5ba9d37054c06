/** Backups as downloads and chosen files. Each runs in a worker that ends with it, so that nothing stays in memory. */

import { CODE_MISSING } from "@satchel/core/model/lazy/lazy-module.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import type {
  ArchiveWatch,
  BackupArchives,
  BackupContent,
  ChosenFile,
  VerifiedBackup,
} from "@satchel/core/ports/transfer/backup-archives.ts";
import { browserTimers } from "../browser/environment.ts";
import type { Calls } from "../workers/calls.ts";
import { createWorkerClient, type StartedWorker, startWithRetry } from "../workers/worker-client.ts";
import { ARCHIVE_API_METHODS, type ArchiveApi, type PageSide } from "./archive-messages.ts";

export type ArchivesDeps = {
  readonly start?: () => StartedWorker;
  readonly saveBlob: (name: string, blob: Blob) => void;
};

type NotePage = {
  take?: (notes: Parameters<PageSide["takeNotes"]>[0]) => Promise<boolean>;
  takeHistory?: (records: Parameters<PageSide["takeHistory"]>[0]) => Promise<boolean>;
};

export function createArchives({ start = startWorker, saveBlob }: ArchivesDeps): BackupArchives {
  return {
    async write(content, order, watch) {
      const api = connectApi(start(), watch, { content, notes: {} });
      try {
        const { noteGroups, folders, linkTitles, sensitive } = content;
        const first = await content.readNotes(noteGroups[0] ?? []);
        const written = await api.calls.write({
          ...order,
          noteGroups,
          folders,
          ...(linkTitles === undefined ? {} : { linkTitles }),
          sensitive,
          first,
          withHistory: content.readHistory !== undefined,
        });
        if (!written.ok) return written;
        const { totals, file } = written.value;
        return ok({ totals, save: () => saveBlob(order.fileName, file) });
      } catch (error) {
        if (!api.isLoaded()) return failed(CODE_MISSING);
        return failed({ kind: "cannot-write", detail: error instanceof Error ? error.message : "the worker stopped" });
      } finally {
        api.close();
      }
    },
    async open(file, password, watch) {
      const notes: NotePage = {};
      const api = connectApi(start(), watch, { content: undefined, notes });
      try {
        const opened = await api.calls.open(asBlob(file), password);
        if (opened.ok) return ok({ ...opened.value, ...readingOf(api.calls, notes), close: api.close });
        api.close();
        return opened;
      } catch {
        api.close();
        return failed(api.isLoaded() ? { kind: "damaged" } : CODE_MISSING);
      }
    },
  };
}

function readingOf(calls: Calls<ArchiveApi>, notes: NotePage): Pick<VerifiedBackup, "eachNotes" | "readAttachment" | "eachHistory"> {
  return {
    async eachNotes(take) {
      notes.take = take;
      return calls.eachNotes().catch(() => failed({ kind: "damaged" }));
    },
    async eachHistory(take) {
      notes.takeHistory = take;
      return calls.eachHistory().catch(() => failed({ kind: "damaged" }));
    },
    readAttachment: (attachment) => calls.readAttachment(attachment).catch(() => failed({ kind: "damaged" })),
  };
}

function connectApi(
  worker: StartedWorker,
  watch: ArchiveWatch,
  { content, notes }: { readonly content: BackupContent | undefined; readonly notes: NotePage },
) {
  const page = {
    readNotes: (ids: readonly string[]) => content?.readNotes(ids),
    readAttachment: async (id: string) => content && joined(await content.attachments.read(id)),
    readSealed: async (id: string) => {
      const sealed = await content?.attachments.readSealed(id);
      const bytes = await joined(sealed?.bytes);
      return sealed && bytes && { sealedUnder: sealed.sealedUnder, bytes };
    },
    onProgress: (done: number, total: number, isChecking: boolean) => watch.onProgress({ done, total, isChecking }),
    takeNotes: (group: Parameters<PageSide["takeNotes"]>[0]) => notes.take?.(group) ?? false,
    readHistory: (ids: readonly string[]) => content?.readHistory?.(ids),
    takeHistory: (records: Parameters<PageSide["takeHistory"]>[0]) => notes.takeHistory?.(records) ?? false,
  };
  const client = createWorkerClient<ArchiveApi>(worker, {
    methods: ARCHIVE_API_METHODS,
    ours: page,
    stopped: "the archive's worker stopped",
  });
  // A worker that has already ended has nothing to stop.
  watch.stop.onStop(() => void client.calls.stop().catch(() => undefined));
  return client;
}

async function joined(pieces: AsyncIterable<Uint8Array> | undefined): Promise<Uint8Array | undefined> {
  if (pieces === undefined) return undefined;
  const all: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of pieces) all.push(new Uint8Array(piece));
  return new Uint8Array(await new Blob(all).arrayBuffer());
}

/** Returns the browser's own file behind the `ChosenFile` that the page passed to core. */
function asBlob(file: ChosenFile): Blob {
  if (!(file instanceof Blob)) throw new Error("a chosen file that is none");
  return file;
}

function startWorker(): StartedWorker {
  const start = () => new Worker(new URL("./archive-worker.ts", import.meta.url), { type: "module", name: "satchel-archive" });
  return startWithRetry(start, browserTimers);
}
