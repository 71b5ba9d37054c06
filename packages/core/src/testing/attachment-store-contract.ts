/** Contract of every local store for attachments. Run by the memory store and the browser's two stores. */
import { beforeEach, describe, expect, it } from "vitest";
import type { AttachmentRow, Upload } from "../model/entities/attachment-row.ts";
import type { AttachmentStore } from "../ports/device/attachment-store.ts";
import type { DraftStore, LocalStore, Writes } from "../ports/device/local-store.ts";
import { aNote } from "./entities.ts";

type Opened = LocalStore & DraftStore & AttachmentStore;

/** `reopen` opens the same data again, as after a reload. */
export type AttachmentStoreUnderTest = {
  readonly open: () => Promise<Opened>;
  readonly reopen: () => Promise<Opened>;
  readonly keepsSyncState: boolean;
};

const BYTES = Uint8Array.from({ length: 5000 }, (_, at) => (at * 7) % 251);

export function describeAttachmentStore(name: string, create: () => Promise<AttachmentStoreUnderTest>): void {
  describe(`attachment store contract: ${name}`, () => {
    let under: AttachmentStoreUnderTest;
    let store: Opened;
    let upload: Upload;

    beforeEach(async () => {
      under = await create();
      store = await under.open();
      upload = under.keepsSyncState
        ? { kind: "waiting" }
        : { kind: "local", fileName: "a.pdf", mimeType: "application/pdf", noteId: "note-1-a" };
    });

    const row = (id: string, over: Partial<AttachmentRow> = {}): AttachmentRow => ({
      id,
      sizeBytes: 5000,
      sealedBytes: BYTES.length,
      md5: "0123456789abcdef0123456789abcdef",
      addedAt: 7,
      usedAt: 7,
      upload,
      ...over,
    });
    const put = (writes: Writes) => store.transact({}, () => ({ writes, answer: undefined }), "strict");
    /** Bytes of another realm are equal too. */
    const kept = async (id: string): Promise<readonly number[] | undefined> => {
      const bytes = await store.readAttachment(id);
      return bytes.ok && bytes.value !== undefined ? [...bytes.value] : undefined;
    };
    const seen = async (...ids: readonly string[]) => {
      const answer = await store.transact({ attachments: ids }, ({ attachments }) => ({ writes: {}, answer: attachments }), "relaxed");
      if (!answer.ok) throw new Error(answer.problem.kind);
      return answer.value;
    };

    it("writes bytes and row in the transaction of the note, across a reload", async () => {
      const note = aNote({ attIds: ["att-1"] });

      await put({ entities: [note], attachments: [row("att-1")], attachmentBytes: [{ id: "att-1", bytes: BYTES }] });
      store = await under.reopen();

      expect(await kept("att-1")).toEqual([...BYTES]);
      expect((await seen("att-1", "att-2")).get("att-1")).toEqual(row("att-1"));
      expect(await store.readEntities([note.id])).toEqual({ ok: true, value: new Map([[note.id, note]]) });
    });

    it("writes nothing if the plan throws", async () => {
      const broken = store.transact(
        {},
        () => {
          throw new Error("broken rule");
        },
        "strict",
      );
      await expect(broken).rejects.toThrow("broken rule");

      expect(await store.readAttachment("att-1")).toEqual({ ok: true, value: undefined });
    });

    it("removes row and bytes together", async () => {
      await put({ attachments: [row("att-1")], attachmentBytes: [{ id: "att-1", bytes: BYTES }] });
      await put({ forgetAttachments: ["att-1"] });

      expect(await store.readAttachment("att-1")).toEqual({ ok: true, value: undefined });
      expect((await seen("att-1")).size).toBe(0);
    });

    it("counts references of a draft", async () => {
      await store.putDraft({
        draftId: "tab-1",
        noteId: null,
        folderId: null,
        title: "",
        content: '<p><a data-file-id="att-1" data-file-name="a.pdf">a.pdf</a></p>',
        savedAtMs: 1,
      });

      expect(await store.heldReferences(["att-1", "att-2"])).toEqual({ ok: true, value: new Set(["att-1"]) });
    });

    it("updates an upload's state without its bytes, and indexes rows and marks", async () => {
      if (!under.keepsSyncState) return;
      const waiting = row("att-1");
      await put({ attachments: [waiting], attachmentBytes: [{ id: "att-1", bytes: BYTES }], unreferenced: [{ fileId: "f", since: 3 }] });
      const going = { ...waiting, upload: { kind: "waiting", fileId: "file-1", session: "https://drive/upload" } as const };
      await put({ attachments: [going] });
      store = await under.reopen();

      const index = await store.loadIndex();
      expect(index).toMatchObject({ ok: true, value: { attachments: [going], unreferenced: [{ fileId: "f", since: 3 }] } });
      expect(await kept("att-1")).toEqual([...BYTES]);
      await put({ forgetUnreferenced: ["f"] });
      expect(await store.loadIndex()).toMatchObject({ ok: true, value: { unreferenced: [] } });
    });

    it("counts references of merge bases and conflicts", async () => {
      if (!under.keepsSyncState) return;
      const old = aNote({ attIds: ["in-base"] });
      await put({ bases: [{ id: old.id, vvKey: "k", vv: old.vv, entity: old }] });
      const [local, cloud, merged] = ["in-local", "in-cloud", "in-merged"].map((id) => aNote({ attIds: [id] }));
      if (local === undefined || cloud === undefined || merged === undefined) throw new Error("three sides");
      const record = { id: "c", type: "modification_conflict", noteId: old.id, atMs: 1, outcome: "merged", local, cloud, merged } as const;
      await put({ conflicts: [record] });

      const asked = ["in-base", "in-local", "in-cloud", "in-merged", "nowhere"];
      expect(await store.heldReferences(asked)).toEqual({ ok: true, value: new Set(asked.slice(0, 4)) });
    });
  });
}
