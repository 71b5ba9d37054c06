/** Worker that holds the keys: every message is one call of the sealing API. */
import { serveCalls, transferWith } from "../workers/calls.ts";
import { createSealingApi } from "./create-sealing-api.ts";
import { createIndexedKeyStore } from "./documents/key-database.ts";
import { METHODS } from "./sealing-messages.ts";

const sealing = createSealingApi(createIndexedKeyStore());
// Only broken invariants are thrown. Reports their names, never the content that was being sealed.
serveCalls({ ours: Object.fromEntries(METHODS.map((method) => [method, answer.bind(undefined, method)])) });

async function answer(method: (typeof METHODS)[number], ...args: readonly unknown[]): Promise<unknown> {
  const call = sealing[method] as (...given: unknown[]) => Promise<unknown>;
  const value = await call.apply(sealing, [...args]);
  return typeof value === "object" && value !== null ? transferWith(value, bytesIn(value)) : value;
}

/** Buffers in a result are transferred instead of copied. */
function bytesIn(value: unknown): readonly ArrayBuffer[] {
  const inner = inside(value, "value");
  const bytes = inside(inner, "bytes");
  return bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
}

function inside(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && name in value ? (value as Readonly<Record<string, unknown>>)[name] : value;
}
