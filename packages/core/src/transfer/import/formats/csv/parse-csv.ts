/** Parses CSV by RFC 4180, plus what spreadsheets write: semicolons or tabs, line ends of any system, unclosed quotes. Pure. */

export function parseCsv(text: string): readonly (readonly string[])[] {
  const separator = findSeparator(text);
  const rows: string[][] = [[]];
  let [field, isQuoted, at] = ["", false, 0];
  const endField = (): void => {
    rows.at(-1)?.push(field);
    field = "";
  };
  while (at < text.length) {
    const char = text[at] as string;
    at += 1;
    if (isQuoted) {
      const end = text.indexOf('"', at - 1);
      field += text.slice(at - 1, end === -1 ? text.length : end);
      at = end === -1 ? text.length : end + 1;
      isQuoted = text[at] === '"';
      if (isQuoted) {
        field += '"';
        at += 1;
      }
    } else if (char === '"' && field === "") isQuoted = true;
    else if (char === separator) endField();
    else if (char === "\n" || char === "\r") {
      if (char === "\r" && text[at] === "\n") at += 1;
      endField();
      rows.push([]);
    } else field += char;
  }
  endField();
  return rows.filter((row) => row.some((value) => value.trim() !== ""));
}

/** Returns the separator that the first line has most often, outside of quotes. */
function findSeparator(text: string): string {
  const head = (/^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text.slice(0, 10_000))?.[0] ?? "").replace(/"(?:[^"]|"")*"/g, "");
  const counts = [",", ";", "\t"].map((separator) => ({ separator, count: head.split(separator).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).separator;
}
