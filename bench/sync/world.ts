/** One user's devices around one counted drive, and typical actions on them. */

import { createDevice, type Device, type DeviceDeps } from "./clients/device.ts";
import type { Keys } from "./clients/keys.ts";
import type { CorpusNote } from "./corpus.ts";
import { type CountedDrive, createCountedDrive } from "./counted-drive.ts";
import { fill, idOf } from "./fill.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export type World = {
  readonly drive: CountedDrive;
  device(name: string, more?: Pick<DeviceDeps, "usesPacks" | "packLimits" | "onFirstScreen">): Promise<Device>;
};

export function createWorld(keys: Keys): World {
  const drive = createCountedDrive();
  return {
    drive,
    device: (name, more) => createDevice({ name, keys, client: drive.client, time: drive.time, ...more }),
  };
}

/** Writes a library on one device, oldest note first. */
export async function writeLibrary(device: Device, corpus: readonly CorpusNote[]): Promise<void> {
  await device.sync();
  await fill(device, corpus);
  await device.sync();
}

/** Simulates the quiet moments in which a device writes packs: it checks once, and again when its turn has come. */
export async function rest(drive: Pick<CountedDrive, "pass">, device: Device): Promise<void> {
  await device.sync("quiet");
  await drive.pass(HOUR_MS);
  await device.sync("quiet");
}

export async function edit({ notes }: Device, number: number, word: string): Promise<void> {
  const opened = await notes.open(idOf(number));
  if (!opened.ok) throw new Error(opened.problem.kind);
  const { title, content } = opened.value;
  const saved = await notes.save(idOf(number), { title, content: `${content}<p>${word}</p>` }, { seen: opened.value });
  if (!saved.ok) throw new Error(saved.problem.kind);
}

export async function editMany(device: Device, numbers: readonly number[], word: string): Promise<void> {
  for (const number of numbers) await edit(device, number, word);
}
