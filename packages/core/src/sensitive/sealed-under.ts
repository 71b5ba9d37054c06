/** Which folder's key sealed a note; undefined for what is no envelope. */
export function sealedUnder(sealed: string): string | undefined {
  try {
    const { kid } = JSON.parse(sealed) as { readonly kid?: unknown };
    return typeof kid === "string" ? kid : undefined;
  } catch {
    return undefined;
  }
}
