/** Order of a table's rows by the texts of one column: numbers by value, other texts by language; empty cells last. Pure. */

/** Returns the former indexes in their new order. Equal texts keep their order. */
export function sortedOrder(texts: readonly string[], direction: "ascending" | "descending"): readonly number[] {
  const keys = texts.map((text) => text.trim());
  const numbers = keys.map(toNumber);
  const areNumbers = keys.every((key, at) => key === "" || numbers[at] !== undefined);
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  const sign = direction === "ascending" ? 1 : -1;
  const compare = (one: number, other: number): number => {
    const [a, b] = [keys[one] ?? "", keys[other] ?? ""];
    if (a === "" || b === "") return Number(a === "") - Number(b === "") || one - other;
    const by = areNumbers ? (numbers[one] ?? 0) - (numbers[other] ?? 0) : collator.compare(a, b);
    return by === 0 ? one - other : sign * by;
  };
  return keys.map((_, at) => at).sort(compare);
}

/** Reads `1,234.5`, `-3`, `12 %` and `$5`; undefined for anything else, such as a date or `1.2.3`. */
function toNumber(text: string): number | undefined {
  const bare = text.replace(/^([-+−]?)\s*[$€£¥]\s*/, "$1").replace(/\s*(?:%|[$€£¥])$/, "");
  const match = /^([-+−]?)(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/.exec(bare);
  if (match === null) return undefined;
  const value = Number(`${match[2]?.replaceAll(",", "")}${match[3] ?? ""}`);
  return match[1] === "-" || match[1] === "−" ? -value : value;
}
