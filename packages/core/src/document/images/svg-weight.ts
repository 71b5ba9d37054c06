/**
 * Bounds what a drawing makes the browser render: a file of one kilobyte can repeat its parts a billion times by `use` in `use`, which stops
 * the page. Pure.
 */
import { Parser } from "htmlparser2";

/** Elements with every `use` replaced by what it shows. A detailed map has some ten thousand. */
const MAX_ELEMENTS = 100_000;
const MAX_DEPTH = 500;

type Part = { readonly children: Part[]; readonly target: string | undefined };

/** Declared entities count as too many, because each may hold elements; so does a `use` that contains itself. */
export function hasTooManyElements(svg: string, most = MAX_ELEMENTS): boolean {
  if (/<!ENTITY/i.test(svg)) return true;
  const { root, byId } = readParts(svg);
  const weights = new Map<Part, number>();
  const weigh = (part: Part, depth: number): number => {
    const known = weights.get(part);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
    // A `use` that contains itself would be counted too low wherever the same parts are shown without it.
    weights.set(part, Number.POSITIVE_INFINITY);
    const shown = part.target === undefined ? undefined : byId.get(part.target);
    const parts = shown === undefined ? part.children : [...part.children, shown];
    const weight = parts.reduce((sum, each) => sum + weigh(each, depth + 1), 1);
    weights.set(part, weight);
    return weight;
  };
  return weigh(root, 0) > most;
}

function readParts(svg: string): { readonly root: Part; readonly byId: ReadonlyMap<string, Part> } {
  const root: Part = { children: [], target: undefined };
  const byId = new Map<string, Part>();
  const open: Part[] = [root];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const href = Object.entries(attributes).find(([key]) => localName(key) === "href")?.[1];
        const part = { children: [], target: localName(name) === "use" ? href?.trim().replace(/^#/, "") : undefined };
        open.at(-1)?.children.push(part);
        open.push(part);
        const { id } = attributes;
        if (id !== undefined && !byId.has(id)) byId.set(id, part);
      },
      onclosetag() {
        if (open.length > 1) open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(svg);
  return { root, byId };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}
