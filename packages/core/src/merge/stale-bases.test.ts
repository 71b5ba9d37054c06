import { describe, expect, it } from "vitest";
import { SYNC } from "../model/limits/limits.ts";
import { aNote } from "../testing/entities.ts";
import { staleBases, toBase } from "./bases.ts";

const TOO_MANY = SYNC.basesKept + 1;

describe("sync.md §3 stored merge bases", () => {
  it("are the newest; at equal times those that contain the others", () => {
    const bases = Array.from({ length: TOO_MANY }, (_, at) => toBase(aNote({ vv: { phone: 1, tablet: at + 1 }, mtime: 1000 })));

    expect(staleBases(bases)).toEqual([{ id: bases[0]?.id, vvKey: "phone:1,tablet:1" }]);
    expect(staleBases([...bases].reverse())).toEqual([{ id: bases[0]?.id, vvKey: "phone:1,tablet:1" }]);
  });

  it("count once, however often they were sent or read", () => {
    const bases = Array.from({ length: TOO_MANY * 2 }, (_, at) => toBase(aNote({ vv: { phone: 1 + (at % SYNC.basesKept) } })));

    expect(staleBases(bases)).toEqual([]);
  });
});
