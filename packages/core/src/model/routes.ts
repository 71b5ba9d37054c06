/** The application's routes and their audiences. decide-route.ts derives redirects from them. Spec A §2.1, decision 0005. */

/**
 * `anyone`: always redirected. `onboarding`: signed in, but onboarding is not complete. `returning`: back from the drive's sign-in, or opened by
 * a camera that read a code. `workspace`: signed in or in local mode.
 */
export type Audience = "anyone" | "signed-out" | "onboarding" | "returning" | "workspace";

export type RouteName =
  | "root"
  | "login"
  | "register"
  | "signup"
  | "forgot-password"
  | "google-callback"
  | "callback"
  | "approve"
  | "onboarding"
  | "dashboard"
  | "notes"
  | "note-new"
  | "note"
  | "note-edit"
  | "note-history"
  | "trash"
  | "past"
  | "local-mode";

export type Route = { readonly name: RouteName; readonly pattern: string; readonly audience: Audience };

/** Patterns in matching order: `/notes/new` and `/notes/trash` before `/notes/:noteId`. */
export const ROUTES: readonly Route[] = [
  { name: "root", pattern: "/", audience: "anyone" },
  { name: "login", pattern: "/login", audience: "signed-out" },
  { name: "register", pattern: "/register", audience: "signed-out" },
  { name: "signup", pattern: "/signup", audience: "signed-out" },
  { name: "forgot-password", pattern: "/forgot-password", audience: "signed-out" },
  { name: "google-callback", pattern: "/auth/google/callback", audience: "returning" },
  { name: "callback", pattern: "/auth/callback", audience: "returning" },
  { name: "approve", pattern: "/approve", audience: "returning" },
  { name: "onboarding", pattern: "/onboarding", audience: "onboarding" },
  { name: "dashboard", pattern: "/dashboard", audience: "workspace" },
  { name: "notes", pattern: "/notes", audience: "workspace" },
  { name: "note-new", pattern: "/notes/new", audience: "workspace" },
  { name: "trash", pattern: "/notes/trash", audience: "workspace" },
  { name: "past", pattern: "/notes/history", audience: "workspace" },
  { name: "note-history", pattern: "/notes/:noteId/history", audience: "workspace" },
  { name: "note-edit", pattern: "/notes/:noteId/edit", audience: "workspace" },
  { name: "note", pattern: "/notes/:noteId", audience: "workspace" },
  { name: "local-mode", pattern: "/local-mode", audience: "anyone" },
];

export const PATHS = {
  root: "/",
  login: "/login",
  register: "/register",
  signup: "/signup",
  forgotPassword: "/forgot-password",
  googleCallback: "/auth/google/callback",
  callback: "/auth/callback",
  approve: "/approve",
  onboarding: "/onboarding",
  dashboard: "/dashboard",
  notes: "/notes",
  newNote: "/notes/new",
  trash: "/notes/trash",
  past: "/notes/history",
  localMode: "/local-mode",
} as const;

export type RouteMatch = { readonly route: Route; readonly noteId?: string };

/** Returns the route of a path, ignoring query, hash and a trailing slash; undefined if there is no such page. */
export function matchRoute(path: string): RouteMatch | undefined {
  const parts = toParts(path);
  for (const route of ROUTES) {
    const pattern = toParts(route.pattern);
    if (pattern.length !== parts.length) continue;
    if (!pattern.every((part, index) => part === ":noteId" || part === parts[index])) continue;
    const at = pattern.indexOf(":noteId");
    if (at === -1) return { route };
    const noteId = decodePart(parts[at] as string);
    return noteId === undefined ? undefined : { route, noteId };
  }
  return undefined;
}

/** True only for paths of this application, not for addresses that merely start like one. */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith("/") || path.startsWith("//") || path.includes("\\")) return false;
  return matchRoute(path.split(/[?#]/, 1)[0] as string) !== undefined;
}

export function toNotePath(noteId: string): string {
  return `${PATHS.notes}/${encodeURIComponent(noteId)}`;
}

export function toEditPath(noteId: string): string {
  return `${toNotePath(noteId)}/edit`;
}

export function toHistoryPath(noteId: string): string {
  return `${toNotePath(noteId)}/history`;
}

function toParts(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
