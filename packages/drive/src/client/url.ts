/** Addresses of calls. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export function toUrl(base: string, path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) params.set(name, String(value));
  const text = params.toString();
  return text === "" ? base + path : `${base}${path}?${text}`;
}

export function filePath(fileId: string): string {
  return `/files/${encodeURIComponent(fileId)}`;
}

export function revisionPath(fileId: string, revisionId: string): string {
  return `${filePath(fileId)}/revisions/${encodeURIComponent(revisionId)}`;
}
