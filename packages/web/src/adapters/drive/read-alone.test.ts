// @vitest-environment node
import { SYNC } from "@satchel/core/model/limits/limits.ts";
import { createTestDrive } from "@satchel/drive/testing/create-test-drive.ts";
import { expect, it, vi } from "vitest";
import { createReader } from "./read-alone.ts";

it("reads large files one at a time and small ones beside them", async () => {
  const drive = createTestDrive();
  const sizes = [SYNC.smallFileBytes + 1, 10, SYNC.smallFileBytes + 2, 20, SYNC.smallFileBytes + 3];
  const ids: string[] = [];
  for (const size of sizes) {
    const made = await drive.clientFor().create({}, { content: new Uint8Array(size), fields: "id" });
    ids.push(made.ok ? (made.value.id ?? "") : "");
  }
  const client = drive.clientFor();
  let [reading, mostAtOnce] = [0, 0];
  const read = createReader({
    async download(fileId, options) {
      const isLarge = options?.maxBytes === undefined;
      reading += isLarge ? 1 : 0;
      mostAtOnce = Math.max(mostAtOnce, reading);
      const answer = await client.download(fileId, options);
      reading -= isLarge ? 1 : 0;
      return answer;
    },
  });

  const answers = await Promise.all(ids.map(read));

  expect(answers.map((answer) => answer.ok && answer.value.length)).toEqual(sizes);
  expect(mostAtOnce).toBe(1);
});

it("goes on with the next large file after one that fails", async () => {
  const download = vi.fn(async (fileId: string, { maxBytes }: { readonly maxBytes?: number } = {}) =>
    maxBytes !== undefined || fileId === "endless"
      ? ({ ok: false, problem: { kind: "unusable-response" } } as const)
      : ({ ok: true, value: new Uint8Array(3) } as const),
  );
  const read = createReader({ download });

  expect(await Promise.all([read("endless"), read("large")])).toMatchObject([
    { ok: false, problem: { kind: "unusable-response" } },
    { ok: true },
  ]);
});
