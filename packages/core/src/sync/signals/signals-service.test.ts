import { beforeEach, describe, expect, it } from "vitest";
import { SIGNALS } from "../../model/limits/limits.ts";
import { createStore, type Store } from "../../model/store.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createMemoryChannel, type MemoryChannel } from "../../testing/memory-signals.ts";
import { createPlainSignalSealing } from "../../testing/plain-signal-sealing.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { runCycle } from "../cycle/sync-cycle.ts";
import { Awaited } from "./awaited.ts";
import { createSignalsService } from "./signals-service.ts";
import type { SignalsService } from "./signals-service-types.ts";

type Phase = { readonly phase: string; readonly problem?: { readonly kind: string } | undefined };
type Live = {
  readonly device: TestDevice;
  readonly service: SignalsService;
  readonly looks: () => number;
  readonly shows: { noteId: string | undefined };
  readonly state: Store<Phase>;
  readonly stop: () => void;
  /** A cycle as the sync loop runs it. */
  readonly cycle: () => Promise<void>;
};

let clock: ManualClock;
let drive: MemoryDrive;
let channel: MemoryChannel;
beforeEach(() => {
  clock = new ManualClock();
  drive = new MemoryDrive();
  channel = createMemoryChannel();
});

async function start(name: string, device?: TestDevice): Promise<Live> {
  const own = device ?? (await createTestDevice(name, drive, clock));
  await own.sync();
  const awaited = new Awaited();
  const state = createStore<Phase>({ phase: "idle" });
  const shows: Live["shows"] = { noteId: undefined };
  let looks = 0;
  const service = createSignalsService({
    library: own.library,
    signals: channel.join(),
    sealing: createPlainSignalSealing(),
    awaited,
    ids: createSequenceIds(`${name}-session`),
    clock,
    timers: clock,
    name: () => name,
    shownNote: () => shows.noteId,
    sync: state,
    scheduleSync: () => {
      looks += 1;
    },
  });
  const stop = service.start();
  await flushPromises();
  const cycle = async () => {
    state.setState({ phase: "syncing" });
    const { library, remote, codec } = own;
    const isAwaited = (entity: Parameters<Awaited["has"]>[0]) => awaited.has(entity, clock.now());
    const ids = createSequenceIds(`${name}-cycle`);
    const ran = await runCycle({
      library,
      remote,
      codec,
      mayPack: () => false,
      ids,
      random: () => 0.5,
      clock,
      isStopped: () => false,
      isAwaited,
    });
    expect(ran.ok).toBe(true);
    state.setState({ phase: "idle" });
    own.notes.refresh();
    await flushPromises();
  };
  return { device: own, service, looks: () => looks, shows, state, stop, cycle };
}

async function create({ device }: Live, title: string, content = ""): Promise<string> {
  const made = await device.notes.create({ title, content }, null);
  if (!made.ok) throw new Error("not created");
  await flushPromises();
  return made.value.noteId;
}

async function edit({ device }: Live, noteId: string, content: string): Promise<void> {
  const seen = device.library.index.entities.get(noteId);
  const saved = await device.notes.save(noteId, { title: "Milk", content }, { seen: { vv: seen?.vv ?? {} } });
  if (!saved.ok) throw new Error("not saved");
  await flushPromises();
}

const textOf = ({ device }: Live, noteId: string): string => {
  const entity = device.disk.entities.get(noteId);
  return entity?.kind === "note" ? entity.content : "";
};
const pending = ({ device }: Live): number => device.library.index.pendingPush.size;
const creates = ({ device }: Live): number => device.calls.filter((call) => call === "create").length;

