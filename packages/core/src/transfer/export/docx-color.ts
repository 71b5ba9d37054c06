/** Colors as Word has them: six hexadecimal digits. Undefined: it is of another form. Pure. */
export function hexOf(color: unknown): string | undefined {
  if (typeof color !== "string") return undefined;
  const parts = /^rgb\((\d+), ?(\d+), ?(\d+)\)$/.exec(color)?.slice(1) ?? [];
  const hex = /^#([0-9a-f]{6})$/i.exec(color)?.[1];
  return (
    hex?.toUpperCase() ??
    (parts.length === 3
      ? parts
          .map((part) => Number(part).toString(16).padStart(2, "0"))
          .join("")
          .toUpperCase()
      : undefined)
  );
}
