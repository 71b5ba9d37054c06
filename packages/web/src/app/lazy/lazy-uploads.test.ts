import type { Uploads } from "@satchel/core/library/attachments/attachments-service-types.ts";
import type { AttachmentRow } from "@satchel/core/model/entities/attachment-row.ts";
import type { UploadDeps } from "@satchel/core/sync/attachments/upload-service.ts";
import { describe, expect, it } from "vitest";
import { createLazyUploads } from "./lazy-sync-services.ts";

function open(failures = 0) {
  const calls: string[] = [];
  const progress: ((id: string, percent: number | undefined) => void)[] = [];
  let loads = 0;
  const made: Uploads = {
    run: async () => void calls.push("run"),
    interrupt: (id) => void calls.push(`interrupt ${id}`),
    onProgress: (listener) => void progress.push(listener),
    close: () => void calls.push("close"),
  };
  const attachments = new Map<string, AttachmentRow>();
  const deps = { library: { index: { attachments } } } as unknown as UploadDeps;
  const uploads = createLazyUploads(deps, async () => {
    loads += 1;
    if (loads <= failures) throw new TypeError("offline");
    return { createUploads: () => made };
  });
  const wait = (): void => void attachments.set("a", { id: "a", upload: { kind: "waiting" } } as AttachmentRow);
  return { uploads, calls, progress, wait, loads: () => loads };
}

describe("attachment uploads", () => {
  it("does not load while none waits", async () => {
    const { uploads, loads } = open();
    await uploads.run();
    uploads.interrupt("a");
    expect(loads()).toBe(0);
  });

  it("runs once loaded, and reports to earlier and later listeners", async () => {
    const { uploads, calls, progress, wait } = open();
    const reports: string[] = [];
    uploads.onProgress((id) => reports.push(`before ${id}`));
    wait();
    await uploads.run();
    uploads.onProgress((id) => reports.push(`later ${id}`));
    for (const listener of progress) listener("a", 50);
    uploads.interrupt("a");
    uploads.close();
    expect(calls).toEqual(["run", "interrupt a", "close"]);
    expect(reports).toEqual(["before a", "later a"]);
  });

  it("retries with the next run if the code could not load", async () => {
    const { uploads, calls, wait } = open(1);
    wait();
    await uploads.run();
    expect(calls).toEqual([]);
    await uploads.run();
    expect(calls).toEqual(["run"]);
  });
});
