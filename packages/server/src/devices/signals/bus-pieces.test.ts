import { SIGNAL } from "@satchel/contract/limits.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJoiner, parsePiece, toPieces } from "./bus-pieces.ts";
import type { BusMessage } from "./signal-bus.ts";

const message = (text: string): BusMessage => ({ kind: "signal", accountId: "ada", from: "laptop", message: text });
const joined = (payloads: readonly string[], msPerPiece = 0): readonly (BusMessage | undefined)[] => {
  let now = 0;
  const join = createJoiner(() => (now += msPerPiece));
  return payloads.map((payload) => {
    const piece = parsePiece(payload);
    return piece === undefined ? undefined : join(piece);
  });
};

describe("decision 0024: signals as notifications of PostgreSQL", () => {
  it("fit into one notification per piece, and are joined unchanged", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 65_536 }), (chars) => {
        const sent = message("A".repeat(chars));
        const pieces = toPieces("server-1", "m1", sent);
        expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(8000);
        expect(joined(pieces).at(-1)).toEqual(sent);
      }),
      { numRuns: 40 },
    );
  });

  it("are dropped if a piece is missing, without affecting the next one", () => {
    const broken = toPieces("s", "m1", message("A".repeat(20_000))).toSpliced(1, 1);
    const whole = toPieces("s", "m2", message("two"));
    const anything = ["", "x", "s m3 0 1 {", 's m4 0 1 {"kind":"odd"}'];
    expect(joined([...broken, ...anything, ...whole]).filter((each) => each !== undefined)).toEqual([message("two")]);
  });

  it("drops a message of more pieces than the longest signal has", () => {
    const longest = toPieces("s", "m1", message("A".repeat(SIGNAL.maxChars)));
    const longer = toPieces("s", "m2", message("A".repeat(10 * SIGNAL.maxChars)));
    expect(joined([...longer, ...longest]).filter((each) => each !== undefined)).toEqual([message("A".repeat(SIGNAL.maxChars))]);
  });

  it("drops a message whose pieces do not arrive together", () => {
    const pieces = toPieces("s", "m1", message("A".repeat(20_000)));
    expect(joined(pieces, 1000).at(-1)).toEqual(message("A".repeat(20_000)));
    expect(joined(pieces, 60_000).at(-1)).toBeUndefined();
  });
});
