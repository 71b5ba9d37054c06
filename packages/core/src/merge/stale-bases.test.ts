import { describe, expect, it } from "vitest";
import { SYNC } from "../model/limits/limits.ts";
import { aNote } from "../testing/entities.ts";
import { MemoryDisk } from "../testing/memory-local-store.ts";
import { toBase } from "./bases.ts";
import { staleBases } from "./stale-bases.ts";

const { meta } = new MemoryDisk("laptop");
const TOO_MANY = SYNC.basesKept + 1;

describe("sync.md §3 stored merge bases", () => {
  it("are the newest; at equal times those that contain the others", () => {
    const bases = Array.from({ length: TOO_MANY }, (_, at) => toBase(aNote({ vv: { phone: 1, tablet: at + 1 }, mtime: 1000 })));

    expect(staleBases(bases, meta)).toEqual([{ id: bases[0]?.id, vvKey: "phone:1,tablet:1" }]);
    expect(staleBases([...bases].reverse(), meta)).toEqual([{ id: bases[0]?.id, vvKey: "phone:1,tablet:1" }]);
  });

  it("count once, however often they were sent or read", () => {
    const bases = Array.from({ length: TOO_MANY * 2 }, (_, at) => toBase(aNote({ vv: { phone: 1 + (at % SYNC.basesKept) } })));

    expect(staleBases(bases, meta)).toEqual([]);
  });

  it("include the versions that began our own counts, under each of our ids", () => {
    const ours = [toBase(aNote({ vv: { laptop: 7 }, mtime: 1 })), toBase(aNote({ vv: { former: 5 }, mtime: 2 }))];
    const others = Array.from({ length: TOO_MANY }, (_, at) => toBase(aNote({ vv: { phone: at + 1 }, mtime: 1000 + at })));
    const stale = staleBases([...ours, ...others], { ...meta, formerIds: ["former"] });

    expect(stale.map(({ vvKey }) => vvKey)).toEqual(["phone:1"]);
  });
});
