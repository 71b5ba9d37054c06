/** A Sensitive folder's key in memory: what is sealed opens only while it is unlocked, and for no other note. For tests. */
import type { SensitiveDoor } from "../notes/note-store-service.ts";
import type { NoteSealing } from "../ports/sensitive-keys.ts";
import { failed, ok } from "../result.ts";

export type MemorySensitive = NoteSealing & Pick<SensitiveDoor, "unlock"> & { lock(): void };

type Envelope = { readonly kid?: unknown; readonly text?: unknown };

const SID = "memory-sid";

export function createMemorySensitive(password: string): MemorySensitive {
  let isOpen = false;
  return {
    async unlock(typed) {
      if (typed !== password) return failed({ kind: "sensitive-refused" });
      isOpen = true;
      return ok(undefined);
    },
    lock() {
      isOpen = false;
    },
    unlockedSensitive: async () => (isOpen ? SID : undefined),
    async sealSensitiveNote(id, content) {
      return isOpen ? ok({ kid: SID, text: scramble(JSON.stringify({ id, content })) }) : failed("locked");
    },
    async openSensitiveNote(id, sealed) {
      const { kid, text } = sealed as Envelope;
      if (!isOpen) return failed("locked");
      if (kid !== SID || typeof text !== "string") return failed("damaged");
      const opened = JSON.parse(scramble(text)) as { readonly id: string; readonly content: object };
      return opened.id === id ? ok(opened.content) : failed("damaged");
    },
  };
}

/** No secret, yet no word of it can be read; the same once more undoes it. */
function scramble(text: string): string {
  return [...text].reverse().join("");
}
