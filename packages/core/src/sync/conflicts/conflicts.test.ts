import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { type Conflict, RESOLUTIONS, type ResolutionKind } from "../../model/entities/conflict.ts";
import { lazyModule } from "../../model/lazy/lazy-module.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { createConflictsService } from "./conflicts-service.ts";

let drive: MemoryDrive;
let laptop: TestDevice;
let phone: TestDevice;

beforeEach(async () => {
  drive = new MemoryDrive();
  laptop = await createTestDevice("laptop", drive);
  phone = await createTestDevice("phone", drive);
});

const html = (text: string): string => `<p>${text}</p>`;

async function write(device: TestDevice, content: string): Promise<string> {
  const made = await device.notes.create({ title: "Bread", content }, null);
  if (!made.ok) throw new Error(made.problem.kind);
  return made.value.noteId;
}

async function edit(device: TestDevice, noteId: string, content: string, title?: string): Promise<void> {
  await device.clock.advance(1000);
  const opened = await device.notes.open(noteId);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const saved = await device.notes.save(noteId, { title: title ?? opened.value.title, content }, { seen: { vv: opened.value.vv } });
  if (!saved.ok) throw new Error(saved.problem.kind);
}

/** One note, changed on both devices without their knowing of each other; the laptop is the one that puts them together. */
async function clash(inCloud: string, here: string, base = "at first", titles: readonly [string?, string?] = []): Promise<string> {
  const noteId = await write(phone, html(base));
  await phone.sync();
  await laptop.sync();
  await edit(phone, noteId, html(inCloud), titles[0]);
  await edit(laptop, noteId, html(here), titles[1]);
  await phone.sync();
  await laptop.sync();
  return noteId;
}

function only(device: TestDevice): Conflict {
  const { conflicts } = device.conflicts.store.getState();
  expect(conflicts).toHaveLength(1);
  return conflicts[0] as Conflict;
}

async function resolve(how: ResolutionKind | "as-merged"): Promise<void> {
  expect(await laptop.conflicts.resolve(only(laptop).id, how)).toEqual({ ok: true, value: undefined });
  await laptop.sync();
  await phone.sync();
  await laptop.sync();
}

/** What anyone can still reach: texts of living notes and of those that can be restored. */
function texts(device: TestDevice): { readonly living: readonly string[]; readonly deleted: readonly string[] } {
  const notes = [...device.disk.entities.values()].flatMap((entity) => (entity.kind === "note" ? [entity] : []));
  const say = (isLiving: boolean) =>
    notes.filter(({ alive }) => Object.keys(alive).length > 0 === isLiving).map(({ title, content }) => `${title}: ${content}`);
  return { living: say(true).sort(), deleted: say(false).sort() };
}

describe("B3 Sync conflict, sync.md §9", () => {
  it("lists what clashed, with both texts, both times and the other device", async () => {
    const noteId = await clash("from the phone", "from the laptop");

    const conflict = only(laptop);
    expect(conflict).toMatchObject({ type: "modification_conflict", noteId, outcome: "kept-twice", device: "phone-" });
    expect(conflict.local.content).toBe(html("from the laptop"));
    expect(conflict.cloud.content).toBe(html("from the phone"));
    expect(conflict.local.mtime).toBe(laptop.clock.now());
    expect([conflict.cloud.mtime, phone.disk.entities.get(noteId)?.mtime]).toEqual([phone.clock.now(), phone.clock.now()]);
    expect(laptop.conflicts.store.getState().openCount).toBe(1);
    expect(laptop.disk.log.map(({ kind }) => kind)).toContain("kept-twice");
  });

  it("lists what merged without a conflict, which needs no decision", async () => {
    await clash("<b>One</b> two three four five six", "one two three four five <b>Six</b>", "one two three four five six");

    expect(only(laptop)).toMatchObject({ outcome: "merged" });
    expect(laptop.conflicts.store.getState().openCount).toBe(0);
    await resolve("as-merged");
    expect(only(laptop).resolution).toMatchObject({ how: "as-merged", byItself: false });
    expect(texts(phone).living).toEqual([`Bread: ${html("<strong>One</strong> two three four five <strong>Six</strong>")}`]);
  });

  it("does not list a change that only arrived as a conflict", async () => {
    const noteId = await write(phone, html("one"));
    await phone.sync();
    await laptop.sync();
    await edit(phone, noteId, html("two"));
    await phone.sync();
    await laptop.sync();
    expect(laptop.conflicts.store.getState().conflicts).toEqual([]);
    expect(laptop.disk.log.at(-1)).toMatchObject({ kind: "received", id: noteId, device: "phone-" });
  });

  it("lists an editor's text that was saved over a newer one", async () => {
    const noteId = await write(laptop, html("one"));
    const opened = await laptop.notes.open(noteId);
    if (!opened.ok) throw new Error("not opened");
    await edit(laptop, noteId, html("from another tab"));
    await laptop.notes.save(noteId, { title: "Bread", content: html("from this one") }, { seen: { vv: opened.value.vv } });

    await expect.poll(() => laptop.conflicts.store.getState().conflicts.length).toBe(1);
    expect(only(laptop)).toMatchObject({ outcome: "kept-twice", local: { content: html("from this one") } });
  });

  it("outlives a restart", async () => {
    await clash("from the phone", "from the laptop");
    const again = await laptop.restart();
    await expect.poll(() => again.conflicts.store.getState().openCount).toBe(1);
  });
});

