import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createSha256 } from "./sha256-stream.ts";

it("gives the same as all the pieces at once, one digest after the other", async () => {
  const create = await createSha256();
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 })), (pieces) => {
      const digest = create();
      for (const piece of pieces) digest.update(piece);
      expect(digest.hex()).toBe(createHash("sha256").update(Buffer.concat(pieces)).digest("hex"));
    }),
  );
});
