import { describe, expect, it } from "vitest";
import { makeKeys } from "./clients/keys.ts";
import { syncPairs } from "./pairs.ts";

describe("sync.md §1 two devices that edit one note and sync at the same moment", () => {
  it("keep both texts on both devices every time", async () => {
    expect(await syncPairs(await makeKeys(), 60)).toEqual({ pairs: 60, lost: [], apart: 0 });
  });
});
