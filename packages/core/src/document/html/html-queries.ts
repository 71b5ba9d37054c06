/** Questions about what an element holds, answered once for each element: asked again at every level they would cost depth times length. */
import type { HtmlElement, HtmlNode } from "./html-tree.ts";

/** The elements must not change once they were asked about. */
export function onceForEach<Answer>(ask: (element: HtmlElement) => Answer): (element: HtmlElement) => Answer {
  const answers = new WeakMap<HtmlElement, { readonly answer: Answer }>();
  return (element) => {
    const known = answers.get(element);
    if (known !== undefined) return known.answer;
    const answer = ask(element);
    answers.set(element, { answer });
    return answer;
  };
}

type HoldsSome = (nodes: readonly HtmlNode[]) => boolean;

/** Whether any of these nodes, or what is in them, is of a kind. */
export function ofSome(
  isElement: (element: HtmlElement, inside: HoldsSome) => boolean,
  isText: (text: string) => boolean = () => false,
): HoldsSome {
  const asked = onceForEach((element) => isElement(element, holds));
  const holds: HoldsSome = (nodes) => nodes.some((node) => (node.kind === "text" ? isText(node.text) : asked(node)));
  return holds;
}
