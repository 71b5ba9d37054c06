/** Parses the declarations of a style attribute: lower-case names, the last one wins, comments and `!important` removed. */

const MAX_STYLE_CHARS = 10_000;

export function parseStyle(style: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  if (style.length > MAX_STYLE_CHARS) return declarations;
  for (const declaration of withoutComments(style).split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 1) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    declarations.set(name, withoutPriority(declaration.slice(colon + 1)));
  }
  return declarations;
}

function withoutPriority(value: string): string {
  const mark = value.indexOf("!");
  return (mark === -1 ? value : value.slice(0, mark)).trim();
}

function withoutComments(style: string): string {
  let [text, position] = ["", 0];
  for (let open = style.indexOf("/*"); open !== -1; open = style.indexOf("/*", position)) {
    text += style.slice(position, open);
    const close = style.indexOf("*/", open + 2);
    position = close === -1 ? style.length : close + 2;
  }
  return text + style.slice(position);
}
