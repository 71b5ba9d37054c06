import { beforeEach, describe, expect, it } from "vitest";
import { toBackupNote } from "../../model/backup/backup-format.ts";
import { failed, ok } from "../../model/result.ts";
import type { VerifiedBackup } from "../../ports/transfer/backup-archives.ts";
import { aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryCopyTarget, openMemoryCopyTarget } from "../../testing/memory-copy-target.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createPlainCodec } from "../../testing/plain-codec.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { copyLibrary } from "../storage-migration/copy-service.ts";
import { restoreBackup } from "./restore-service.ts";

const MANY = 1200;
const GROUP = 100;
const NOTES = Array.from({ length: MANY }, (_, at) =>
  toBackupNote(
    aNote({ id: `note-170000000${String(at).padStart(4, "0")}-restored`, title: `Restored ${at}`, content: `<p>text ${at}</p>` }),
  ),
);
const METADATA = { version: "1.0", timestamp: "", appName: "Satchel", totalNotes: MANY, totalFolders: 0, totalAttachments: 0 };

/** `groups`: number of groups after which the process ends. */
const backup = (groups = Number.POSITIVE_INFINITY): VerifiedBackup => ({
  metadata: METADATA,
  noteCount: MANY,
  damage: [],
  folders: [],
  attachments: [],
  sensitive: [],
  hasSealedNotes: false,
  hasHistory: false,
  eachHistory: async () => ok(undefined),
  async eachNotes(take) {
    for (let at = 0; at < MANY; at += GROUP) {
      if (at / GROUP === groups) return failed({ kind: "stopped" });
      await take(NOTES.slice(at, at + GROUP));
    }
    return ok(undefined);
  },
  readAttachment: async () => ok(new Uint8Array()),
});

let clock: ManualClock;
let drive: MemoryDrive;
let laptop: TestDevice;

beforeEach(async () => {
  clock = new ManualClock();
  drive = new MemoryDrive();
  drive.now = () => clock.now();
  laptop = await createTestDevice("laptop", drive, clock);
});

const restore = ({ library }: TestDevice, from = backup()) =>
  restoreBackup({
    library,
    backup: from,
    attachments: { has: async () => false, put: async () => ok(undefined) },
    sealedNotes: { adopt: async () => ok(undefined), knows: async () => false },
    isStopped: () => false,
    onProgress: () => undefined,
  });

const writesOf = ({ calls }: TestDevice): readonly string[] => calls.filter((call) => /^(?:create|update|createPack)$/.test(call));

async function textsOn(device: TestDevice): Promise<ReadonlyMap<string, string>> {
  const read = await device.library.store.readEntities([...device.library.index.entities.keys()]);
  if (!read.ok) throw new Error(read.problem.kind);
  return new Map([...read.value.values()].flatMap((each) => (each.kind === "note" ? [[each.title, each.content] as const] : [])));
}

const EXPECTED = new Map(NOTES.map(({ title, content }) => [title, content] as const));

async function newDevice(before: MemoryDrive): Promise<TestDevice> {
  const device = await createTestDevice("fresh", before, clock);
  expect(await device.sync()).toMatchObject({ ok: true });
  return device;
}

describe("decision 0037 restore or migration of many notes", () => {
  it("sends them in one or two requests, and a new device reads them all", async () => {
    expect(await restore(laptop)).toMatchObject({ ok: true });
    await laptop.sync();
    expect(laptop.library.index.pendingPush.size).toBe(0);
    expect(writesOf(laptop).length).toBeLessThanOrEqual(2);
    expect(drive.files.size).toBe(0);
    expect(await textsOn(await newDevice(drive))).toEqual(EXPECTED);
  });

  it("restores each note once after a crash and a lost response", async () => {
    await restore(laptop, backup(5));
    laptop.faults.next = (call, at) => (call === "createPack" && at === "after" ? { kind: "timed-out", afterMs: 1 } : undefined);
    await laptop.sync();
    const again = await laptop.restart();
    expect(await restore(again)).toMatchObject({ ok: true });
    await again.sync();
    await again.sync();
    expect(again.library.index.pendingPush.size).toBe(0);
    expect(writesOf(laptop).length + writesOf(again).length).toBeLessThanOrEqual(4);
    const fresh = await newDevice(drive);
    expect(await textsOn(fresh)).toEqual(EXPECTED);
    expect(fresh.titles()).toHaveLength(MANY);
  });

  it("moves the same packs to another storage, also after an interrupted migration", async () => {
    await restore(laptop, backup(6));
    await laptop.sync();
    await restore(laptop);
    await laptop.sync();
    const { md5 } = createPlainCodec();
    const [from, to] = [new MemoryCopyTarget("from", md5), new MemoryCopyTarget("to", md5)];
    for (const target of [from, to]) target.makeFolder();
    for (const { pack, body } of drive.packs.values()) from.put({ name: pack.packId, role: "app", properties: {} }, body);
    let [begun, written] = [0, 0];
    const copy = (most: number) =>
      copyLibrary({
        from: openMemoryCopyTarget(from),
        to: openMemoryCopyTarget(to, async (call, at) => {
          if (call !== "write") return undefined;
          if (at === "before") begun += 1;
          else written += 1;
          return at === "before" && begun > most ? { kind: "offline" } : undefined;
        }),
        md5,
        isStopped: () => false,
        onProgress: () => undefined,
      });
    expect(await copy(1)).toMatchObject({ ok: false });
    expect(written).toBe(1);
    expect(await copy(Number.POSITIVE_INFINITY)).toMatchObject({ ok: true });
    expect(written).toBe(drive.packs.size);
    expect(written).toBeLessThanOrEqual(4);
    const there = new MemoryDrive();
    there.now = () => clock.now();
    for (const [fileId, { pack }] of drive.packs) {
      const copied = [...to.files.values()].find(({ file }) => file.name === pack.packId);
      there.packs.set(fileId, { pack, body: copied?.bytes ?? new Uint8Array() });
    }
    expect(await textsOn(await newDevice(there))).toEqual(EXPECTED);
  });
});
