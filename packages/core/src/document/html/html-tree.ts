/**
 * Parses any HTML to a tree in linear time, at most `MAX_DEPTH` deep. Differences from browsers are safe, because the rules of
 * stored-html.ts apply afterwards.
 */
import { Tokenizer } from "htmlparser2";

export type HtmlText = { readonly kind: "text"; text: string };
export type HtmlElement = {
  readonly kind: "element";
  readonly tag: string;
  readonly attributes: Record<string, string>;
  children: HtmlNode[];
};
export type HtmlNode = HtmlText | HtmlElement;

const MAX_DEPTH = 400;

export function parseHtmlTree(html: string): readonly HtmlNode[] {
  const builder = createTreeBuilder();
  let attributes: Record<string, string> = emptyRecord();
  let [tag, attribute, attributeValue] = ["", "", ""];
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname: (start, end) => {
        tag = html.slice(start, end).toLowerCase();
        attributes = emptyRecord();
      },
      onattribname: (start, end) => {
        attribute = html.slice(start, end).toLowerCase();
        attributeValue = "";
      },
      onattribdata: (start, end) => {
        attributeValue += html.slice(start, end);
      },
      onattribentity: (codePoint) => {
        attributeValue += String.fromCodePoint(codePoint);
      },
      onattribend: () => {
        if (!(attribute in attributes)) attributes[attribute] = attributeValue;
      },
      onopentagend: () => builder.open(tag, attributes),
      onselfclosingtag: () => builder.open(tag, attributes),
      onclosetag: (start, end) => builder.close(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => builder.text(html.slice(start, end)),
      ontextentity: (codePoint) => builder.text(String.fromCodePoint(codePoint)),
      oncdata: ignore,
      oncomment: ignore,
      ondeclaration: ignore,
      onprocessinginstruction: ignore,
      onend: ignore,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return builder.root.children;
}

type TreeBuilder = {
  readonly root: HtmlElement;
  readonly open: (tag: string, attributes: Record<string, string>) => void;
  readonly close: (tag: string) => void;
  readonly text: (text: string) => void;
};

function createTreeBuilder(): TreeBuilder {
  const root: HtmlElement = { kind: "element", tag: "", attributes: emptyRecord(), children: [] };
  const stack: HtmlElement[] = [root];
  /** Counts of elements that were dropped for their depth: their end tags must not close other elements. */
  const tooDeep = new Map<string, number>();
  const top = (): HtmlElement => stack.at(-1) ?? root;
  const openCount = new Map<string, number>();
  const countOpen = (tag: string, change: number): void => void openCount.set(tag, (openCount.get(tag) ?? 0) + change);
  const isAnyOpen = (tags: ReadonlySet<string>): boolean => [...tags].some((tag) => (openCount.get(tag) ?? 0) > 0);
  const popTo = (index: number): void => {
    while (index > 0 && stack.length > index) countOpen(stack.pop()?.tag ?? "", -1);
  };
  const closeInnermost = (tags: ReadonlySet<string>, within: ReadonlySet<string>): void => {
    if (isAnyOpen(tags)) popTo(findOpen(stack, tags, within));
  };
  return {
    root,
    open(tag, attributes) {
      for (const rule of closedByOpening(tag)) closeInnermost(rule.closes, rule.within);
      if (stack.length > MAX_DEPTH && !VOID.has(tag)) {
        tooDeep.set(tag, (tooDeep.get(tag) ?? 0) + 1);
        return;
      }
      const element: HtmlElement = { kind: "element", tag, attributes, children: [] };
      top().children.push(element);
      if (VOID.has(tag)) return;
      stack.push(element);
      countOpen(tag, 1);
    },
    close(tag) {
      const ignored = tooDeep.get(tag) ?? 0;
      if (ignored > 0) tooDeep.set(tag, ignored - 1);
      else closeInnermost(HEADINGS.has(tag) ? HEADINGS : new Set([tag]), TABLE_PARTS.has(tag) ? NOTHING : CELL_EDGES);
    },
    text(text) {
      const last = top().children.at(-1);
      if (last?.kind === "text") last.text += text;
      else top().children.push({ kind: "text", text });
    },
  };
}

/** Index of the innermost open element with one of these tags; -1 if there is none inside the innermost of `within`. */
function findOpen(stack: readonly HtmlElement[], tags: ReadonlySet<string>, within: ReadonlySet<string>): number {
  for (let index = stack.length - 1; index > 0; index--) {
    const tag = stack[index]?.tag ?? "";
    if (tags.has(tag)) return index;
    if (within.has(tag)) return -1;
  }
  return -1;
}

type ClosingRule = { readonly closes: ReadonlySet<string>; readonly within: ReadonlySet<string> };

function closedByOpening(tag: string): readonly ClosingRule[] {
  const rule = IMPLIED_ENDS[tag];
  if (rule !== undefined) return rule;
  return CLOSES_PARAGRAPH.has(tag) ? PARAGRAPH_END : NO_RULES;
}

const VOID = new Set("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr".split(" "));
const NOTHING: ReadonlySet<string> = new Set();
const HEADINGS: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);
const TABLE_PARTS = new Set(["table", "thead", "tbody", "tfoot", "tr", "td", "th", "caption"]);
const CELL_EDGES: ReadonlySet<string> = new Set(["td", "th", "caption"]);
const CELLS = new Set(["td", "th"]);
const LISTS = new Set(["ul", "ol", "menu", "td", "th", "blockquote"]);
const BLOCK_EDGES = new Set(["td", "th", "caption", "li", "blockquote", "div", "button", "object"]);

