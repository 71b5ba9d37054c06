import { describe, expect, it } from "vitest";
import type { RemoteProblem } from "../../model/remote-problem.ts";
import { MemoryDrive } from "../../testing/memory-remote-store.ts";
import { createTestDevice } from "../../testing/test-device.ts";
import { createFailedUploads, type FailedUpload } from "./failed-uploads-service.ts";

const DOWN: RemoteProblem = { kind: "server-error", status: 503 };
const REFUSED: RemoteProblem = { kind: "rejected", status: 403, reason: "forbidden" };
const FOLDER = { name: "Work", description: "", color: "#3B82F6" };

async function setup() {
  const device = await createTestDevice("ada", new MemoryDrive());
  await device.sync();
  const reported: FailedUpload[] = [];
  const watch = createFailedUploads({
    library: device.library,
    attachments: device.attachments.store,
    isOnline: () => device.network.isOnline,
  });
  const stop = watch((what) => reported.push(what));
  const attach = async () => {
    const file = { bytes: new Uint8Array(3500), fileName: "plan.pdf", mimeType: "application/pdf" };
    await device.attachments.add(file, { use: "file", isSensitive: false, noteId: null });
    await device.uploads.run();
  };
  const answer = (problem: RemoteProblem | undefined, of: (call: string) => boolean) => {
    device.faults.next = (call, at) => (at === "before" && of(call) ? problem : undefined);
  };
  return { device, reported, stop, attach, answer };
}

const isUpload = (call: string): boolean => call.startsWith("upload") || call.startsWith("begin") || call === "finishUpload";

describe("B8 'Failed to upload file to cloud storage'", () => {
  it.each([DOWN, REFUSED])("reports a file once until the drive has accepted it ($kind)", async (problem) => {
    const { device, reported, attach, answer } = await setup();
    answer(problem, isUpload);
    await attach();
    expect(reported).toEqual(["file"]);
    await device.uploads.run();
    expect(reported).toEqual(["file"]);

    delete device.faults.next;
    for (const [id, { kind }] of device.attachments.store.getState().statuses) if (kind === "failed") await device.attachments.retry(id);
    await device.uploads.run();
    expect([...device.attachments.store.getState().statuses.values()]).toEqual([{ kind: "stored" }]);
    expect(reported).toEqual(["file"]);
  });

  it("does not report a file that waits for the network", async () => {
    const { device, reported, attach, answer } = await setup();
    answer({ kind: "offline" }, isUpload);
    device.network.isOnline = false;
    await attach();
    expect(reported).toEqual([]);
  });
});

describe("B8 'Failed to create folder in cloud storage'", () => {
  it.each([DOWN, REFUSED])("reports a new folder once until the drive has accepted it ($kind)", async (problem) => {
    const { device, reported, answer } = await setup();
    answer(problem, (call) => call === "create");
    const made = await device.notes.createFolder(FOLDER);
    await device.sync();
    expect(reported).toEqual(["folder"]);
    await device.sync();
    expect(reported).toEqual(["folder"]);

    delete device.faults.next;
    device.clock.advance(3_600_000);
    await device.sync();
    // The folder is in the drive now, so a failed edit is not a failed creation.
    if (!made.ok) throw new Error(made.problem.kind);
    answer(problem, (call) => call === "update");
    await device.notes.updateFolder(made.value.folderId, { ...FOLDER, name: "Home" });
    await device.sync();
    expect(reported).toEqual(["folder"]);
  });

  it("does not report problems with a banner, notes, or anything once stopped", async () => {
    const { device, reported, stop, answer } = await setup();
    for (const problem of [{ kind: "offline" }, { kind: "access-expired" }] as const) {
      answer(problem, (call) => call === "create");
      await device.notes.createFolder({ ...FOLDER, name: problem.kind });
      await device.sync();
    }
    answer(REFUSED, (call) => call === "create");
    await device.notes.create({ title: "Milk", content: "" }, null);
    stop();
    await device.sync();
    expect(reported).toEqual([]);
  });
});
