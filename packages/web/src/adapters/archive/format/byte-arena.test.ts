import fc from "fast-check";
import { expect, it } from "vitest";
import { ByteArena } from "./byte-arena.ts";

const text = fc.string({ unit: "binary", maxLength: 40 });
const step = fc.oneof(
  fc.record({ text }),
  fc.record({ bytes: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ text: fc.constantFrom("ä".repeat(262_144), "€".repeat(262_145)) }),
);

it("keeps the pushed bytes in order, however small the initial space", () => {
  fc.assert(
    fc.property(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 3 }), (groups) => {
      const arena = new ByteArena(8);
      for (const group of groups) {
        for (const each of group) {
          if ("text" in each) arena.pushText(each.text);
          else arena.push(each.bytes);
        }
        const bytes = group.map((each) => ("text" in each ? new TextEncoder().encode(each.text) : each.bytes));
        expect(Buffer.compare(arena.take(), Buffer.concat(bytes))).toBe(0);
      }
    }),
  );
});

it("reserves a position to fill in later, and forgets what is cut", () => {
  const arena = new ByteArena(1);
  arena.skip(4);
  arena.pushText("kept");
  const { length } = arena;
  arena.pushText("forgotten");
  arena.cut(length);
  arena.view.setUint32(0, 7, true);
  expect(new TextDecoder().decode(arena.part(4, 8))).toBe("kept");
  expect([...arena.take()].slice(0, 4)).toEqual([7, 0, 0, 0]);
  expect(arena.length).toBe(0);
});
