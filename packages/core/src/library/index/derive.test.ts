import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RemoteFile } from "../../model/drive/remote-file.ts";
import { filesToCollect, filesToErase, filesToFetch, isInSync, needsPush, trashedElsewhere } from "./derive.ts";
import { createWriter } from "./writer.ts";

const DEVICE = "device";
const vectors = fc.dictionary(fc.constantFrom(DEVICE, "other"), fc.integer({ min: 1, max: 2 }));
const files = fc.record<RemoteFile>(
  {
    fileId: fc.constantFrom("file-1", "file-2"),
    id: fc.constant("note"),
    kind: fc.constant("note" as const),
    vv: vectors,
    owner: fc.constantFrom(DEVICE, "other"),
    trashed: fc.boolean(),
    superseded: fc.boolean(),
    role: fc.constant("notes" as const),
    version: fc.constant(1),
    trusted: fc.boolean(),
    sealed: fc.boolean(),
    waits: fc.boolean(),
    unreadable: fc.constant("damaged" as const),
  },
  { requiredKeys: ["fileId", "id", "kind", "vv", "trashed", "superseded", "role", "version", "trusted"] },
);
describe("sync.md §3 pending work of one entity", () => {
  it("is empty by every rule if the entity is in sync", () => {
    fc.assert(
      fc.property(files, fc.boolean(), fc.boolean(), fc.subarray(["file-1", "file-2"]), (file, isEncrypted, isMade, doubtful) => {
        const local = { vv: { ...file.vv }, alive: file.vv, isEncrypted };
        const writer = createWriter(DEVICE);
        for (const fileId of doubtful) writer.tainted.add(fileId);
        if (isMade) writer.made.add("file-1").add("file-2");
        const [siblings, { tainted }] = [[file], writer];
        fc.pre(isInSync(local, siblings, tainted));
        expect(needsPush(local, siblings, tainted)).toBe(false);
        expect(filesToFetch(local, siblings, writer)).toEqual([]);
        expect(filesToCollect(siblings, tainted)).toEqual([]);
        expect(filesToErase(local, siblings, tainted)).toEqual([]);
        expect(trashedElsewhere(local, siblings, tainted)).toBeUndefined();
      }),
      { numRuns: 300, maxSkipsPerRun: 100 },
    );
  });

  it("is empty in a synced library, until either side changes", () => {
    const file: RemoteFile = {
      fileId: "file-1",
      id: "note",
      kind: "note",
      vv: { device: 2 },
      trashed: false,
      superseded: false,
      role: "notes",
      version: 1,
      trusted: true,
    };
    const local = (counter: number) => ({ vv: { device: counter }, alive: { device: counter } });

    expect(isInSync(local(2), [file], new Set())).toBe(true);
    expect(isInSync(local(3), [file], new Set())).toBe(false);
    expect(isInSync(local(1), [file], new Set())).toBe(false);
    expect(isInSync(local(2), [file], new Set(["file-1"]))).toBe(false);
    expect(isInSync(local(2), [file, { ...file, fileId: "file-2" }], new Set())).toBe(false);
    expect(isInSync(undefined, [file], new Set())).toBe(false);
  });
});