describe("B4 Resolutions", () => {
  it("keep_local: the other side is in a soft-deleted copy, which can be restored", async () => {
    const noteId = await clash("from the phone", "from the laptop");
    await resolve("keep_local");

    expect(texts(phone).living).toEqual(["Bread: <p>from the laptop</p>"]);
    expect(texts(phone).deleted).toContain("Bread (Cloud Copy): <p>from the phone</p>");
    const kept = await laptop.conflicts.keptCopies(only(laptop));
    if (!kept.ok || kept.value[0] === undefined) throw new Error("nothing was kept");
    await laptop.notes.restore(kept.value[0].id);
    await laptop.sync();
    await phone.sync();
    expect([...phone.titles()].sort()).toEqual(["Bread", "Bread (Cloud Copy)"]);
    expect(noteId).not.toBe(kept.value[0].id);
  });

  it("keep_cloud: what was chosen outlives a merge elsewhere that lost it, and relied on the copy that went", async () => {
    const tablet = await createTestDevice("tablet", drive);
    const noteId = await write(phone, html("at first"));
    for (const device of [phone, laptop, tablet]) await device.sync();
    await edit(phone, noteId, html("from the phone"));
    await phone.sync();
    await laptop.clock.advance(30_000);
    await edit(laptop, noteId, html("from the laptop"));
    laptop.faults.next = (call) => (call === "create" ? { kind: "offline" } : undefined);
    await laptop.sync();
    await laptop.conflicts.resolve(only(laptop).id, "keep_cloud");
    await tablet.clock.advance(60_000);
    await edit(tablet, noteId, html("from the tablet"));
    await tablet.sync();
    delete laptop.faults.next;
    for (const device of [laptop, tablet, phone, laptop]) await device.sync();

    for (const device of [laptop, tablet, phone]) {
      expect(texts(device).living).toEqual([`Bread (Cloud Copy): ${html("from the phone")}`, `Bread: ${html("from the tablet")}`]);
    }
  });

  it("keep_cloud: that text outlives it too where it was in the note before it was chosen", async () => {
    const tablet = await createTestDevice("tablet", drive);
    const noteId = await write(phone, html("at first"));
    for (const device of [phone, laptop, tablet]) await device.sync();
    await edit(laptop, noteId, html("from the laptop"));
    await phone.clock.advance(30_000);
    await edit(phone, noteId, html("from the phone"));
    await phone.sync();
    await tablet.clock.advance(60_000);
    await edit(tablet, noteId, html("from the tablet"));
    // Its copy of the phone's text gets through, what it made of the note does not yet.
    tablet.faults.next = () => (tablet.calls.filter((call) => call === "create").length > 1 ? { kind: "offline" } : undefined);
    await tablet.sync();
    await laptop.sync();
    await laptop.conflicts.resolve(only(laptop).id, "keep_cloud");
    await laptop.sync();
    delete tablet.faults.next;
    for (const device of [tablet, laptop, phone, tablet]) await device.sync();

    for (const device of [laptop, tablet, phone]) {
      expect(texts(device).living).toEqual([`Bread (Cloud Copy): ${html("from the phone")}`, `Bread: ${html("from the tablet")}`]);
    }
  });

  it("keep_cloud: and where more was written beside it meanwhile", async () => {
    const tablet = await createTestDevice("tablet", drive);
    const noteId = await write(phone, `${html("at first")}${html("below")}`);
    for (const device of [phone, laptop, tablet]) await device.sync();
    await edit(laptop, noteId, `${html("from the laptop")}${html("below")}`);
    await phone.clock.advance(30_000);
    await edit(phone, noteId, `${html("from the phone")}${html("below")}`);
    await phone.sync();
    await tablet.clock.advance(60_000);
    await edit(tablet, noteId, `${html("from the tablet")}${html("below")}`);
    tablet.faults.next = () => (tablet.calls.filter((call) => call === "create").length > 1 ? { kind: "offline" } : undefined);
    await tablet.sync();
    await laptop.sync();
    await laptop.conflicts.resolve(only(laptop).id, "keep_cloud");
    await edit(laptop, noteId, `${html("from the phone")}${html("below")}${html("and more")}`);
    await laptop.sync();
    delete tablet.faults.next;
    for (const device of [tablet, laptop, phone, tablet]) await device.sync();

    for (const device of [laptop, tablet, phone]) {
      const all = texts(device).living.join("\n");
      for (const text of ["from the phone", "from the tablet", "and more"]) expect(all).toContain(text);
    }
  });

  it("keep_cloud: the side of this device is in a soft-deleted copy", async () => {
    await clash("from the phone", "from the laptop");
    await resolve("keep_cloud");
    expect(texts(phone)).toEqual(texts(laptop));
    expect(texts(laptop)).toMatchObject({ living: ["Bread: <p>from the phone</p>"] });
    expect(texts(laptop).deleted).toContain("Bread (Cloud Copy): <p>from the laptop</p>");
  });

  it("merge: both texts one under the other, with the spec's words", async () => {
    await clash("from the phone", "from the laptop", "at first", ["Brot"]);
    await resolve("merge");
    expect(texts(phone).living).toEqual([
      "Bread (Merged): <p>from the laptop</p><hr><p><strong>Merged from Cloud: Brot</strong></p><p>from the phone</p>",
    ]);
  });

  it("create_copy: makes two notes, and the copy has the text of the cloud", async () => {
    await clash("from the phone", "from the laptop");
    await resolve("create_copy");
    expect(texts(phone).living).toEqual(["Bread (Cloud Copy): <p>from the phone</p>", "Bread: <p>from the laptop</p>"]);
  });

  it("does not write over what was written since", async () => {
    const noteId = await clash("two", "three", "one</p><p>list</p><p>end");
    await laptop.sync();
    const before = await laptop.notes.open(noteId);
    if (!before.ok) throw new Error("not opened");
    await edit(laptop, noteId, `${before.value.content}<p>written since</p>`);
    await resolve("keep_cloud");
    const after = await laptop.notes.open(noteId);
    expect(after.ok && after.value.content).toContain("written since");
    expect(after.ok && after.value.content).toContain("two");
  });

  it("leaves a copy that was edited", async () => {
    await clash("from the phone", "from the laptop");
    const { copyId = "" } = only(laptop);
    await edit(laptop, copyId, html("from the phone, and more"));
    await resolve("keep_local");
    expect(texts(phone).living).toContain("Bread (Cloud Copy): <p>from the phone, and more</p>");
  });

  it("says so when the note is gone", async () => {
    const noteId = await clash("from the phone", "from the laptop");
    await laptop.notes.remove(noteId);
    expect(await laptop.conflicts.resolve(only(laptop).id, "merge")).toEqual({ ok: false, problem: { kind: "not-found" } });
  });

  it("no resolution loses a word of either side, nor one that was written since", async () => {
    const word = fc.stringMatching(/^[a-z]{3,6}$/);
    const blocks = fc.array(fc.array(word, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    const options = {
      blocks,
      phone: blocks,
      laptop: blocks,
      since: fc.option(word, { nil: undefined }),
      how: fc.constantFrom(...RESOLUTIONS),
    };
    await fc.assert(
      fc.asyncProperty(fc.record(options), fc.boolean(), async (given, isPhoneLater) => {
        const drive = new MemoryDrive();
        laptop = await createTestDevice("laptop", drive);
        phone = await createTestDevice("phone", drive);
        const text = (parts: readonly (readonly string[])[], mark: string) =>
          parts.map((part) => html(part.map((one) => `${one}${mark}`).join(" "))).join("");
        const noteId = await write(phone, text(given.blocks, ""));
        await phone.sync();
        await laptop.sync();
        await (isPhoneLater ? laptop : phone).clock.advance(60_000);
        await edit(phone, noteId, `${text(given.phone, "P")}<p>${given.blocks.length}phone</p>`, "PhoneTitle");
        await edit(laptop, noteId, `${text(given.laptop, "L")}<p>${given.blocks.length}laptop</p>`, "LaptopTitle");
        await phone.sync();
        await laptop.sync();
        const conflict = only(laptop);
        if (given.since !== undefined) {
          const now = await laptop.notes.open(noteId);
          if (!now.ok) throw new Error("not opened");
          await edit(laptop, noteId, `${now.value.content}<p>${given.since}Since</p>`);
        }
        const current = await laptop.notes.open(noteId);
        await laptop.conflicts.resolve(conflict.id, given.how);
        await laptop.sync();
        await phone.sync();
        const { living, deleted } = texts(phone);
        const reachable = [...living, ...deleted].join(" ");
        const sides = [conflict.local, conflict.cloud].map(({ title, content }) => `${title} ${content}`).join(" ");
        const wanted = `${sides} ${current.ok ? current.value.content : ""}`.match(/[A-Za-z0-9]+/g) ?? [];
        expect(wanted.filter((token) => !reachable.includes(token))).toEqual([]);
        expect(texts(laptop)).toEqual(texts(phone));
      }),
      { numRuns: 60 },
    );
  });
});

describe("decision 0004 conflictResolutionStrategy", () => {
  it.each(RESOLUTIONS)("%s resolves a clash without asking", async (how) => {
    laptop.strategy.chosen = how;
    await clash("from the phone", "from the laptop");
    expect(only(laptop).resolution).toMatchObject({ how, byItself: true });
    expect(laptop.conflicts.store.getState().openCount).toBe(0);
  });

  it("manual resolves nothing", async () => {
    await clash("from the phone", "from the laptop");
    expect(only(laptop).resolution).toBeUndefined();
  });

  it("two devices that both resolve automatically come to rest", async () => {
    laptop.strategy.chosen = "merge";
    phone.strategy.chosen = "merge";
    const noteId = await clash("from the phone", "from the laptop");
    for (let round = 0; round < 6; round += 1) await Promise.all([laptop.sync(), phone.sync()]);
    await laptop.sync();
    await phone.sync();
    expect(texts(laptop)).toEqual(texts(phone));
    const merged = await laptop.notes.open(noteId);
    expect(merged.ok && merged.value.content.split("Merged from Cloud").length).toBeLessThan(4);
  });
});

it("decides nothing while what puts texts together cannot be fetched, and does so at the next try", async () => {
  await clash("from the phone", "from the laptop");
  const loads = [() => Promise.reject(new TypeError("Failed to fetch dynamically imported module"))];
  const lazyService = createConflictsService({
    library: laptop.library,
    records: laptop.store,
    clock: laptop.clock,
    strategy: () => "manual",
    resolving: lazyModule(() => (loads.shift() ?? (() => import("./plan-resolve.ts")))()),
  });
  await expect.poll(() => lazyService.store.getState().openCount).toBe(1);
  const { id } = only(laptop);

  expect(await lazyService.resolve(id, "keep_cloud")).toEqual({
    ok: false,
    problem: { kind: "code-missing" },
  });
  expect(only(laptop).resolution).toBeUndefined();
  expect(await lazyService.resolve(id, "keep_cloud")).toEqual({ ok: true, value: undefined });
  await expect.poll(() => lazyService.store.getState().openCount).toBe(0);
  lazyService.close();
});
