import { ok } from "@satchel/core/model/result.ts";
import { describe, expect, it } from "vitest";
import { readAhead } from "./lazy-library.ts";
import type { ReadLibrary } from "./read-library.ts";

describe("the account's database, read while its keys are opened", () => {
  function reading() {
    const seen = { reads: 0, closed: 0 };
    const readCloudLibrary = async () => {
      seen.reads += 1;
      return ok({
        close: () => {
          seen.closed += 1;
        },
      } as ReadLibrary);
    };
    return { seen, load: async () => ({ readCloudLibrary }) };
  }

  it("is used by the first library that opens, and by no other", async () => {
    const { seen, load } = reading();
    const ahead = readAhead(() => undefined, true, load);
    expect((await ahead.take())?.ok).toBe(true);
    expect(await ahead.take()).toBeUndefined();
    ahead.drop();
    await Promise.resolve();
    expect(seen).toEqual({ reads: 1, closed: 0 });
  });

  it("is dropped when no keys open", async () => {
    const { seen, load } = reading();
    readAhead(() => undefined, true, load).drop();
    await expect.poll(() => seen.closed).toBe(1);
  });

  it("is not read while signed out, and is read later if its code cannot load", async () => {
    const { seen, load } = reading();
    expect(await readAhead(() => undefined, false, load).take()).toBeUndefined();
    expect(seen.reads).toBe(0);
    const lost = async () => {
      throw new TypeError("Failed to fetch dynamically imported module");
    };
    expect(await readAhead(() => undefined, true, lost).take()).toBeUndefined();
  });

  it("shows nothing before it is read, and continues reading otherwise", async () => {
    const first = { vaultId: "v", notes: [] };
    let isRead = false;
    const load = async () => ({
      readCloudLibrary: async (_onOutdated: () => void, showFirst?: (shown: typeof first) => Promise<void>) => {
        await showFirst?.(first);
        isRead = true;
        return ok({ close: () => undefined } as ReadLibrary);
      },
    });
    const ahead = readAhead(() => undefined, true, load);
    await new Promise((resolve) => setImmediate(resolve));
    expect(isRead).toBe(false);
    const shown: unknown[] = [];
    expect((await ahead.take(async (one) => void shown.push(one)))?.ok).toBe(true);
    expect(shown).toEqual([first]);
    isRead = false;
    readAhead(() => undefined, true, load).drop();
    await expect.poll(() => isRead).toBe(true);
  });
});
