import { describe, expect, it } from "vitest";
import { labelOf } from "../../model/entities/version-vector.ts";
import { SYNC } from "../../model/limits/limits.ts";
import { aNote } from "../../testing/entities.ts";
import { ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDisk, MemoryLocalStore } from "../../testing/memory-local-store.ts";
import { createMemoryTabs } from "../../testing/memory-tabs.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { openLibrary, type TabMessage } from "./library-service.ts";
import { createWriters, type WriterDeps } from "./writer-service.ts";

function depsOf(clock: ManualClock): WriterDeps {
  const ids = createSequenceIds();
  return { random: (length) => ids.random(length), now: () => clock.now(), after: (delayMs, run) => clock.after(delayMs, run) };
}

describe("decision 0041 the name under which a process writes", () => {
  it("keeps one name, of the device id and random characters, while time passes evenly", async () => {
    const clock = new ManualClock();
    const writers = createWriters("laptop", depsOf(clock));
    const { name } = writers.current();

    for (let at = 0; at < 20; at += 1) await clock.advance(SYNC.writerTickMs);

    expect(writers.current().name).toBe(name);
    expect(labelOf(name)).toBe("laptop");
    expect(name).toHaveLength(6 + SYNC.writerChars);
  });

  it("gives each process another name", () => {
    const deps = depsOf(new ManualClock());
    const names = Array.from({ length: 20 }, () => createWriters("laptop", deps).current().name);
    expect(new Set(names).size).toBe(20);
  });

  it.each([
    ["slept", SYNC.writerGapMs + 1],
    ["was set back in time", -1],
  ])("replaces the name and forgets its writes if the machine %s", (_what, gapMs) => {
    let nowMs = 1_000_000;
    const ids = createSequenceIds();
    const writers = createWriters("laptop", { random: (length) => ids.random(length), now: () => nowMs, after: () => () => undefined });
    const before = writers.current();
    before.made.add("file-1");
    before.creating.set("note-1", "file-1");

    nowMs += gapMs;

    const after = writers.current();
    expect(after.name).not.toBe(before.name);
    expect([...after.made, ...after.creating]).toEqual([]);
    expect(writers.current()).toBe(after);
  });
});

describe("decision 0041 what a process has begun", () => {
  const intent = { creating: [{ id: "note-1-a", fileId: "file-1" }], taint: ["file-2"] };

  it("hides the intents of a process from other windows and later processes", async () => {
    const disk = new MemoryDisk("laptop");
    const join = createMemoryTabs<TabMessage>();
    const clock = new ManualClock();
    const deps = depsOf(clock);
    const open = async () => {
      const opened = await openLibrary({ store: new MemoryLocalStore(disk), channel: join(), writers: deps });
      if (!opened.ok) throw new Error(opened.problem.kind);
      return opened.value;
    };
    const [first, second] = [await open(), await open()];
    await first.transact({}, () => ({ writes: { ...intent, entities: [aNote()] }, answer: undefined }), "sync");
    const next = await open();

    expect(first.index.creating.get("note-1-a")).toBe("file-1");
    expect(first.index.tainted.has("file-2")).toBe(true);
    for (const { index } of [second, next]) expect([...index.creating, ...index.tainted, ...index.writer.made]).toEqual([]);
    expect(new Set([first, second, next].map(({ index }) => index.writer.name)).size).toBe(3);
  });

  it("passes the name of the window to its plans", async () => {
    const disk = new MemoryDisk("laptop");
    const opened = await openLibrary({ store: new MemoryLocalStore(disk), writers: depsOf(new ManualClock()) });
    if (!opened.ok) throw new Error(opened.problem.kind);
    const seen = await opened.value.transact({}, ({ meta }) => ({ writes: {}, answer: meta.writer }), "user");
    expect(seen).toEqual({ ok: true, value: opened.value.index.writer.name });
  });
});
