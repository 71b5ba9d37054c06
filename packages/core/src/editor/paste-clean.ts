/** Clipboard HTML of other programs as stored HTML. Spec A §2.14; decisions §7. */
import { toCanonicalHtml } from "./canonical-html.ts";

export function cleanPastedHtml(html: string): string {
  return toCanonicalHtml(html);
}
