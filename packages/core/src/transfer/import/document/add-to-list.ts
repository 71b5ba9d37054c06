/** Adds to a list in place. Copying it for each addition would let one export with 100,000 tags of a note take minutes. */
export function addToList(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