describe("decision 0024: a save is shown on the other device before the drive has it", () => {
  it("takes it in at once, leaves it to its own device to send, and is confirmed by the drive", async () => {
    const [laptop, phone] = [await start("laptop"), await start("phone")];
    const noteId = await create(laptop, "Milk", "<p>one</p>");

    expect(textOf(phone, noteId)).toBe("<p>one</p>");
    expect([drive.files.size, pending(phone), phone.looks()]).toEqual([0, 1, 0]);
    await phone.cycle();
    expect([creates(phone), pending(phone)]).toEqual([0, 1]);

    await laptop.cycle();
    expect(phone.looks()).toBe(1);
    await phone.cycle();
    expect([creates(phone), pending(phone), drive.files.size]).toEqual([0, 0, 1]);
    // What it found says nothing new to anyone.
    expect(laptop.looks()).toBe(0);
  });

  it("sends it by itself when its own device does not, after a minute or when the user asks", async () => {
    const [laptop, phone] = [await start("laptop"), await start("phone")];
    await create(laptop, "Milk");
    clock.sleep(SIGNALS.leftToOthersMs);
    await phone.cycle();
    expect([creates(phone), pending(phone)]).toEqual([1, 0]);

    await create(laptop, "Eggs");
    expect(pending(phone)).toBe(1);
    await phone.device.sync();
    expect([creates(phone), pending(phone)]).toEqual([2, 0]);
    await laptop.cycle();
    await phone.cycle();
    expect([laptop, phone].map(({ device }) => [...device.titles()].sort())).toEqual([
      ["Eggs", "Milk"],
      ["Eggs", "Milk"],
    ]);
  });

  it("merges edits of both, each on its own device, into the same text without a copy", async () => {
    const [laptop, phone] = [await start("laptop"), await start("phone")];
    const noteId = await create(laptop, "Milk", "<p>one</p><p>two</p><p>three</p>");
    channel.setReachable(false);
    await laptop.cycle();
    await phone.cycle();
    await edit(laptop, noteId, "<p>ONE</p><p>two</p><p>three</p>");
    await edit(phone, noteId, "<p>one</p><p>two</p><p>THREE</p>");
    channel.setReachable(true);
    await flushPromises();
    await edit(laptop, noteId, "<p>ONE!</p><p>two</p><p>three</p>");

    expect(textOf(phone, noteId)).toBe("<p>ONE!</p><p>two</p><p>THREE</p>");
    for (const live of [laptop, phone, laptop, phone]) await live.cycle();
    expect(textOf(laptop, noteId)).toBe("<p>ONE!</p><p>two</p><p>THREE</p>");
    expect([laptop, phone].map(({ device }) => device.titles().length)).toEqual([1, 1]);
  });

  it("takes a merge of a version that it sent only over the channel", async () => {
    const [laptop, phone] = [await start("laptop"), await start("phone")];
    const noteId = await create(laptop, "Milk", "<p>one</p>");
    await edit(laptop, noteId, "<p>one</p><p>two</p>");
    await edit(phone, noteId, "<p>ONE</p><p>two</p>");
    await edit(laptop, noteId, "<p>ONE</p><p>two</p><p>three</p>");
    const { deviceId } = laptop.device.library.index.meta;
    for (const live of [phone, laptop, phone]) await live.cycle();

    expect(laptop.device.library.index.meta).toMatchObject({ deviceId, formerIds: [] });
    for (const live of [laptop, phone]) expect(textOf(live, noteId)).toBe("<p>ONE</p><p>two</p><p>three</p>");
  });

  it("takes what was made of a save at once, though the drive does not have that save yet", async () => {
    const [laptop, phone] = [await start("laptop"), await start("phone")];
    const noteId = await create(laptop, "Milk", "<p>one</p>");
    await edit(phone, noteId, "<p>one</p><p>two</p>");
    expect(textOf(laptop, noteId)).toBe("<p>one</p><p>two</p>");
    await edit(phone, noteId, "<p>one</p><p>two</p><p>three</p>");
    expect(textOf(laptop, noteId)).toBe("<p>one</p><p>two</p><p>three</p>");
  });

  it("sends a delete, and what is too large or too much through the drive", async () => {
    const [laptop, phone] = [await start("laptop"), await start("phone")];
    const noteId = await create(laptop, "Milk");
    await laptop.device.notes.remove(noteId);
    await flushPromises();
    phone.device.notes.refresh();
    expect(phone.device.titles()).toEqual([]);

    await create(laptop, "Large", `<p>${"A".repeat(SIGNALS.maxContentChars)}</p>`);
    phone.device.notes.refresh();
    expect(phone.device.titles()).toEqual([]);
    await laptop.cycle();
    expect(phone.looks()).toBe(1);
    await phone.cycle();
    expect(phone.device.titles()).toEqual(["Large"]);
  });
});

