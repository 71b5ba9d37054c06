// @vitest-environment node

import type { RemoteProblem } from "@satchel/core/model/remote-problem.ts";
import { failed, ok } from "@satchel/core/model/result.ts";
import { ManualClock } from "@satchel/core/testing/manual-clock.ts";
import { createPlainFileNames } from "@satchel/core/testing/plain-file-names.ts";
import { createTestDrive, type TestDrive } from "@satchel/drive/testing/create-test-drive.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DriveConnection } from "./drive-access.ts";
import { connectDrive } from "./drive-connection.ts";
import { logged } from "./drive-log.ts";

let warnings: string[] = [];
beforeEach(() => {
  warnings = [];
  const write = console.warn;
  vi.spyOn(console, "warn").mockImplementation((...args: unknown[]) => {
    warnings.push(args.join(" "));
    write(...args);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const NOT_FOUND = { kind: "not-found" } as const;

/** Connects to a real drive server; `refuses` may return a response in its place. */
function connect(refuses: (method: string, url: string) => Response | undefined) {
  const drive: TestDrive = createTestDrive();
  const fetchOf = (async (input: string, init?: RequestInit) => {
    return refuses(init?.method ?? "GET", input) ?? drive.fetch(input, init);
  }) as typeof fetch;
  vi.stubGlobal("fetch", fetchOf);
  // A drive on our own server has no rate limit.
  vi.stubGlobal("location", new URL(drive.origin));
  const clock = new ManualClock();
  const access = {
    baseUrls: { api: `${drive.origin}/drive/v3`, upload: `${drive.origin}/upload/drive/v3` },
    token: async () => drive.tokenOf(),
    refresh: async () => undefined,
  };
  return connectDrive(access, {
    access: () => access,
    newTargetId: () => "t",
    fileNames: createPlainFileNames(),
    isOnline: () => true,
    timers: clock,
    random: () => 0,
  });
}

const refusal = (status: number, reason: string) =>
  new Response(JSON.stringify({ error: { code: status, message: "secret name.txt", errors: [{ reason, message: "secret name.txt" }] } }), {
    status,
  });

describe("B8 what the drive refuses, in the console", () => {
  it("logs status and reason of every unsuccessful response, and no other content", async () => {
    const remote = connect(() => refusal(403, "forbidden"));
    expect(await remote.prepare(undefined)).toMatchObject({ ok: false, problem: { kind: "rejected", status: 403 } });
    expect(warnings).toContain("Google Drive API error: 403 forbidden");
    expect(warnings.at(-1)).toBe("Failed to initialize Google Drive folder structure - notes folder ID still missing (rejected)");
    expect(warnings.join(" ")).not.toContain("secret");
  });

  it("omits a reason of more than one word", async () => {
    await connect(() => refusal(400, "my notes/secret.txt")).startCursor();
    expect(warnings).toEqual(["Google Drive API error: 400 (no reason given)"]);
  });

  it("logs a folder that could not be created", async () => {
    const remote = connect((method) => (method === "POST" ? refusal(403, "forbidden") : undefined));
    await remote.prepare(undefined);
    expect(warnings.some((line) => line.startsWith("Folder creation failed"))).toBe(true);
  });

  it("logs that the folders of a known library cannot be reached", async () => {
    const first = await connect(() => undefined).prepare(undefined);
    if (!first.ok) throw new Error(first.problem.kind);
    expect(warnings).toEqual([]);
    await connect(() => refusal(401, "authError")).prepare(first.value);
    expect(warnings).toContain("Google Drive API error: 401 authError");
    expect(warnings.at(-1)).toBe(
      "Google Drive folder structure initialization failed - cannot save note: Google Drive authentication failed",
    );
  });
});

describe("B8 what was left undone, in the console", () => {
  const write = { kind: "note" };
  const folder = { kind: "folder" };
  it.each([
    ["create", ["f", write], "File upload failed"],
    ["create", ["f", folder], "Failed to create folder in cloud storage"],
    ["download", ["f"], "File download failed"],
    ["list", [undefined], "File listing failed"],
    ["uploadAttachment", [{}, {}], "Failed to upload file to cloud storage"],
    ["downloadAttachment", ["f"], "Failed to download file from cloud storage"],
  ] as const)("logs %s", async (call, given, sentence) => {
    const answers: { problem: RemoteProblem | undefined } = { problem: undefined };
    const answer = async () => (answers.problem === undefined ? ok("done") : failed(answers.problem));
    const remote = logged({ [call]: answer } as unknown as DriveConnection) as unknown as Record<string, (...given: unknown[]) => unknown>;
    const ask = (problem: RemoteProblem | undefined) => {
      answers.problem = problem;
      return remote[call]?.(...given);
    };
    expect(await ask(undefined)).toEqual(ok("done"));
    expect(await ask({ kind: "offline" })).toEqual(failed({ kind: "offline" }));
    expect(await ask(NOT_FOUND)).toEqual(failed(NOT_FOUND));
    expect(warnings).toEqual([]);
    expect(await ask({ kind: "server-error", status: 503 })).toMatchObject({ ok: false });
    expect(warnings).toEqual([`${sentence} (server-error)`]);
  });
});
