import { describe, expect, it } from "vitest";
import { isSealed } from "../model/entities/entity.ts";
import { toSealed } from "../model/entities/parsing/sealed-texts.ts";
import { MemoryDrive } from "../testing/memory-remote-store.ts";
import { createTestDevice } from "../testing/test-device.ts";

describe("encryption.md 3.5 (9) a note that moves in while it is being sent", () => {
  it("leaves no unencrypted version of it on the device", async () => {
    const device = await createTestDevice("device", new MemoryDrive());
    const made = await device.notes.create({ title: "Diary", content: "<p>quiet</p>" }, null);
    if (!made.ok) throw new Error(made.problem.kind);
    const id = made.value.noteId;
    device.faults.next = (call, at) => {
      const note = device.disk.entities.get(id);
      if (call === "create" && at === "before" && note?.kind === "note") device.disk.entities.set(id, toSealed(note, "sealed"));
      return undefined;
    };

    await device.sync();

    expect([...(device.disk.bases.get(id)?.values() ?? [])].filter(({ entity }) => !isSealed(entity))).toEqual([]);
  });
});
