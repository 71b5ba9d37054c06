import { describe, expect, it } from "vitest";
import type { Library } from "../../library/index/library-service.ts";
import { ok } from "../../model/result.ts";
import { createStore } from "../../model/store.ts";
import type { NoteSealing } from "../../ports/sealing/sensitive-keys.ts";
import { aNote } from "../../testing/entities.ts";
import { createUnlockedReader } from "./sealed-transactions-service.ts";
import type { SensitiveState } from "./sensitive-service-types.ts";

const SEALED = aNote({ title: "", content: "", isEncrypted: true, sealed: JSON.stringify({ sid: "s" }) });
const TEXT = { title: "Diary", content: "<p>the heron</p>", attachments: [] };

/** A folder whose key is still available when its state changes. */
function aReader() {
  const store = createStore<SensitiveState>({ kind: "unlocked", sid: "s", expiresAt: 1 });
  const sealing = { openSensitiveNote: async () => ok(TEXT) } as unknown as NoteSealing;
  return { store, open: createUnlockedReader({ library: {} as Library, sealing, sensitive: { store } }) };
}

describe("encryption.md 3.5 (8) reading a sensitive note on a screen that stays open", () => {
  it("returns the text while unlocked, and nothing once locked", async () => {
    const { store, open } = aReader();
    expect(await open(SEALED)).toMatchObject({ title: "Diary", content: "<p>the heron</p>" });
    store.setState({ kind: "locked" });
    expect(await open(SEALED)).toBeUndefined();
    expect(await open(aNote({ title: "Bread" }))).toMatchObject({ title: "Bread" });
  });

  it("returns nothing if the folder locks during opening, and the text after unlocking", async () => {
    const { store, open } = aReader();
    const opening = open(SEALED);
    store.setState({ kind: "locked" });
    expect(await opening).toBeUndefined();
    store.setState({ kind: "unlocked", sid: "s", expiresAt: 2 });
    expect(await open(SEALED)).toMatchObject({ title: "Diary" });
  });
});
