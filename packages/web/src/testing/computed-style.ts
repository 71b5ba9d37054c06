/**
 * Reading a computed style in jsdom matches each rule of its own sheet with the element and all that are around it, whenever the page has changed:
 * a quarter of the time of the page's tests, since roles, names, clicks and focus ask whether an element is shown. No sheet of ours is loaded in
 * jsdom. So what they ask for comes from the styles on elements and from what jsdom says of a bare element, read once; everything else is jsdom's.
 */
const INITIAL_OF_INHERITED: Readonly<Record<string, string>> = { visibility: "visible", "pointer-events": "auto" };
const OWN = new Set(["display", "content-visibility", "overflow", "overflow-x", "overflow-y"]);
/** The attributes by which jsdom's own sheet shows an element or not. */
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

/** In place of `window.getComputedStyle`. */
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
