/** What a database held, kept in local storage, because a browser may silently delete a damaged one. Known by its device ids. */

import { createStore, type ReadableStore } from "../../model/store.ts";
import type { Preferences } from "../../ports/device/preferences.ts";

export type DatabaseMark = {
  /** How much the database held that was deleted in place of which this one was made; 0: none was, or its loss has been noted. */
  readonly lost: ReadableStore<{ readonly count: number }>;
  /** Not while a loss has not been noted: it has to be shown again after a reload of the page. */
  keep(count: number): void;
  noteLoss(count: number): void;
};

type MarkDeps = {
  readonly preferences: Preferences;
  readonly key: string;
  /** The current one first. */
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
