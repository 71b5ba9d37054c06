import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createSha256, sha256Hex } from "./stream-digests.ts";

const pieces = fc.array(fc.uint8Array({ maxLength: 300 }));

it.each([
  ["kept whole", undefined],
  ["too long to be kept", 200],
  ["never kept", 0],
])("equals the digest of all the pieces at once: %s", async (_, keptBytes) => {
  await fc.assert(
    fc.asyncProperty(pieces, async (given) => {
      const digest = createSha256(keptBytes);
      for (const piece of given) await digest.update(piece);
      expect(await digest.hex()).toBe(createHash("sha256").update(Buffer.concat(given)).digest("hex"));
    }),
  );
});

it("copies the input when it is called", async () => {
  const bytes = Uint8Array.from([1, 2, 3]);
  const digest = sha256Hex(bytes);
  bytes.fill(0);
  expect(await digest).toBe(
    createHash("sha256")
      .update(Uint8Array.from([1, 2, 3]))
      .digest("hex"),
  );
});
