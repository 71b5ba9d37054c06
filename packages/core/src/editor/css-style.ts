/** The declarations of a style attribute, read plainly: names in lower case, the last one wins, comments and `!important` removed. */

const MAX_STYLE_CHARS = 10_000;

export function parseStyle(style: string): ReadonlyMap<string, string> {
  const declarations = new Map<string, string>();
  const text = style.length > MAX_STYLE_CHARS ? "" : style.replace(/\/\*[^*]*\*\//g, "");
  for (const declaration of text.split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 1) continue;
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, "")
      .trim();
    declarations.set(declaration.slice(0, colon).trim().toLowerCase(), value);
  }
  return declarations;
}
