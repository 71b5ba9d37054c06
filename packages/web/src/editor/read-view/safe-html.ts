/**
 * Stored HTML as DOM, sanitized twice (canonical form, DOMPurify), with one Trusted Types policy (shared/html-policy.ts). Decision 0007.
 */

import { inlineImage, linkTarget } from "@satchel/core/document/html/attribute-values.ts";
import { toCanonicalHtml } from "@satchel/core/document/html/canonical-html.ts";
import { allowedAttributes, allowedTags } from "@satchel/core/document/html/stored-html.ts";
import createPurifier, { type Config, type DOMPurify } from "dompurify";
import { claimHtmlPolicy } from "../../shared/html-policy.ts";

type HtmlPolicy = NonNullable<Config["TRUSTED_TYPES_POLICY"]>;

let purifier: DOMPurify | undefined;

/** Never throws; leaves out unreadable parts. */
export function toSafeFragment(html: string): DocumentFragment {
  const canonical = toCanonicalHtml(html);
  const fragment = getPurifier().sanitize(canonical, purifyConfig()) as unknown;
  return fragment instanceof DocumentFragment ? fragment : document.createDocumentFragment();
}

function purifyConfig(): Config {
  const trusted = claimHtmlPolicy() as HtmlPolicy | undefined;
  return {
    ALLOWED_TAGS: allowedTags(),
    ALLOWED_ATTR: allowedAttributes(),
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
    ...(trusted === undefined ? {} : { TRUSTED_TYPES_POLICY: trusted }),
  };
}

function getPurifier(): DOMPurify {
  if (purifier !== undefined) return purifier;
  const made = createPurifier(window);
  made.addHook("uponSanitizeAttribute", (_, attribute) => {
    const { attrName, attrValue } = attribute;
    if (attrName === "href" && linkTarget.normalise(attrValue) === undefined) attribute.keepAttr = false;
    if (attrName === "src" && inlineImage.normalise(attrValue) === undefined) attribute.keepAttr = false;
  });
  purifier = made;
  return made;
}
