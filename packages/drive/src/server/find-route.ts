/** Finds the route for a method and path. Routes are indexed once, by the part before an id and by length, so that few are compared. */
import { ROUTES, type Route } from "./routes.ts";

export type Found = { readonly route: Route; readonly path: { readonly fileId: string; readonly revisionId: string } };

const ROUTES_BY_SHAPE = new Map<string, Route[]>();
for (const route of ROUTES) {
  const shape = toShape(route.method, route.path.length);
  ROUTES_BY_SHAPE.set(shape, [...(ROUTES_BY_SHAPE.get(shape) ?? []), route]);
}

/** Routes that end in an id, by the part before it. */
const FILE_ROUTES = new Map<string, Route[]>();
for (const route of ROUTES.filter((one) => one.path.indexOf(":fileId") === one.path.length - 1)) {
  const before = `/${route.path.slice(0, -1).join("/")}`;
  FILE_ROUTES.set(before, [...(FILE_ROUTES.get(before) ?? []), route]);
}

/** Fixed names at the place of an id. */
const FIXED_NAMES = new Set(ROUTES.map((route) => route.path.at(-1) ?? ""));

export function findRoute(method: string, path: string, uploadType: string | undefined): Found | undefined {
  return findByName(method, path, uploadType) ?? findBySegments(method, path, uploadType);
}

/** Nearly all calls name one file by its id: this finds their route without splitting the path. */
function findByName(method: string, path: string, uploadType: string | undefined): Found | undefined {
  const cut = path.lastIndexOf("/");
  const routes = FILE_ROUTES.get(path.slice(0, cut));
  const fileId = path.slice(cut + 1);
  if (routes === undefined || fileId === "" || FIXED_NAMES.has(fileId) || fileId.includes("%")) return undefined;
  const route = routes.find((one) => one.method === method && fits(one, uploadType));
  return route === undefined ? undefined : { route, path: { fileId, revisionId: "" } };
}

function findBySegments(method: string, path: string, uploadType: string | undefined): Found | undefined {
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

/** Returns undefined if the path is not properly encoded. */
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
