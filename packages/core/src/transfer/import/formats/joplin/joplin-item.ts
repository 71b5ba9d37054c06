/** One text of a Joplin export: its title, its body, and behind them a line for each of its fields. Pure. */

export type JoplinItem = {
  /** Undefined: it is no item of Joplin's. */
  readonly type: string | undefined;
  readonly title: string;
  readonly body: string;
  readonly fields: ReadonlyMap<string, string>;
};

export function parseJoplinItem(raw: string): JoplinItem {
  const text = raw.replace(/\r\n?/g, "\n").trimEnd();
  const lines = text.split("\n");
  let start = lines.length;
  while (start > 0 && /^[a-z_0-9]+:(?: |$)/.test(lines[start - 1] ?? "")) start -= 1;
  const fields = new Map(
    lines.slice(start).map((line) => [line.slice(0, line.indexOf(":")), unescapeValue(line.slice(line.indexOf(":") + 1).trim())] as const),
  );
  const [title = "", ...rest] = lines.slice(0, start);
  const body = rest.join("\n").replace(/^\n/, "").replace(/\n$/, "");
  return { type: fields.get("type_"), title, body, fields };
}

function unescapeValue(value: string): string {
  return value.replace(/\\(n|r|\\)/g, (_, sign: string) => (sign === "n" ? "\n" : sign === "r" ? "\r" : "\\"));
}