const NO_RULES: readonly ClosingRule[] = [];
const PARAGRAPH_END: readonly ClosingRule[] = [{ closes: new Set(["p"]), within: BLOCK_EDGES }];
const CLOSES_PARAGRAPH: ReadonlySet<string> = new Set(
  (
    "address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre section summary table ul"
  ).split(" "),
);

const IMPLIED_ENDS: Readonly<Record<string, readonly ClosingRule[] | undefined>> = Object.assign(
  Object.create(null) as Record<string, readonly ClosingRule[]>,
  {
    li: [{ closes: new Set(["li"]), within: LISTS }],
    dt: [{ closes: new Set(["dt", "dd"]), within: new Set(["dl", "td", "th", "div"]) }],
    dd: [{ closes: new Set(["dt", "dd"]), within: new Set(["dl", "td", "th", "div"]) }],
    a: [{ closes: new Set(["a"]), within: new Set([...BLOCK_EDGES, "p", "ul", "ol", "table", ...HEADINGS]) }],
    option: [{ closes: new Set(["option"]), within: new Set(["select", "datalist", "optgroup"]) }],
    tr: [{ closes: new Set(["tr", "caption"]), within: new Set(["table"]) }],
    td: [{ closes: CELLS, within: new Set(["tr", "table"]) }],
    th: [{ closes: CELLS, within: new Set(["tr", "table"]) }],
    thead: [{ closes: new Set(["thead", "tbody", "tfoot", "caption", "colgroup"]), within: new Set(["table"]) }],
    tbody: [{ closes: new Set(["thead", "tbody", "tfoot", "caption", "colgroup"]), within: new Set(["table"]) }],
    tfoot: [{ closes: new Set(["thead", "tbody", "tfoot", "caption", "colgroup"]), within: new Set(["table"]) }],
  } satisfies Record<string, readonly ClosingRule[]>,
);

function emptyRecord(): Record<string, string> {
  return Object.create(null) as Record<string, string>;
}

function ignore(): void {
  // Comments, declarations and processing instructions are not kept.
}

/** Memoizes a question about elements, which would otherwise cost depth times length. Elements must not change afterwards. */
export function onceForEach<Value>(ask: (element: HtmlElement) => Value): (element: HtmlElement) => Value {
  const answers = new WeakMap<HtmlElement, { readonly answer: Value }>();
  return (element) => {
    const known = answers.get(element);
    if (known !== undefined) return known.answer;
    const answer = ask(element);
    answers.set(element, { answer });
    return answer;
  };
}

type HoldsSome = (nodes: readonly HtmlNode[]) => boolean;

/** Builds a predicate: true if any of these nodes or their descendants matches. */
export function ofSome(
  isElement: (element: HtmlElement, inside: HoldsSome) => boolean,
  isText: (text: string) => boolean = () => false,
): HoldsSome {
  const asked = onceForEach((element) => isElement(element, holds));
  const holds: HoldsSome = (nodes) => nodes.some((node) => (node.kind === "text" ? isText(node.text) : asked(node)));
  return holds;
}
