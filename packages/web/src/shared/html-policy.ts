/** Trusted Types, claimed at start: one policy for sanitized HTML (safe-html.ts), one default for cleaned pastes. Decision 0007. */
export type HtmlPolicy = { createHTML(html: string): unknown; createScriptURL(url: string): unknown };
type Factory = { createPolicy(name: string, rules: object): HtmlPolicy };

const HTML_POLICY = "satchel-html";

let policy: HtmlPolicy | undefined;
let cleaned: string | undefined;

/** The one policy; `undefined` in a browser without Trusted Types. A name can be taken only once under our policy. */
export function claimHtmlPolicy(): HtmlPolicy | undefined {
  policy ??= (globalThis as { trustedTypes?: Factory }).trustedTypes?.createPolicy(HTML_POLICY, {
    createHTML: (html: string) => html,
    createScriptURL: refuse,
  });
  return policy;
}

/** What the cleaner made: the editor's library hands it to the HTML parser through the default policy next. */
export function admitOnce(html: string): string {
  cleaned = policy === undefined ? undefined : html;
  return html;
}

/** `createHTML` of the default policy. Throws a TypeError for every other text. */
export function takeAdmitted(html: string): string {
  if (html !== cleaned) return refuse();
  cleaned = undefined;
  return html;
}

function refuse(): never {
  throw new TypeError("Text that was not cleaned was refused");
}
