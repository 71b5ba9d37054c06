import { describe, expect, it } from "vitest";
import { checkAttachmentSize, toPercent, toStatus } from "../../library/attachments/attachment-status.ts";
import {
  type AttachmentRow,
  rowsToEvict,
  toOtherDrive,
  toRefusal,
  type UnreferencedMark,
  uploadsToTry,
} from "../../model/entities/attachment-row.ts";
import { ATTACHMENT, IMAGE } from "../../model/limits/limits.ts";
import type { AttachmentFile } from "../../ports/remote/attachment-remote.ts";
import { type Looked, planCollection } from "./plan-collection.ts";

const DAY_MS = 86_400_000;
const md5 = "0123456789abcdef0123456789abcdef";
const aFile = (attachmentId: string, over: Partial<AttachmentFile> = {}): AttachmentFile => ({
  fileId: `file-${attachmentId}`,
  attachmentId,
  trashed: false,
  version: 1,
  md5,
  ...over,
});
const looked = (files: readonly AttachmentFile[], over: Partial<Looked> = {}): Looked => ({
  files,
  isReferenced: (id) => id.startsWith("used"),
  isInNotes: (id) => id.startsWith("used"),
  marks: new Map(),
  nowMs: 40 * DAY_MS,
  keptMs: ATTACHMENT.unreferencedKeptMs,
  ...over,
});
const marked = (fileId: string, since: number) => new Map([[fileId, { fileId, since }]]);

describe("sync.md §11 collection of attachments", () => {
  it("marks what nothing refers to and throws nothing away at the first look", () => {
    expect(planCollection(looked([aFile("used"), aFile("gone")]))).toEqual({
      mark: [{ fileId: "file-gone", since: 40 * DAY_MS }],
      unmark: [],
      trash: [],
      restore: [],
      erase: [],
    });
  });

  it("trashes after thirty days, and not a moment before", () => {
    const since = 10 * DAY_MS;
    expect(planCollection(looked([aFile("gone")], { marks: marked("file-gone", since) })).trash).toEqual(["file-gone"]);
    expect(planCollection(looked([aFile("gone")], { marks: marked("file-gone", since + 1) })).trash).toEqual([]);
  });

  it("begins to count again when something referred to it in between", () => {
    const marks = marked("file-used", 0);
    const { unmark, trash } = planCollection(looked([aFile("used")], { marks }));
    expect([unmark, trash]).toEqual([["file-used"], []]);
  });

  it("forgets marks of files that are no longer there", () => {
    expect(planCollection(looked([], { marks: marked("file-gone", 0) })).unmark).toEqual(["file-gone"]);
  });

  it("keeps one of two files with the same bytes, the same one on every device, and both where bytes differ", () => {
    const files = [aFile("used", { fileId: "b" }), aFile("used", { fileId: "a" }), aFile("used", { fileId: "c", md5: "other" })];
    expect(planCollection(looked(files)).trash).toEqual(["b"]);
    expect(planCollection(looked(files.toReversed())).trash).toEqual(["b"]);
    // One that goes for its age takes no younger one along (sim seed 43 of attaching runs).
    const gone = [aFile("gone", { fileId: "a" }), aFile("gone", { fileId: "b" })];
    expect(planCollection(looked(gone, { marks: marked("a", 0) })).trash).toEqual(["a"]);
  });

  describe("lets what a note left behind when it became sensitive", () => {
    const nothing = { mark: [], unmark: [], trash: [], restore: [], erase: [] };
    const left = { fileId: "file-old", since: 0, isExposed: true } as const;
    const trashed = (at: number, version = 1) => ({ trashed: { at, version } });
    const exposed = (over: Partial<UnreferencedMark>) => new Map([["file-old", { ...left, ...over }]]);
    const inVersions = { isReferenced: () => true, isInNotes: () => false };
    const at = (over: Partial<UnreferencedMark>, isTrashed: boolean) =>
      planCollection(looked([aFile("old", { trashed: isTrashed })], { ...inVersions, marks: exposed(over) }));

    it("go into the trash after a day", () => {
      const since = 39 * DAY_MS;
      expect(at({ since: since + 1 }, false)).toEqual(nothing);
      expect(at({ since }, false)).toEqual({ ...nothing, trash: ["file-old"] });
    });

    it("be removed for good once it was known to be there for thirty, however long no device looked", () => {
      expect(at({}, false)).toMatchObject({ trash: ["file-old"], erase: [] });
      expect(at({}, true)).toEqual({ ...nothing, mark: [{ ...left, ...trashed(40 * DAY_MS) }] });
      expect(at(trashed(10 * DAY_MS + 1), true)).toEqual(nothing);
      expect(at(trashed(10 * DAY_MS), true)).toEqual({ ...nothing, erase: ["file-old"] });
      expect(at(trashed(0), false)).toMatchObject({ trash: ["file-old"], erase: [] });
    });

    it("be there for thirty days again where they came out and went back between two looks", () => {
      expect(at(trashed(0, 0), true)).toEqual({ ...nothing, mark: [{ ...left, ...trashed(40 * DAY_MS) }] });
    });

    it("take nothing along that a copied profile put under the same file id", () => {
      const other = planCollection(
        looked([aFile("young", { fileId: "file-old" })], {
          marks: new Map([["file-old", { ...left, attachmentId: "old" }]]),
        }),
      );
      expect(other).toEqual({ ...nothing, mark: [{ fileId: "file-old", since: 40 * DAY_MS }] });
    });

    it("come back when a note refers to it again", () => {
      const file = aFile("used-old", { fileId: "file-old", trashed: true });
      const back = planCollection(looked([file], { marks: exposed(trashed(0)) }));
      expect(back).toEqual({ ...nothing, unmark: ["file-old"], restore: ["file-old"] });
    });
  });

  it("brings back from the trash what is referred to and has no other file", () => {
    const files = [
      aFile("used-1", { trashed: true }),
      aFile("used-2", { trashed: true, fileId: "copy" }),
      aFile("used-2"),
      aFile("x", { trashed: true }),
    ];
    expect(planCollection(looked(files)).restore).toEqual(["file-used-1"]);
  });
});

