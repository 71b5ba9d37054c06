/** Mark of a database in local storage, because a browser may silently delete a damaged database. Identified by its device ids. */

import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";

export type DatabaseMark = {
  /** Number of items in the deleted database that this one replaces; 0 if none was deleted, or once the loss has been noted. */
  readonly lost: ReadableStore<{ readonly count: number }>;
  /** Updates the count. Does nothing until a loss has been noted, so that a reload shows it again. */
  keep(count: number): void;
  noteLoss(count: number): void;
};

type MarkDeps = {
  readonly preferences: Preferences;
  readonly key: string;
  /** Current id first. */
  readonly deviceIds: readonly string[];
};

const SEPARATOR = " ";

export function createDatabaseMark({ preferences, key, deviceIds }: MarkDeps): DatabaseMark {
  const lost = createStore({ count: lostSince(preferences.read(key), deviceIds) });
  let kept: string | undefined;
  const keep = (count: number): void => {
    const mark = `${deviceIds[0]}${SEPARATOR}${count}`;
    if (lost.getState().count > 0 || mark === kept) return;
    kept = mark;
    preferences.write(key, mark);
  };
  return {
    lost,
    keep,
    noteLoss(count) {
      lost.setState({ count: 0 });
      keep(count);
    },
  };
}

function lostSince(mark: string | undefined, deviceIds: readonly string[]): number {
  const [deviceId = "", count = ""] = mark?.split(SEPARATOR) ?? [];
  return deviceIds.includes(deviceId) || !/^\d+$/.test(count) ? 0 : Number(count);
}
