import { describe, expect, it } from "vitest";
import { createTestDrive } from "../testing/create-test-drive.ts";
import { probeDrive } from "./probe-drive.ts";

describe("the open points of the protocol", () => {
  it("observes every open point in the sandbox, and leaves no file in the drive", async () => {
    const drive = createTestDrive();
    let token = "";
    const client = drive.clientFor();
    const remember: typeof fetch = (input, init) => {
      token ||= new Headers(init?.headers).get("authorization")?.replace("Bearer ", "") ?? "";
      return drive.fetch(input, init);
    };
    await drive.clientFor(undefined, { fetch: remember }).about({ fields: "user" });

    const seen = await probeDrive({
      base: drive.origin,
      token,
      fetch: drive.fetch,
      now: drive.clock.now,
      wait: (ms) => drive.clock.advance(ms),
      onSeen: () => undefined,
    });

    const points = new Map(seen.map(({ point, seen: what }) => [point, what]));
    expect(points.get("1. v3 media PATCH with a wrong If-Match")).toBe("200");
    expect(points.get("3. the change feed under drive.file")).toMatch(/appProperties present/);
    expect(points.get("6. a reserved id")).toMatch(/^create 200, repeated 409 fileIdInUse/);
    expect(points.get("7. writes one after the other")).toMatch(/200 × 40/);
    const left = await client.list({ q: "trashed = false", fields: "files(id)", pageSize: 100 });
    expect(left.ok && left.value.files).toEqual([]);
  });
});
