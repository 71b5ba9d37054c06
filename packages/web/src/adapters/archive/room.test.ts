import fc from "fast-check";
import { expect, it } from "vitest";
import { Room } from "./room.ts";

const text = fc.string({ unit: "binary", maxLength: 40 });
const step = fc.oneof(
  fc.record({ text }),
  fc.record({ bytes: fc.uint8Array({ maxLength: 40 }) }),
  fc.record({ text: fc.constantFrom("ä".repeat(262_144), "€".repeat(262_145)) }),
);

it("holds what came, in its order, however little room there was at first", () => {
  fc.assert(
    fc.property(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 3 }), (groups) => {
      const room = new Room(8);
      for (const group of groups) {
        for (const each of group) {
          if ("text" in each) room.pushText(each.text);
          else room.push(each.bytes);
        }
        const bytes = group.map((each) => ("text" in each ? new TextEncoder().encode(each.text) : each.bytes));
        expect(Buffer.compare(room.take(), Buffer.concat(bytes))).toBe(0);
      }
    }),
  );
});

it("keeps a place to be filled in later, and forgets what it is told to", () => {
  const room = new Room(1);
  room.skip(4);
  room.pushText("kept");
  const { length } = room;
  room.pushText("forgotten");
  room.cut(length);
  room.view.setUint32(0, 7, true);
  expect(new TextDecoder().decode(room.part(4, 8))).toBe("kept");
  expect([...room.take()].slice(0, 4)).toEqual([7, 0, 0, 0]);
  expect(room.length).toBe(0);
});
