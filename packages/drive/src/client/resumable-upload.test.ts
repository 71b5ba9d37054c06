import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { FaultRule } from "../sandbox/faults/fault-config.ts";
import { createTestDrive, type TestDrive } from "../testing/create-test-drive.ts";
import type { DriveClient } from "./drive-client.ts";

// Slow only on a busy machine: these tests do not wait for real time.
vi.setConfig({ testTimeout: 90_000 });

const GRAIN = 262_144;

describe("drive client: resumable uploads", () => {
  let drive: TestDrive;
  let client: DriveClient;
  beforeEach(() => {
    drive = createTestDrive();
    client = drive.clientFor("ada", { random: () => 0 });
  });
  const sample = (length: number) => new Uint8Array(length).map((_, index) => (index * 11) % 253);
  const isKept = async (id: string | undefined, bytes: Uint8Array) => {
    const back = await client.download(id ?? "");
    return back.ok && Buffer.compare(back.value, bytes) === 0;
  };

  it.each([0, 1, GRAIN, GRAIN + 1, 3 * GRAIN + 5])("uploads %i bytes unchanged", async (length) => {
    const bytes = sample(length);
    const progress: number[] = [];

    const made = await client.upload({ kind: "create", metadata: { name: "n" } }, new Blob([bytes]), {
      chunkBytes: GRAIN,
      fields: "id,size",
      onProgress: (sent) => progress.push(sent),
    });

    expect(made).toMatchObject({ ok: true, value: { size: String(length) } });
    expect(await isKept(made.ok ? made.value.id : "", bytes)).toBe(true);
    expect(progress).toEqual(Array.from({ length: Math.max(0, Math.ceil(length / GRAIN) - 1) }, (_, index) => (index + 1) * GRAIN));
  });

  it.each<[string, FaultRule]>([
    ["a piece that never arrived", { on: { kinds: ["upload.chunk"] }, when: { nth: 2 }, then: { lost: "before" } }],
    ["a piece whose answer was lost", { on: { kinds: ["upload.chunk"] }, when: { nth: 2 }, then: { lost: "after" } }],
    ["an error after a piece was taken", { on: { kinds: ["upload.chunk"] }, when: { nth: 2 }, then: { status: 503, afterEffect: true } }],
    ["the answer to the last piece lost", { on: { kinds: ["upload.chunk"] }, when: { nth: 4 }, then: { lost: "after" } }],
    ["many errors in a row", { on: { kinds: ["upload.chunk"] }, when: { every: 3 }, then: { status: 500 } }],
    ["throttling", { on: { kinds: ["upload.chunk"] }, when: { nth: 3 }, then: { status: 429 } }],
  ])("gets over %s", async (_, rule) => {
    drive.sandbox.control?.setFaults({ rules: [rule] });
    const bytes = sample(3 * GRAIN + 5);

    const made = await client.upload({ kind: "create", metadata: { name: "n" } }, bytes, { chunkBytes: GRAIN, fields: "id" });

    expect(await isKept(made.ok ? made.value.id : "", bytes)).toBe(true);
    expect(await client.list({ fields: "files(name)" })).toEqual({ ok: true, value: { files: [{ name: "n" }] } });
  });

  it("starts again when the session is gone", async () => {
    drive.sandbox.control?.setFaults({ rules: [{ on: { kinds: ["upload.chunk"] }, when: { nth: 2 }, then: { status: 404 } }] });
    const bytes = sample(2 * GRAIN);

    const made = await client.upload({ kind: "create", metadata: { name: "n" } }, bytes, { chunkBytes: GRAIN, fields: "id" });

    expect(await isKept(made.ok ? made.value.id : "", bytes)).toBe(true);
    expect(drive.sandbox.control?.counts()["upload.start"]).toBe(2);
  });

  it("replaces the content of a file, and reports a missing one", async () => {
    const made = await client.create({ name: "n" }, { fields: "id" });
    const id = made.ok ? (made.value.id ?? "") : "";

    expect(await client.upload({ kind: "update", fileId: id, metadata: { name: "m" } }, sample(5), { fields: "name,size" })).toEqual({
      ok: true,
      value: { name: "m", size: "5" },
    });
    expect(await client.upload({ kind: "update", fileId: "x", metadata: {} }, sample(5))).toEqual({
      ok: false,
      problem: { kind: "not-found" },
    });
    expect(drive.sandbox.control?.counts()["upload.start"]).toBe(2);
  });

  it("distinguishes a full drive, exhausted retries and a canceled upload", async () => {
    const full = createTestDrive({ quotaBytes: 10 });
    expect(await full.clientFor().upload({ kind: "create", metadata: {} }, sample(11))).toEqual({
      ok: false,
      problem: { kind: "storage-full" },
    });

    drive.sandbox.control?.setFaults({ rules: [{ on: { kinds: ["upload.chunk"] }, then: { status: 503 } }] });
    expect(await client.upload({ kind: "create", metadata: {} }, sample(11))).toEqual({
      ok: false,
      problem: { kind: "server-error", status: 503 },
    });

    const controller = new AbortController();
    drive.sandbox.control?.setFaults({ rules: [{ on: { kinds: ["upload.chunk"] }, then: { delayMs: 1000 } }] });
    const upload = client.upload({ kind: "create", metadata: {} }, sample(11), { signal: controller.signal });
    await drive.clock.advance(10);
    controller.abort();
    expect(await upload).toEqual({ ok: false, problem: { kind: "cancelled" } });
  });

  it("resumes a session of an earlier process at any offset, without sending a byte twice", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: GRAIN + 1, max: 6 * GRAIN }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 4 }),
        async (length, grains, cuts) => {
          const bytes = sample(length);
          const sessions: string[] = [];
          const shared = { chunkBytes: grains * GRAIN, fields: "id", onSession: async (session: string) => void sessions.push(session) };
          let reached = 0;
          for (const pieces of cuts) {
            const abort = new AbortController();
            let left = pieces;
            const onProgress = (sent: number): void => {
              expect(sent).toBeGreaterThan(reached);
              reached = sent;
              left -= 1;
              if (left === 0) abort.abort();
            };
            const session = sessions[0];
            const cut = { ...shared, signal: abort.signal, onProgress, ...(session === undefined ? {} : { session }) };
            if ((await client.upload({ kind: "create", metadata: { name: "n" } }, bytes, cut)).ok) break;
          }
          const session = sessions[0];
          const made = await client.upload(
            { kind: "create", metadata: { name: "n" } },
            bytes,
            session === undefined ? shared : { ...shared, session },
          );
          expect(sessions).toHaveLength(1);
          expect(await isKept(made.ok ? made.value.id : "", bytes)).toBe(true);
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each<[string, (range: string | null, pieces: number) => string | null]>([
    ["never says how much it has", () => null],
    ["stops getting on", (range, pieces) => (pieces > 4 ? `bytes=0-${4 * GRAIN - 1}` : range)],
    ["goes back and forth", (_range, pieces) => `bytes=0-${((pieces % 2) + 1) * GRAIN - 1}`],
  ])("gives up, after a few pieces, on a drive that %s", async (_, edit) => {
    let pieces = 0;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const answer = await drive.fetch(input, init);
      if (init?.method !== "PUT") return answer;
      pieces += 1;
      const range = edit(answer.headers.get("range"), pieces);
      return new Response(null, { status: 308, headers: range === null ? {} : { range } });
    };
    const eager = drive.clientFor("ada", { random: () => 0, fetch });

    const made = await eager.upload({ kind: "create", metadata: { name: "n" } }, sample(40 * GRAIN), { chunkBytes: GRAIN, fields: "id" });

    expect(made).toEqual({ ok: false, problem: { kind: "unusable-response" } });
    expect(pieces).toBeLessThan(12);
  });

  it("starts again if the drive has forgotten the session", async () => {
    const bytes = sample(2 * GRAIN);
    const sessions: string[] = [];
    const onSession = async (session: string): Promise<void> => void sessions.push(session);
    const first = await client.upload({ kind: "create", metadata: { name: "n" } }, bytes, { chunkBytes: GRAIN, fields: "id", onSession });
    const gone = `${sessions[0]}gone`;

    const made = await client.upload({ kind: "create", metadata: { name: "m" } }, bytes, {
      chunkBytes: GRAIN,
      fields: "id",
      onSession,
      session: gone,
    });

    expect([first.ok, made.ok, sessions.length]).toEqual([true, true, 2]);
    expect(await isKept(made.ok ? made.value.id : "", bytes)).toBe(true);
  });
});
