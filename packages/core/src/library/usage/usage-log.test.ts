import { describe, expect, it } from "vitest";
import type { Entity } from "../../model/entities/entity.ts";
import { USAGE_LOG } from "../../model/limits/limits.ts";
import { aFolder, aNote } from "../../testing/entities.ts";
import { addUsage, firstUsageDate, noteBytes, toUsageActions, toUsageDate } from "./usage-log.ts";

const DAY = Date.UTC(2026, 2, 1, 23, 59);

describe("B3 local usage log", () => {
  it("lists each change with its estimated size, and skips notes that were already gone", () => {
    const note = aNote({ id: "n", title: "Milk", content: "<p>two</p>" });
    const gone = aNote({ id: "g", alive: {} });
    const before = new Map<string, Entity>([
      ["n", note],
      ["g", gone],
      ["f", aFolder({ id: "f" })],
    ]);
    const folder = aFolder({ id: "f", alive: {} });
    const fresh = aNote({ id: "new", content: "" });

    const actions = toUsageActions({ entities: [note, gone, folder, fresh] }, before, DAY);

    expect(actions).toEqual([
      { action: "note_update", timestamp: DAY, noteId: "n", estimatedSize: (4 + 10) * 2 + 500 },
      { action: "folder_delete", timestamp: DAY, noteId: null, estimatedSize: folder.name.length * 2 + 200 },
      { action: "note_create", timestamp: DAY, noteId: "new", estimatedSize: noteBytes(fresh) },
    ]);
  });

  it("has one entry per day and keeps the last thirty days", () => {
    expect([toUsageDate(DAY), firstUsageDate(DAY)]).toEqual(["2026-03-01", "2026-01-31"]);
  });

  it("keeps the latest actions of a day within its limit", () => {
    const actions = Array.from({ length: USAGE_LOG.actionsPerDay + 3 }, (_, timestamp) => ({
      action: "note_update" as const,
      timestamp,
      noteId: "n",
      estimatedSize: 1,
    }));

    const day = addUsage(addUsage(undefined, "2026-03-01", actions.slice(0, 2)), "2026-03-01", actions.slice(2));

    expect(day.actions).toHaveLength(USAGE_LOG.actionsPerDay);
    expect([day.actions[0]?.timestamp, day.actions.at(-1)?.timestamp]).toEqual([3, USAGE_LOG.actionsPerDay + 2]);
  });
});
