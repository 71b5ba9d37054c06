/** From method and path to a route. Routes are sorted once by method and length, so that few are looked at. */
import { ROUTES, type Route } from "./routes.ts";

export type Found = { readonly route: Route; readonly path: { readonly fileId: string; readonly revisionId: string } };

const ROUTES_BY_SHAPE = new Map<string, Route[]>();
for (const route of ROUTES) {
  const shape = toShape(route.method, route.path.length);
  ROUTES_BY_SHAPE.set(shape, [...(ROUTES_BY_SHAPE.get(shape) ?? []), route]);
}

export function findRoute(method: string, path: string, uploadType: string | undefined): Found | undefined {
  const segments = splitPath(path);
  if (segments === undefined) return undefined;
  for (const route of ROUTES_BY_SHAPE.get(toShape(method, segments.length)) ?? []) {
    const values = fits(route, uploadType) ? matchPath(route.path, segments) : undefined;
    if (values !== undefined) return { route, path: values };
  }
  return undefined;
}

function toShape(method: string, segments: number): string {
  return `${method} ${segments}`;
}

function fits(route: Route, uploadType: string | undefined): boolean {
  return route.uploadType === undefined || route.uploadType === uploadType;
}

/** Undefined when the path is not properly encoded. */
function splitPath(path: string): readonly string[] | undefined {
  const segments = path.split("/").slice(1);
  if (!path.includes("%")) return segments;
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function matchPath(pattern: readonly string[], segments: readonly string[]): Found["path"] | undefined {
  let fileId = "";
  let revisionId = "";
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (expected === ":fileId" && segment !== "") fileId = segment;
    else if (expected === ":revisionId" && segment !== "") revisionId = segment;
    else if (expected !== segment) return undefined;
  }
  return { fileId, revisionId };
}
