/** Contract of every drive's `attachments/` folder. Run by the memory drive and the adapter to the real drive server. */
import { beforeEach, describe, expect, it } from "vitest";
import type { RemoteProblem } from "../model/remote-problem.ts";
import type { Result } from "../model/result.ts";
import type { AttachmentFile, AttachmentRemote, AttachmentUpload, UploadWatch } from "../ports/remote/attachment-remote.ts";

export type AttachmentRemoteUnderTest = {
  readonly remote: AttachmentRemote;
  readonly folderId: string;
  readonly newFileId: () => Promise<string>;
  readonly md5: (bytes: Uint8Array) => string;
  /** Bytes that need more than one piece. */
  readonly largeBytes: number;
};

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, at) => (at * 31) % 253);

export function describeAttachmentRemote(name: string, create: () => Promise<AttachmentRemoteUnderTest>): void {
  describe(`attachment remote contract: ${name}`, () => {
    let under: AttachmentRemoteUnderTest;
    let remote: AttachmentRemote;

    beforeEach(async () => {
      under = await create();
      remote = under.remote;
    });

    const anUpload = async (bytes: Uint8Array, attachmentId = "att-1"): Promise<AttachmentUpload> => ({
      fileId: await under.newFileId(),
      attachmentId,
      folderId: under.folderId,
      bytes,
      session: undefined,
    });
    const put = async (attachmentId: string, length = 300): Promise<AttachmentFile> =>
      value(remote.uploadAttachment(await anUpload(bytesOf(length), attachmentId), watching()));

    it("returns the bytes it was given, in one piece or several", async () => {
      for (const length of [256, under.largeBytes]) {
        const bytes = bytesOf(length);
        const upload = await anUpload(bytes, `att-${length}`);

        const file = await value(remote.uploadAttachment(upload, watching()));

        expect(file).toMatchObject({ fileId: upload.fileId, attachmentId: `att-${length}`, trashed: false, md5: under.md5(bytes) });
        expect(isSame(await value(remote.downloadAttachment(file.fileId)), bytes)).toBe(true);
      }
    });

    it("reports the session before it sends, and growing progress", async () => {
      const sessions: string[] = [];
      const progress: number[] = [];

      await value(remote.uploadAttachment(await anUpload(bytesOf(under.largeBytes)), watching({ sessions, progress })));

      expect(sessions).toHaveLength(1);
      expect(progress.length).toBeGreaterThan(0);
      expect(progress).toEqual(progress.toSorted((a, b) => a - b));
      expect(progress.every((sent) => sent > 0 && sent < under.largeBytes)).toBe(true);
    });

    it("resumes after a stop, and sends no byte again", async () => {
      const bytes = bytesOf(under.largeBytes);
      const upload = await anUpload(bytes);
      const [sessions, before, after]: [string[], number[], number[]] = [[], [], []];
      const stopped = await remote.uploadAttachment(upload, watching({ sessions, progress: before, stopAfter: 1 }));
      expect(stopped.ok).toBe(false);
      const [session] = sessions;

      await value(remote.uploadAttachment({ ...upload, session }, watching({ sessions, progress: after })));

      expect(sessions).toHaveLength(1);
      expect(after.every((sent) => sent > (before.at(-1) ?? 0))).toBe(true);
      expect(isSame(await value(remote.downloadAttachment(upload.fileId)), bytes)).toBe(true);
    });

    it("starts over if the drive does not know the session", async () => {
      const bytes = bytesOf(under.largeBytes);
      const upload = await anUpload(bytes);

      await value(remote.uploadAttachment({ ...upload, session: "https://elsewhere.example/upload?upload_id=x" }, watching()));

      expect(isSame(await value(remote.downloadAttachment(upload.fileId)), bytes)).toBe(true);
    });

    it("creates one file per reserved id", async () => {
      for (const length of [256, under.largeBytes]) {
        const upload = await anUpload(bytesOf(length));
        await value(remote.uploadAttachment(upload, watching()));

        expect(await remote.uploadAttachment(upload, watching())).toMatchObject({ ok: false, problem: { kind: "id-in-use" } });
      }
    });

    it("trashes and restores, and lists and finds both", async () => {
      const [kept, thrown] = [await put("att-1"), await put("att-2")];
      await value(remote.trashAttachment(thrown.fileId));

      const listed = await value(remote.listAttachments(under.folderId, undefined));
      expect(listed.files.map(({ attachmentId, trashed }) => [attachmentId, trashed]).toSorted()).toEqual([
        ["att-1", false],
        ["att-2", true],
      ]);
      expect(await value(remote.findAttachment("att-1"))).toEqual(kept);
      expect(await value(remote.findAttachment("att-2"))).toEqual({ ...thrown, trashed: true, version: expect.any(Number) });
      expect(await value(remote.findAttachment("att-3"))).toBeUndefined();

      await value(remote.restoreAttachment(thrown.fileId));
      expect(await value(remote.attachmentFile(thrown.fileId))).toEqual({ ...thrown, version: expect.any(Number) });
    });

    it("increases the version when a file is trashed and restored", async () => {
      const { fileId } = await put("att-1");
      const versions: number[] = [];
      for (const act of [remote.trashAttachment, remote.restoreAttachment, remote.trashAttachment]) {
        await value(act(fileId));
        const { files } = await value(remote.listAttachments(under.folderId, undefined));
        versions.push(...files.map(({ version }) => version));
      }

      expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b));
      expect(versions).toHaveLength(3);
    });

    it("deletes a file permanently, also from the trash", async () => {
      const [living, thrown] = [await put("att-1"), await put("att-2")];
      await value(remote.trashAttachment(thrown.fileId));

      await value(remote.eraseAttachment(living.fileId));
      await value(remote.eraseAttachment(thrown.fileId));

      expect((await value(remote.listAttachments(under.folderId, undefined))).files).toEqual([]);
      expect(await remote.eraseAttachment(thrown.fileId)).toMatchObject({ ok: false, problem: { kind: "not-found" } });
    });

    it("prefers a living file over a trashed one", async () => {
      const [thrown, living] = [await put("att-1"), await put("att-1")];
      await value(remote.trashAttachment(thrown.fileId));

      expect(await value(remote.findAttachment("att-1"))).toEqual(living);
    });

    it("finds nothing for an invalid id", async () => {
      await put("att-1");

      expect(await value(remote.findAttachment("x' or name contains 'a"))).toBeUndefined();
    });

    it("reports a missing file", async () => {
      const fileId = await under.newFileId();
      const answers = [remote.attachmentFile, remote.downloadAttachment, remote.trashAttachment, remote.restoreAttachment].map((ask) =>
        ask(fileId),
      );

      for (const answer of answers) expect(await answer).toEqual({ ok: false, problem: { kind: "not-found" } });
    });
  });
}

type WatchOptions = { readonly sessions?: string[]; readonly progress?: number[]; readonly stopAfter?: number };

function watching({ sessions = [], progress = [], stopAfter = Number.POSITIVE_INFINITY }: WatchOptions = {}): UploadWatch {
  const listeners: (() => void)[] = [];
  const stop = { isStopped: false, onStop: (listener: () => void) => void listeners.push(listener) };
  return {
    stop,
    onSession: async (session) => void sessions.push(session),
    onProgress: (sent) => {
      progress.push(sent);
      if (progress.length < stopAfter) return;
      stop.isStopped = true;
      for (const listener of listeners) listener();
    },
  };
}

async function value<Value>(answer: Promise<Result<Value, RemoteProblem>>): Promise<Value> {
  const result = await answer;
  if (!result.ok) throw new Error(`refused: ${result.problem.kind}`);
  return result.value;
}

/** Compares by hand, because a failed matcher would print megabytes. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}
