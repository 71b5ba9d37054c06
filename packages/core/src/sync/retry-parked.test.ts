import { describe, expect, it } from "vitest";
import { openLibrary } from "../library/library-service.ts";
import { MemoryLocalStore } from "../testing/memory-local-store.ts";
import { MemoryDrive } from "../testing/memory-remote-store.ts";
import { createTestDevice } from "../testing/test-device.ts";
import { retryParked } from "./retry-parked-service.ts";

describe("sync.md amendments: refusals park, and 'Try again' sends", () => {
  it("is not sent again by itself, and is once it is asked for", async () => {
    const drive = new MemoryDrive();
    const laptop = await createTestDevice("laptop", drive);
    await laptop.notes.create({ title: "Milk", content: "" }, null);
    laptop.faults.next = (call, at) => (call === "create" && at === "before" ? { kind: "rejected", status: 403 } : undefined);
    await laptop.sync();
    delete laptop.faults.next;
    await laptop.sync();
    expect(laptop.notes.store.getState().notes[0]?.sync).toEqual({ kind: "needs-you", reason: "refused" });

    const opened = await openLibrary({ store: new MemoryLocalStore(laptop.disk) });
    if (!opened.ok) throw new Error("not opened");
    expect(await retryParked(opened.value)).toEqual({ ok: true, value: 1 });
    expect(await retryParked(opened.value)).toEqual({ ok: true, value: 0 });
    const again = await laptop.restart();
    await again.sync();
    expect(again.notes.store.getState().notes[0]?.sync).toEqual({ kind: "in-your-drive" });
  });
});
