import { describe, expect, it } from "vitest";
import { createDisposerStack } from "./library-parts.ts";

describe("stack of disposers", () => {
  it("closes one after the other, the last opened first", async () => {
    const closed: string[] = [];
    const disposers = createDisposerStack();
    const database = disposers.use({ close: () => void closed.push("database") });
    disposers.defer(async () => {
      await Promise.resolve();
      closed.push("channel");
    });
    disposers.defer(
      () => closed.push("first listener"),
      () => closed.push("second listener"),
    );

    await disposers.close();

    expect(closed).toEqual(["second listener", "first listener", "channel", "database"]);
    expect(database).toHaveProperty("close");
  });

  it("closes the rest even if one fails, and throws the last failure", async () => {
    const closed: string[] = [];
    const disposers = createDisposerStack();
    disposers.defer(
      () => closed.push("database"),
      () => Promise.reject(new Error("the last failure")),
      () => {
        throw new Error("the first failure");
      },
    );

    await expect(disposers.close()).rejects.toThrow("the last failure");

    expect(closed).toEqual(["database"]);
  });

  it("closes each only once", async () => {
    const closed: string[] = [];
    const disposers = createDisposerStack();
    disposers.use({ close: () => closed.push("database") });

    await disposers.close();
    await disposers.close();

    expect(closed).toEqual(["database"]);
  });
});
