// @vitest-environment node
import { SIGNAL } from "@satchel/contract/limits.ts";
import { SIGNALS } from "@satchel/core/model/limits/limits.ts";
import { aNote } from "@satchel/core/testing/entities.ts";
import { describe, expect, it } from "vitest";
import { createDirectSealing, type Sealing } from "../testing/direct-sealing.ts";

async function openVault(): Promise<Sealing> {
  const sealing = await createDirectSealing();
  await sealing.keyring.prepareRegistration("Correct horse 1");
  await sealing.keyring.install("ada@example.org", false);
  return sealing;
}

const CONTENT = { session: "s".repeat(12), turn: 1, kind: "saved", entity: aNote({ content: "<p>Zanzibar</p>" }) };

async function sealed({ keyring }: Sealing, content: object = CONTENT): Promise<string> {
  const message = await keyring.sealSignal(content);
  if (!message.ok) throw new Error(message.problem);
  return message.value;
}

describe("encryption.md 3.3 sealing of signals", () => {
  it("returns the content, hides every word, and differs in bytes each time", async () => {
    const vault = await openVault();
    const message = await sealed(vault);

    expect(message).toMatch(/^[A-Za-z0-9_-]+$/);
    expect(Buffer.from(message, "base64url").toString("latin1")).not.toMatch(/Zanzibar|saved/);
    expect(await vault.keyring.openSignal(message)).toEqual({ ok: true, value: CONTENT });
    expect(await sealed(vault)).not.toBe(message);
  });

  it("rejects another vault's content, changed content, and other content", async () => {
    const [vault, other] = [await openVault(), await openVault()];
    const message = await sealed(vault);
    const changed = `${message.slice(0, -6)}${message.at(-6) === "A" ? "B" : "A"}${message.slice(-5)}`;
    const note = await vault.codec.seal(aNote());

    expect(await other.keyring.openSignal(message)).toEqual({ ok: false, problem: "unknown-key" });
    for (const damaged of [changed, message.slice(0, 40), "", "!", note.ok ? Buffer.from(note.value).toString("base64url") : ""])
      expect((await vault.keyring.openSignal(damaged)).ok).toBe(false);
  });

  it("fits the largest note that is sent into one message", async () => {
    const words = Array.from({ length: SIGNALS.maxContentChars }, (_, at) => ((at * 7919) % 9973).toString(36)).join(" ");
    const content = words.slice(0, SIGNALS.maxContentChars);
    const message = await sealed(await openVault(), { ...CONTENT, entity: aNote({ content }) });
    expect(message.length).toBeLessThanOrEqual(SIGNAL.maxChars);
  });

  it("requires an open vault", async () => {
    const { keyring } = await createDirectSealing();
    expect(await keyring.sealSignal(CONTENT)).toEqual({ ok: false, problem: "locked" });
    expect(await keyring.openSignal("AAAA")).toEqual({ ok: false, problem: "locked" });
  });
});
