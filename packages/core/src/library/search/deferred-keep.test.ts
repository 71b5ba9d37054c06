import { describe, expect, it } from "vitest";
import { SEARCH } from "../../model/limits/limits.ts";
import { failed } from "../../model/result.ts";
import type { KeptText, SearchTexts } from "../../ports/device/search-engine.ts";
import { aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemorySearchTexts } from "../../testing/memory-search-texts.ts";
import { keepLater } from "./deferred-keep-service.ts";

async function setUp(...ids: readonly string[]) {
  const clock = new ManualClock();
  const store = new MemoryLocalStore(new MemoryDisk("device"));
  const kept = new Map<string, KeptText>();
  const texts = createMemorySearchTexts(store, kept);
  let isBroken = false;
  let beforeKeep = async (): Promise<void> => undefined;
  const disk: SearchTexts = {
    ...texts,
    async keep(rows, forget) {
      await beforeKeep();
      return isBroken ? failed({ kind: "storage-full" }) : texts.keep(rows, forget);
    },
  };
  const write = (id: string, version: number) =>
    store.transact({}, () => ({ writes: { entities: [aNote({ id, vv: { dev: version } })] }, answer: undefined }), "strict");
  for (const id of ids) await write(id, 1);
  return {
    later: keepLater(disk, clock),
    clock,
    kept,
    write,
    breakDisk: (now: boolean) => {
      isBroken = now;
    },
    onKeep: (act: () => Promise<void>) => {
      beforeKeep = act;
    },
  };
}

const row = (noteId: string, text: string, version = 1): KeptText => ({ noteId, stamp: `dev:${version}`, title: noteId, text });
const textsOf = (kept: ReadonlyMap<string, KeptText>) => [...kept.values()].map(({ text }) => text);

describe("texts with deferred storage", () => {
  it("are stored once no text has arrived for a while", async () => {
    const { later, clock, kept } = await setUp("milk", "bread");
    await later.keep([row("milk", "two litres")], []);
    await clock.advance(SEARCH.keepAfterMs - 1);
    await later.keep([row("bread", "rye")], []);
    await clock.advance(SEARCH.keepAfterMs - 1);
    expect(kept.size).toBe(0);
    await clock.advance(1);
    expect(textsOf(kept)).toEqual(["two litres", "rye"]);
    expect(clock.pendingCount).toBe(0);
  });

  it("are returned before they are stored, in place of stored older ones", async () => {
    const { later, clock, kept, write } = await setUp("milk", "bread");
    await later.keep([row("milk", "two litres"), row("bread", "rye")], []);
    await clock.advance(SEARCH.keepAfterMs);
    await write("milk", 2);
    await later.keep([row("milk", "three litres", 2)], []);
    const had = await later.getKept(["bread", "milk", "gone"]);
    expect(had.ok && had.value.map(({ text }) => text).sort()).toEqual(["rye", "three litres"]);
    expect(kept.get("milk")?.text).toBe("two litres");
  });

  it("are forgotten with their note, pending or stored", async () => {
    const { later, clock, kept } = await setUp("milk", "bread");
    await later.keep([row("bread", "rye")], []);
    await clock.advance(SEARCH.keepAfterMs);
    await later.keep([row("milk", "two litres")], []);
    await later.keep([], ["milk", "bread"]);
    expect(kept.size).toBe(0);
    await clock.advance(SEARCH.keepAfterMs);
    expect(kept.size).toBe(0);
    expect(await later.getKept(["milk"])).toEqual({ ok: true, value: [] });
  });

  it("are stored at once when many are pending", async () => {
    const { later, kept } = await setUp("long", "longer");
    await later.keep([row("long", "x".repeat(SEARCH.waitingChars))], []);
    expect(kept.size).toBe(0);
    await later.keep([row("longer", "y")], []);
    expect([...kept.keys()]).toEqual(["long", "longer"]);
    await later.keep([row("longer", "z")], []);
    expect(kept.get("longer")?.text).toBe("y");
  });

  it("stay pending and readable while the disk refuses them", async () => {
    const { later, clock, kept, breakDisk } = await setUp("milk", "bread");
    breakDisk(true);
    expect(await later.keep([row("milk", "two litres")], [])).toEqual({ ok: true, value: undefined });
    await clock.advance(SEARCH.keepAfterMs);
    expect(await later.getKept(["milk"])).toMatchObject({ value: [{ text: "two litres" }] });
    breakDisk(false);
    await later.keep([row("bread", "rye")], []);
    await clock.advance(SEARCH.keepAfterMs);
    expect(textsOf(kept)).toEqual(["two litres", "rye"]);
  });

  it("yield to texts that arrive during storage, without losing any", async () => {
    const ids = Array.from({ length: SEARCH.readBatch + 1 }, (_, at) => `note-${at}`);
    const { later, clock, kept, write, onKeep } = await setUp(...ids);
    await later.keep(
      ids.map((id) => row(id, "first")),
      [],
    );
    let hasCome = false;
    onKeep(async () => {
      if (hasCome) return;
      hasCome = true;
      await write("note-0", 2);
      await later.keep([row("note-0", "second", 2)], []);
    });
    await clock.advance(SEARCH.keepAfterMs);
    expect(kept.size).toBe(SEARCH.readBatch - 1);
    await clock.advance(SEARCH.keepAfterMs);
    expect(kept.size).toBe(ids.length);
    expect(kept.get("note-0")?.text).toBe("second");
  });
});