describe("A4 an attachment's upload to the drive", () => {
  const row = (over: Partial<AttachmentRow> = {}): AttachmentRow => ({
    id: "a",
    sizeBytes: 10,
    sealedBytes: 300,
    md5,
    addedAt: 1,
    usedAt: 1,
    upload: { kind: "waiting" },
    ...over,
  });

  it("tries oldest first, and what was refused only when asked", () => {
    const rows = [
      row({ id: "later", addedAt: 2 }),
      row({ id: "first" }),
      row({ id: "full", addedAt: 3, upload: { kind: "waiting", refusal: "storage-full" } }),
      row({ id: "no", upload: { kind: "waiting", refusal: "refused" } }),
      row({ id: "done", upload: { kind: "stored", fileId: "f" } }),
    ];
    expect(uploadsToTry(rows).map(({ id }) => id)).toEqual(["first", "later", "full"]);
  });

  it.each([
    [{ kind: "storage-full" }, "storage-full"],
    [{ kind: "scope-missing" }, "not-permitted"],
    [{ kind: "policy-refused" }, "not-permitted"],
    [{ kind: "rejected", status: 400 }, "refused"],
    [{ kind: "rejected", status: 503 }, undefined],
    [{ kind: "offline" }, undefined],
    [{ kind: "answer-lost" }, undefined],
    [{ kind: "throttled" }, undefined],
  ] as const)("%j is %s", (problem, refusal) => {
    expect(toRefusal(problem)).toBe(refusal);
  });

  it("says where it is in one word and a number", () => {
    expect(toStatus(row(), undefined)).toEqual({ kind: "waiting" });
    expect(toStatus(row(), 0)).toEqual({ kind: "uploading", percent: 0 });
    expect(toStatus(row({ upload: { kind: "waiting", refusal: "storage-full" } }), undefined)).toEqual({
      kind: "failed",
      reason: "storage-full",
    });
    expect(toStatus(row({ upload: { kind: "stored", fileId: "f" } }), 50)).toEqual({ kind: "stored" });
    expect(toStatus(row({ upload: { kind: "local", fileName: "a", mimeType: "b/c", noteId: null } }), undefined)).toEqual({
      kind: "on-this-device",
    });
    expect([toPercent(0, 0), toPercent(1, 3), toPercent(3, 3)]).toEqual([0, 33, 99]);
  });

  it("looks for everything in another drive before it sends it again", () => {
    expect(toOtherDrive(row({ upload: { kind: "stored", fileId: "f" } })).upload).toEqual({ kind: "waiting", mustLook: true });
    const left = toOtherDrive(row({ upload: { kind: "waiting", fileId: "f", isLeft: true } }));
    expect(left.upload).toEqual({ kind: "waiting", mustLook: true, isLeft: true });
    const local = row({ upload: { kind: "local", fileName: "a", mimeType: "b/c", noteId: null } });
    expect(toOtherDrive(local)).toBe(local);
  });

  it("lets go only of what the drive has, the longest unused first", () => {
    const stored = { kind: "stored", fileId: "f" } as const;
    const rows = [
      row({ id: "old", usedAt: 1, upload: stored }),
      row({ id: "new", usedAt: 9, upload: stored }),
      row({ id: "waits", usedAt: 0 }),
      row({ id: "middle", usedAt: 5, upload: stored }),
    ];
    expect(rowsToEvict(rows, 600)).toEqual(["old"]);
    expect(rowsToEvict(rows, 0)).toEqual(["new", "middle", "old"]);
  });

  it("A9 is at most 10 MB, and 50 MB for an image's original", () => {
    expect(checkAttachmentSize(10_485_760, "file")).toBeUndefined();
    expect(checkAttachmentSize(10_485_761, "file")).toEqual({ kind: "too-large", maxBytes: ATTACHMENT.maxBytes });
    expect(checkAttachmentSize(52_428_800, "image-original")).toBeUndefined();
    expect(checkAttachmentSize(52_428_801, "image-original")).toEqual({ kind: "too-large", maxBytes: IMAGE.maxBytes });
  });
});