describe("decision 0024: nothing that comes over the channel is believed unless it opens, and is recent", () => {
  it("ignores senders without the key, and messages that are not signals", async () => {
    const [laptop, phone] = [await start("laptop"), await start("phone")];
    const noteId = await create(laptop, "Milk", "<p>one</p>");
    const [last] = channel.sent.filter((message) => message.includes('"saved"'));
    const forged = (last ?? "")
      .replace("vault:", "other:")
      .replace("<p>one</p>", "<p>forged</p>")
      .replace(/"laptop":1/g, '"laptop":9');
    for (const message of [forged, "", "vault:", "vault:{}", 'vault:{"session":"x","turn":1,"kind":"look"}', 'vault:["look"]'])
      channel.inject(message);
    await flushPromises();
    expect([textOf(phone, noteId), phone.looks(), laptop.looks()]).toEqual(["<p>one</p>", 0, 0]);
  });

  it("takes what was recorded and is played again for nothing, also on a device that is new", async () => {
    const [laptop, phone] = [await start("laptop"), await start("phone")];
    await create(laptop, "Milk");
    await laptop.cycle();
    const recorded = [...channel.sent];
    const [before, looks] = [phone.service.store.getState(), phone.looks()];
    laptop.stop();
    await flushPromises();
    const tablet = await start("tablet");
    const titles = tablet.device.titles();
    for (const message of [...recorded, ...recorded.reverse()]) channel.inject(message);
    await flushPromises();

    expect(before.others).toEqual([{ name: "laptop" }]);
    expect(phone.looks()).toBe(looks);
    expect([tablet.looks(), tablet.device.titles()]).toEqual([0, titles]);
    expect(phone.service.store.getState().others).toEqual([{ name: "tablet" }]);
    expect(tablet.service.store.getState().others).toEqual([{ name: "phone" }]);
  });

  it("comes to the same with messages doubled, lost and in another order", async () => {
    const [laptop, phone] = [await start("laptop"), await start("phone")];
    const held: string[] = [];
    channel.path = (message) => {
      held.push(message);
      return held.length % 3 === 0 ? [...held].reverse() : held.length % 3 === 1 ? [] : [message, message];
    };
    const noteId = await create(laptop, "Milk", "<p>0</p>");
    for (let turn = 1; turn < 30; turn += 1) await edit(laptop, noteId, `<p>${turn}</p>`);
    for (const live of [laptop, phone, laptop, phone]) await live.cycle();
    expect([textOf(laptop, noteId), textOf(phone, noteId), phone.device.titles()]).toEqual(["<p>29</p>", "<p>29</p>", ["Milk"]]);
  });

  it("takes nothing in while sync waits for the user, or before a first sync", async () => {
    const [laptop, phone] = [await start("laptop"), await start("phone")];
    phone.state.setState({ problem: { kind: "target-changed" } });
    const noteId = await create(laptop, "Milk", "<p>one</p>");
    expect(textOf(phone, noteId)).toBe("");
    await laptop.cycle();
    await phone.cycle();
    expect(textOf(phone, noteId)).toBe("<p>one</p>");
  });
});

describe("decision 0024: presence", () => {
  it("says which note is in front of the user of another device, until that leaves or falls silent", async () => {
    const [laptop, phone] = [await start("laptop"), await start("phone")];
    expect([laptop, phone].map(({ service }) => service.store.getState().others)).toEqual([[{ name: "phone" }], [{ name: "laptop" }]]);
    phone.shows.noteId = "note-1";
    phone.service.shown();
    await flushPromises();
    expect(laptop.service.store.getState().others).toEqual([{ name: "phone", noteId: "note-1" }]);

    await clock.advance(5 * SIGNALS.presenceEveryMs);
    expect(laptop.service.store.getState().others).toEqual([{ name: "phone", noteId: "note-1" }]);
    const tablet = await start("tablet");
    tablet.stop();
    await flushPromises();
    expect(laptop.service.store.getState().others).toEqual([{ name: "phone", noteId: "note-1" }]);
    channel.path = (message) => (message.includes("phone") ? [] : [message]);
    await clock.advance(SIGNALS.goneAfterMs + SIGNALS.presenceEveryMs);
    expect(laptop.service.store.getState().others).toEqual([]);
  });

  it("keeps versions back while no other device is there", async () => {
    const laptop = await start("laptop");
    await create(laptop, "Milk");
    await laptop.cycle();
    expect(channel.sent.every((message) => message.includes('"presence"'))).toBe(true);
  });
});
