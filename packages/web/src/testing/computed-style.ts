/**
 * Faster computed styles for jsdom. After each page change, jsdom matches every rule of its own style sheet with the element and its
 * ancestors: a quarter of the page tests' time, because roles, names, clicks and focus ask whether an element is visible. None of our style
 * sheets are loaded in jsdom, so visibility is computed from inline styles and from jsdom's style of a bare element, read once. All other
 * properties come from jsdom.
 */
const INITIAL_OF_INHERITED: Readonly<Record<string, string>> = { visibility: "visible", "pointer-events": "auto" };
const OWN = new Set(["display", "content-visibility", "overflow", "overflow-x", "overflow-y"]);
/** Attributes by which jsdom's own style sheet shows or hides an element. */
const SHOWING = ["hidden", "type", "open"];

type Compute = (element: Element, pseudo?: string | null) => CSSStyleDeclaration;

const toName = (property: string): string => property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function createBareStyles(compute: Compute): (element: Element) => CSSStyleDeclaration {
  const styleByKind = new Map<string, CSSStyleDeclaration>();
  return (element) => {
    const given = SHOWING.filter((name) => element.hasAttribute(name));
    const kind = [element.namespaceURI, element.localName, ...given.map((name) => `${name}=${element.getAttribute(name)}`)].join(" ");
    const known = styleByKind.get(kind);
    if (known !== undefined) return known;
    const bare = document.createElementNS(element.namespaceURI, element.localName);
    for (const name of given) bare.setAttribute(name, element.getAttribute(name) ?? "");
    const style = compute(bare);
    styleByKind.set(kind, style);
    return style;
  };
}

const styleOn = (element: Element, name: string): string => (element as HTMLElement).style?.getPropertyValue(name) ?? "";

function readInherited(element: Element, name: string, initial: string): string {
  for (let each: Element | null = element; each !== null; each = each.parentElement) {
    const value = styleOn(each, name);
    if (value !== "") return value;
  }
  return initial;
}

/** Replaces `window.getComputedStyle`. */
export function createComputedStyle(compute: Compute): Compute {
  const bareStyle = createBareStyles(compute);
  const read = (element: Element, name: string): string | undefined => {
    const initial = INITIAL_OF_INHERITED[name];
    if (initial !== undefined) return readInherited(element, name, initial);
    if (OWN.has(name)) return styleOn(element, name) || bareStyle(element).getPropertyValue(name);
    return undefined;
  };
  return (element, pseudo) => {
    if (pseudo) return compute(element, pseudo);
    let whole: CSSStyleDeclaration | undefined;
    const wholeStyle = (): CSSStyleDeclaration => {
      whole ??= compute(element);
      return whole;
    };
    const getPropertyValue = (name: string): string => read(element, name) ?? wholeStyle().getPropertyValue(name);
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, property) => {
        if (property === "getPropertyValue") return getPropertyValue;
        const value = typeof property === "string" ? read(element, toName(property)) : undefined;
        if (value !== undefined) return value;
        const rest: unknown = Reflect.get(wholeStyle(), property);
        return typeof rest === "function" ? rest.bind(wholeStyle()) : rest;
      },
      has: (_, property) => property in wholeStyle(),
    });
  };
}
