import fc from "fast-check";
import { expect, it } from "vitest";
import { inGroups, readAhead } from "./long-tasks.ts";

it("reads one group ahead of the work", async () => {
  const log: string[] = [];
  const read = async (group: number) => {
    log.push(`read ${group}`);
    return group * 10;
  };
  for await (const [group, answer] of readAhead([1, 2, 3], read)) {
    log.push(`work on ${group}: ${answer}`);
    if (group === 2) break;
  }
  expect(log).toEqual(["read 1", "read 2", "work on 1: 10", "read 3", "work on 2: 20"]);
});

it("does not read or yield without groups", async () => {
  for await (const _ of readAhead([], () => Promise.reject(new Error("read")))) throw new Error("worked");
});

it("fills groups in order, each as full as possible", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.integer({ min: 1, max: 30 }), (sizes, maxSize) => {
      const groups = inGroups(sizes, maxSize, (size) => size);
      expect(groups.flat()).toEqual(sizes);
      const sums = groups.map((group) => group.reduce((sum, size) => sum + size, 0));
      for (const [at, sum] of sums.entries()) {
        expect(sum <= maxSize || groups[at]?.length === 1).toBe(true);
        expect(at + 1 === groups.length || sum + (groups[at + 1]?.[0] ?? 0) > maxSize).toBe(true);
      }
    }),
  );
});
