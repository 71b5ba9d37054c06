import { createDriveClient } from "@satchel/drive/client/create-drive-client.ts";
import { describe, expect, it } from "vitest";
import { ACCESS_TOKEN, createSimDrive, DRIVE_URLS, type SimDrive } from "../world/drive.ts";
import { FAIR_WEATHER } from "../world/network.ts";
import { Chance } from "../world/random.ts";
import { VirtualTime } from "../world/virtual-time.ts";
import { openWorkstation, type Workstation } from "./workstation.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Play = (time: VirtualTime, drive: SimDrive, chance: Chance) => Promise<void>;

function inVirtualTime(seed: number, play: Play): Promise<void> {
  const time = new VirtualTime();
  const chance = new Chance(seed);
  let isOver = false;
  const played = play(time, createSimDrive(time, chance.fork()), chance).finally(() => {
    isOver = true;
  });
  return Promise.all([played, time.run(() => isOver)]).then(() => undefined);
}

/** The titles, by note id, of everything that the app reported as saved. */
type Written = Map<string, string>;

async function writeOrEdit(workstation: Workstation, written: Written, chance: Chance): Promise<void> {
  const title = `Note ${written.size} ${chance.int(0, 1_000_000)}`;
  const known = chance.pick([...written.keys()]);
  if (known === undefined || chance.happens(0.5)) {
    const made = await workstation.notes.create({ title, content: `<p>${title}</p>` }, null);
    if (made.ok) written.set(made.value.noteId, title);
    return;
  }
  const opened = await workstation.notes.open(known);
  if (!opened.ok) throw new Error(opened.problem.kind);
  const saved = await workstation.notes.save(known, { title, content: `<p>${title}</p>` }, { seen: { vv: opened.value.vv } });
  if (saved.ok) written.set(known, title);
}

async function waitUntil(time: VirtualTime, isSo: () => boolean, atMostMs: number): Promise<void> {
  const end = time.now() + atMostMs;
  while (!isSo() && time.now() < end) await time.wait(SECOND);
  expect(isSo()).toBe(true);
}

/** Expects that nothing is lost, nothing is duplicated and nothing untrue was said, and that a fresh device sees the same notes. */
async function judge(time: VirtualTime, drive: SimDrive, workstation: Workstation, written: Written): Promise<void> {
  await waitUntil(time, () => workstation.notes.store.getState().pendingCount === 0, 10 * MINUTE);
  expect(workstation.link()).toBe("connected");
  expect([...workstation.falseClaims]).toEqual([]);
  const fresh = await openWorkstation({ name: "fresh-device", time, drive });
  await waitUntil(time, () => fresh.notes.store.getState().notes.length >= written.size, 10 * MINUTE);
  for (const { notes } of [workstation, fresh])
    expect(new Map(notes.store.getState().notes.map(({ noteId, title }) => [noteId, title]))).toEqual(written);
  expect(await filesOf(time, drive)).toEqual([...written.keys()].sort());
}

async function filesOf(time: VirtualTime, drive: SimDrive): Promise<readonly string[]> {
  const client = createDriveClient({
    baseUrls: DRIVE_URLS,
    fetch: drive.fetch,
    token: async () => ACCESS_TOKEN,
    refresh: async () => ACCESS_TOKEN,
    timers: time,
    random: () => 0.5,
  });
  const listed = await client.list({ q: "trashed = false", fields: "files(appProperties)", pageSize: 1000 });
  if (!listed.ok) throw new Error(listed.problem.kind);
  return (listed.value.files ?? []).flatMap(({ appProperties }) => (appProperties?.k === "note" ? (appProperties.n ?? []) : [])).sort();
}

describe("decision 0009 outages, with all parts in place", () => {
  it.each([1, 2, 3, 4, 5])("a network that flaps for ten minutes (seed %i)", async (seed) => {
    await inVirtualTime(seed, async (time, drive, chance) => {
      const workstation = await openWorkstation({ name: "desk", time, drive });
      const written: Written = new Map();
      const end = time.now() + 10 * MINUTE;
      while (time.now() < end) {
        await time.wait(chance.int(200, 15 * SECOND));
        if (chance.happens(0.6)) workstation.setOnline(!workstation.wire.isOnline());
        if (chance.happens(0.3)) workstation.expire();
        if (chance.happens(0.7)) await writeOrEdit(workstation, written, chance);
      }
      workstation.setOnline(true);
      expect(written.size).toBeGreaterThan(10);
      await judge(time, drive, workstation, written);
    });
  });

  it("a drive that is down for a day", async () => {
    await inVirtualTime(6, async (time, drive, chance) => {
      const workstation = await openWorkstation({ name: "desk", time, drive });
      const written: Written = new Map();
      await writeOrEdit(workstation, written, chance);
      await waitUntil(time, () => workstation.link() === "connected" && workstation.notes.store.getState().pendingCount === 0, MINUTE);
      workstation.wire.setWeather({ ...FAIR_WEATHER, serverFails: 2 });
      await waitUntil(time, () => workstation.link() === "disconnected", 2 * MINUTE);
      for (let hour = 0; hour < 24; hour += 1) {
        await writeOrEdit(workstation, written, chance);
        for (let minute = 0; minute < 60; minute += 1) {
          await time.wait(MINUTE);
          expect(workstation.link()).toBe("disconnected");
        }
        expect(workstation.notes.store.getState().notes.some(({ sync }) => sync.kind === "on-this-device" || sync.kind === "saving")).toBe(
          true,
        );
      }
      workstation.wire.setWeather(FAIR_WEATHER);
      await judge(time, drive, workstation, written);
    });
  });

  it("a page opened offline, whose network comes hours later", async () => {
    await inVirtualTime(7, async (time, drive, chance) => {
      const workstation = await openWorkstation({ name: "desk", time, drive, isOnline: false });
      const written: Written = new Map();
      for (let act = 0; act < 12; act += 1) {
        await writeOrEdit(workstation, written, chance);
        await time.wait(20 * MINUTE);
        expect(workstation.link()).toBe("offline");
      }
      expect(workstation.notes.store.getState().notes.every(({ sync }) => sync.kind === "on-this-device")).toBe(true);
      workstation.setOnline(true);
      await judge(time, drive, workstation, written);
    });
  });

  it("renews access that expires during uploads once each time, and never sends the user to a sign-in", async () => {
    await inVirtualTime(8, async (time, drive, chance) => {
      const workstation = await openWorkstation({ name: "desk", time, drive });
      const written: Written = new Map();
      await waitUntil(time, () => workstation.link() === "connected", MINUTE);
      for (let round = 0; round < 20; round += 1) {
        for (let note = 0; note < 5; note += 1) await writeOrEdit(workstation, written, chance);
        const before = workstation.renewals();
        workstation.expire();
        await waitUntil(time, () => workstation.notes.store.getState().pendingCount === 0, 5 * MINUTE);
        expect(workstation.renewals() - before).toBe(1);
      }
      await time.wait(HOUR);
      await judge(time, drive, workstation, written);
    });
  });
});
