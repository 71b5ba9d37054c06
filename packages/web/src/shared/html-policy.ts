/**
 * Trusted Types, claimed at startup: one policy for sanitized HTML (safe-html.ts), one default policy for cleaned pastes. Decision 0007.
 */
export type HtmlPolicy = { createHTML(html: string): unknown; createScriptURL(url: string): unknown };
type Factory = { createPolicy(name: string, rules: object): HtmlPolicy };

const HTML_POLICY = "satchel-html";

let policy: HtmlPolicy | undefined;
let cleaned: string | undefined;

/** The policy; `undefined` in a browser without Trusted Types. Our content security policy allows each name only once. */
export function claimHtmlPolicy(): HtmlPolicy | undefined {
  policy ??= (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy(HTML_POLICY, {
    createHTML: (html: string) => html,
    createScriptURL: refuse,
  });
  return policy;
}

/** Admits a cleaned text: the editor's library passes it next to the HTML parser, through the default policy. */
export function admitOnce(html: string): string {
  cleaned = policy === undefined ? undefined : html;
  return html;
}

/** `createHTML` of the default policy. Throws a TypeError for any text that was not admitted. */
export function takeAdmitted(html: string): string {
  if (html !== cleaned) return refuse();
  cleaned = undefined;
  return html;
}

function refuse(): never {
  throw new TypeError("Text that was not cleaned was refused");
}
