/**
 * A link card: a paragraph that is one link of two lines, a title and the host of its address. Nothing else is stored, and nothing is
 * fetched. Decision 0058.
 */
import { webAddress } from "@satchel/core/document/html/attribute-values.ts";

/** Host that a browser would connect to, in ASCII letters; undefined for addresses that are not of the web. */
export function hostOf(address: string): string | undefined {
  const normal = webAddress.normalise(address);
  return normal === undefined || !URL.canParse(normal) ? undefined : new URL(normal).host;
}

/** Shows the cards of the read view. */
export function showCards(root: ParentNode): void {
  for (const link of root.querySelectorAll("p > a[href]:only-child")) {
    const [line, host] = [link.parentElement, link.lastChild];
    const isCard =
      host instanceof Text &&
      host.previousSibling instanceof HTMLBRElement &&
      link.querySelectorAll("br").length === 1 &&
      line?.textContent === link.textContent &&
      host.data === hostOf(link.getAttribute("href") ?? "");
    if (!isCard || line === null) continue;
    line.className = "link-card";
    const shown = document.createElement("span");
    shown.className = "link-card-host";
    host.replaceWith(shown);
    shown.append(host);
  }
}
