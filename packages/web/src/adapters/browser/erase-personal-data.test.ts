import { SIGN_OUT } from "@satchel/core/model/limits/limits.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { describe, expect, it } from "vitest";
import { eraseCaches } from "./erase-personal-data.ts";

const never = () => new Promise<never>(() => undefined);
const storage = (given: Partial<CacheStorage>) => given as CacheStorage;

describe("B9 Logout clearing: caches", () => {
  it("waits a second for the list of caches, then reports that some may remain", async () => {
    const clock = new ManualClock();
    let isLeft: boolean | undefined;
    void eraseCaches(clock, storage({ keys: never })).then((isClear) => (isLeft = !isClear));
    await clock.advance(SIGN_OUT.cacheListMs - 1);
    expect(isLeft).toBeUndefined();
    await clock.advance(1);
    expect([SIGN_OUT.cacheListMs, isLeft]).toEqual([1000, true]);
  });

  it("waits half a second for each cache while it deletes the others", async () => {
    const clock = new ManualClock();
    const deleted: string[] = [];
    const remove = async (name: string) => (name === "my-notes" ? never() : deleted.push(name) > 0);
    let isLeft: boolean | undefined;
    void eraseCaches(clock, storage({ keys: async () => ["my-notes", "cloud-files"], delete: remove })).then(
      (isClear) => (isLeft = !isClear),
    );
    await clock.advance(SIGN_OUT.cacheDeleteMs - 1);
    expect([deleted, isLeft]).toEqual([["cloud-files"], undefined]);
    await clock.advance(1);
    expect([SIGN_OUT.cacheDeleteMs, isLeft]).toEqual([500, true]);
  });
});
