/** Parses a small XML document to a tree without namespace prefixes. Broken XML yields what was readable. Pure. */
import { Parser } from "htmlparser2";

export type XmlElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  /** Text of the element and all its descendants. */
  text: string;
};

const MAX_DEPTH = 500;

export function parseXml(xml: string): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "" };
  const stack: XmlElement[] = [root];
  let tooDeep = 0;
  const parser = new Parser(
    {
      onopentag(name, raw) {
        if (stack.length > MAX_DEPTH) {
          tooDeep += 1;
          return;
        }
        const attributes = Object.fromEntries(Object.entries(raw).map(([key, value]) => [plain(key), value]));
        const element: XmlElement = { name: plain(name), attributes, children: [], text: "" };
        stack.at(-1)?.children.push(element);
        stack.push(element);
      },
      ontext(text) {
        const open = stack.at(-1);
        if (open !== undefined) open.text += text;
      },
      onclosetag() {
        if (tooDeep > 0) {
          tooDeep -= 1;
          return;
        }
        const closed = stack.length > 1 ? stack.pop() : undefined;
        const parent = stack.at(-1);
        if (closed !== undefined && parent !== undefined && LEAVES.has(closed.name)) parent.text += closed.text;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return root;
}

const LEAVES: ReadonlySet<string> = new Set(["t", "r", "hyperlink", "title", "creator"]);

function plain(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  for (const child of element.children) {
    const found = child.name === name ? child : childNamed(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function allNamed(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => (child.name === name ? [child] : allNamed(child, name)));
}

export function ownChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}
