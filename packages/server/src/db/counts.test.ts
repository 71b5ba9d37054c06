import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestCounts, type TestCounts } from "../testing/test-counts.ts";

let around: TestCounts;
beforeEach(async () => {
  around = await createTestCounts();
});
afterEach(() => around.close());

const counts = () => around.counts;

describe("decision 0006: counting in the database", () => {
  it("counts in windows that start with the first event and are not extended", async () => {
    const counter = counts().counterOf("try", 1000);
    expect(await counter.add("a")).toEqual({ count: 1, endsInMs: 1000 });
    around.clock.at += 400;
    await counter.addAll(["a", "b"]);
    expect([await counter.of("a"), await counter.of("b")]).toEqual([
      { count: 2, endsInMs: 600 },
      { count: 1, endsInMs: 1000 },
    ]);
    around.clock.at += 600;
    expect([await counter.of("a"), await counter.of("b")]).toEqual([
      { count: 0, endsInMs: 0 },
      { count: 1, endsInMs: 400 },
    ]);
    expect(await counter.add("a")).toEqual({ count: 1, endsInMs: 1000 });
  });

  it("counts every one of many concurrent events", async () => {
    const counter = counts().counterOf("try", 1000);
    const seen = await Promise.all(Array.from({ length: 40 }, () => counter.add("a")));
    expect(seen.map(({ count }) => count).sort((left, right) => left - right)).toEqual(Array.from({ length: 40 }, (_, at) => at + 1));
    const keys = Array.from({ length: 200 }, (_, at) => `key ${at}`);
    const orders = [keys, keys.toReversed()];
    await Promise.all(Array.from({ length: 40 }, (_, at) => counter.addAll(orders[at % 2] ?? [])));
    for (const key of keys) expect((await counter.of(key)).count).toBe(40);
  });

  it("keeps counters apart by name, and clears one on request", async () => {
    const [one, other] = [counts().counterOf("one", 1000), counts().counterOf("other", 1000)];
    await one.add("a");
    expect((await other.of("a")).count).toBe(0);
    await one.clear("a");
    expect((await one.of("a")).count).toBe(0);
  });

  it("ignores windows from a clock that was set back", async () => {
    const counter = counts().counterOf("try", 1000);
    await counter.add("a");
    around.clock.at -= 86_400_000;
    expect((await counter.of("a")).count).toBe(0);
    expect(await counter.add("a")).toEqual({ count: 1, endsInMs: 1000 });
  });

  it("stores hashed keys only, and sweeps only ended windows", async () => {
    const [long, short] = [counts().counterOf("long", 2000), counts().counterOf("short", 1000)];
    await long.add("ada@example.org");
    await short.add("203.0.113.0/24");
    around.clock.at += 1000;
    await counts().sweep();
    const rows = await around.db.selectFrom("counts").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/ada|203/);
    expect((await long.of("ada@example.org")).count).toBe(1);
  });
});
