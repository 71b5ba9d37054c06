/** Unsaved text stays on the device: it never reaches the channel between devices or the drive. */
import { expect, it } from "vitest";
import { SIGNALS } from "../../model/limits/limits.ts";
import { createStore } from "../../model/store.ts";
import { Awaited } from "../../sync/signals/awaited.ts";
import { createSignalsService } from "../../sync/signals/signals-service.ts";
import { flushPromises, ManualClock } from "../../testing/manual-clock.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createMemoryChannel, type MemoryChannel } from "../../testing/memory-signals.ts";
import { createPlainSignalSealing } from "../../testing/plain-signal-sealing.ts";
import { createSequenceIds } from "../../testing/sequence-ids.ts";
import { createTestDevice, type TestDevice } from "../../testing/test-device.ts";
import { createTabsService } from "./tabs-service.ts";

function listen(device: TestDevice, channel: MemoryChannel, name: string, shownNote: () => string | undefined) {
  const service = createSignalsService({
    library: device.library,
    signals: channel.join(),
    sealing: createPlainSignalSealing(),
    awaited: new Awaited(),
    ids: createSequenceIds(name),
    clock: device.clock,
    timers: device.clock,
    name: () => name,
    shownNote,
    sync: createStore({ phase: "idle" }),
    scheduleSync: () => undefined,
  });
  service.start();
  return service;
}

it("decision 0024: does not send keystrokes before a save", async () => {
  const [clock, drive, channel] = [new ManualClock(), new MemoryDrive(), createMemoryChannel()];
  const [laptop, phone] = [await createTestDevice("laptop", drive, clock), await createTestDevice("phone", drive, clock)];
  const made = await laptop.notes.create({ title: "Birds", content: "<p>a list</p>" }, null);
  if (!made.ok) throw new Error("not created");
  const { noteId } = made.value;
  await laptop.sync();
  await phone.sync();
  const service = listen(laptop, channel, "laptop", () => noteId);
  listen(phone, channel, "phone", () => noteId);
  await flushPromises();
  expect(service.store.getState().others).toHaveLength(1);
  const tabs = createTabsService({
    notes: laptop.notes,
    drafts: laptop.store,
    tabs: laptop.store,
    clock,
    ids: createSequenceIds("tabs"),
    timers: clock,
    windowId: "window",
  });
  await tabs.restore();
  const tabId = tabs.openEdit(noteId);
  await flushPromises();
  const [sentBefore, callsBefore, filesBefore] = [channel.sent.length, laptop.calls.length, JSON.stringify([...drive.files])];

  let typed = "<p>a list";
  for (const letter of " heron") {
    typed += letter;
    tabs.editDraft(tabId, { content: `${typed}</p>` });
    service.shown();
    await clock.advance(SIGNALS.presenceEveryMs / 2);
  }
  await tabs.flush();
  await laptop.sync();

  // The draft is on disk, and the devices have kept exchanging presence messages.
  expect(JSON.stringify([...laptop.disk.drafts.values()])).toContain("heron");
  const sent = channel.sent.slice(sentBefore);
  expect(sent.length).toBeGreaterThan(2);
  expect(sent.filter((message) => !message.includes('"presence"') || message.includes("her"))).toEqual([]);
  expect(laptop.calls.slice(callsBefore).filter((call) => call === "create" || call === "update")).toEqual([]);
  expect(JSON.stringify([...drive.files])).toBe(filesBefore);

  expect((await tabs.save(tabId)).ok).toBe(true);
  await flushPromises();
  expect(channel.sent.filter((message) => message.includes("a list heron"))).toHaveLength(1);
});
