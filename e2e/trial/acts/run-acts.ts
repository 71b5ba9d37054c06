/**
 * The trial of rare acts: while the devices of one account edit, pin, tick, link and trash, one of them signs out, changes the password, approves
 * a device, takes an update, restores a backup or an earlier day, or purges. After each act every device must hold the same, with everything that
 * was acknowledged.
 */
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openReleases } from "../../harness/servers/releases.ts";
import { approveDevice, changePassword, endAllSessions, signOutAndIn } from "./account-acts.ts";
import { closeHousehold, editOrdinarily, type Household, judge, openHousehold } from "./household.ts";
import type { Failure } from "./judge-household.ts";
import { purgeByDriveClock, restoreBackup, restoreDay, restoreElsewhere, updateApp } from "./library-acts.ts";

export type ActsOptions = {
  readonly acts: number;
  readonly seed: number;
  /** Names of the acts to draw from; empty for all. */
  readonly only: readonly string[];
  readonly log: (line: string) => void;
};

export type ActsResult = {
  readonly acts: number;
  readonly seed: number;
  readonly isManaged: boolean;
  readonly words: number;
  readonly lost: number;
  readonly diverged: number;
  readonly doubled: number;
  /** Errors that the pages logged. */
  readonly complaints: readonly string[];
};

type Act = (house: Household) => Promise<void>;

/** More devices than this only make the run longer. */
const MOST_DEVICES = 3;

export async function runActs({ acts, seed, only, log }: ActsOptions): Promise<ActsResult> {
  const releases = await openReleases();
  const isManaged = seed % 2 === 1;
  const table: Readonly<Record<string, Act>> = {
    "sign-out": signOutAndIn,
    password: changePassword,
    sessions: endAllSessions,
    approval: approveDevice,
    update: updateApp(releases.publishNext),
    backup: restoreBackup,
    day: restoreDay,
    trash: restoreElsewhere,
    purge: purgeByDriveClock,
  };
  const names = Object.keys(table).filter((name) => only.length === 0 || only.includes(name));
  const house = await openHousehold({ seed, isManaged, webDir: releases.webDir, log });
  const counts = { lost: 0, diverged: 0, doubled: 0 };
  try {
    let waiting: string[] = [];
    for (let at = 0; at < acts; at += 1) {
      if (waiting.length === 0) waiting = [...names];
      const [name = ""] = waiting.splice(house.chance.int(0, waiting.length - 1), 1);
      const failures = await playAct(house, name, table[name] as Act);
      for (const kind of new Set(failures.map((failure) => failure.kind))) counts[kind] += 1;
      const lines = failures.length === 0 ? [] : [...failures.map(({ kind, what }) => `${kind}: ${what}`), ...house.trace];
      log(`${at + 1}. ${name}: ${house.words.length} words${lines.map((line) => `\n  ${line}`).join("")}`);
    }
    return {
      acts,
      seed,
      isManaged,
      words: house.words.length,
      ...counts,
      complaints: house.devices.flatMap((device) => device.complaints()),
    };
  } finally {
    await closeHousehold(house);
    await releases.close();
  }
}

async function playAct(house: Household, name: string, act: Act): Promise<readonly Failure[]> {
  house.taken.clear();
  house.trace.length = 0;
  try {
    await editOrdinarily(house, house.devices, 1);
    await act(house);
  } catch (error) {
    house.log(`${name} broke off; the screens are ${(await photograph(house)).join(", ")}`);
    throw error;
  }
  const failures = await judge(house);
  if (house.devices.length > MOST_DEVICES) await retire(house);
  return failures;
}

async function retire({ devices, complaints }: Household): Promise<void> {
  const device = devices.shift();
  complaints.push(...(device?.complaints() ?? []));
  await device?.close();
}

/** Returns the files with what each device shows. */
function photograph({ devices }: Household): Promise<readonly string[]> {
  return Promise.all(
    devices.map(async ({ page }, at) => {
      const path = join(tmpdir(), `satchel-acts-${at}.png`);
      await page.screenshot({ path }).catch(() => undefined);
      return path;
    }),
  );
}
