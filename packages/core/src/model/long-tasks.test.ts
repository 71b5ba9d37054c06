import { expect, it } from "vitest";
import { readAhead } from "./long-tasks.ts";

it("reads the next while one is worked on, and none beyond", async () => {
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

it("reads nothing of nothing", async () => {
  for await (const _ of readAhead([], () => Promise.reject(new Error("read")))) throw new Error("worked");
});
