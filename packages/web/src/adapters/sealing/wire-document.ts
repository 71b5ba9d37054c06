/** The key document as the contract types it: the same bytes, with lists that zod may hand out as its own. */
import type { KeyDocument as WireDocument } from "@satchel/contract/keys.ts";
import type { KeyDocument } from "@satchel/crypto/key-document.ts";

export function toWire(document: KeyDocument): WireDocument {
  return { ...document, priv: [...document.priv], also: [...document.also] };
}
