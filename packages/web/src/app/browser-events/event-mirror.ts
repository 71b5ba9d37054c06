/** The spec's browser events: raised from stores and received from this page, only here. Spec A §7, B §7 "Browser events". */

import type { ConnectionEvent, ConnectionService } from "@satchel/core/connection/connection-service-types.ts";
import type { NotesState } from "@satchel/core/library/notes/notes-service-types.ts";
import type { ReadableStore } from "@satchel/core/model/store.ts";
import type { SessionState } from "@satchel/core/vault/account/account-service-types.ts";
import type { PromptsService } from "@satchel/core/workspace/notifications/prompts-service.ts";
import type { StatusService } from "@satchel/core/workspace/notifications/status-service.ts";
import type { LibraryState } from "../../shared/services.ts";

export const EVENTS = {
  accessReady: "accessTokenReady",
  tokenExpired: "googleDriveTokenExpired",
  tokenRefreshed: "tokenRefreshed",
  reconnectionRequired: "cloudReconnectionRequired",
  noteFolderChanged: "noteFolderChanged",
  foldersLoaded: "foldersLoaded",
  foldersUpdated: "foldersUpdated",
  invalidCredentials: "loginInvalidCredentials",
  maintenance: "showMaintenanceModal",
  loggedOut: "logoutSuccess",
  allCleared: "allCachedDataCleared",
  someRemain: "someCachedDataRemain",
} as const;

type EventName = (typeof EVENTS)[keyof typeof EVENTS];

export type MirrorDeps = {
  readonly view: EventTarget;
  readonly connection: Pick<ConnectionService, "onEvent" | "access" | "reconnect">;
  readonly session: ReadableStore<SessionState>;
  readonly library: ReadableStore<LibraryState>;
  readonly prompts: PromptsService;
  readonly status: Pick<StatusService, "store">;
};

export function mirrorEvents(deps: MirrorDeps): void {
  /** True while this mirror dispatches an event, which it then ignores. */
  let isRaising = false;
  const raise = (name: EventName, detail: unknown = null): void => {
    isRaising = true;
    deps.view.dispatchEvent(new CustomEvent(name, { detail }));
    isRaising = false;
  };
  const listen = (name: EventName, act: () => void): void => {
    deps.view.addEventListener(name, () => {
      if (!isRaising) act();
    });
  };
  mirrorConnection(deps, raise);
  mirrorSession(deps, raise);
  mirrorLibrary(deps, raise);
  mirrorPrompts(deps, raise);
  listen(EVENTS.tokenExpired, () => void deps.connection.access()?.refresh());
  listen(EVENTS.reconnectionRequired, () => void deps.connection.reconnect());
  listen(EVENTS.invalidCredentials, () => deps.prompts.raiseSignInFailed(""));
  listen(EVENTS.maintenance, () => deps.prompts.raiseMaintenance());
}

type Raise = (name: EventName, detail?: unknown) => void;

function mirrorConnection({ connection }: MirrorDeps, raise: Raise): void {
  connection.onEvent((event: ConnectionEvent) => {
    switch (event.kind) {
      case "access-ready":
        return raise(EVENTS.accessReady, { token: event.token, userInfo: event.userInfo });
      case "token-refreshed":
        return raise(EVENTS.tokenRefreshed);
      case "token-expired":
        return raise(EVENTS.tokenExpired);
      case "reconnection-required": {
        const { provider, error, reason } = event;
        console.warn(error);
        return raise(EVENTS.reconnectionRequired, { provider, error, reason });
      }
    }
  });
}

/** Raised once the user is signed out; the toast about this device reports whether stored data was deleted. Spec B §4 "Logout clearing". */
function mirrorSession({ session, status }: MirrorDeps, raise: Raise): void {
  session.subscribe((state, before) => {
    if (before.kind === "signed-in" && state.kind === "signed-out") raise(EVENTS.loggedOut);
  });
  status.store.subscribe(({ shown }, before) => {
    const known = new Set(before.shown.map(({ key }) => key));
    for (const { key, message } of shown) {
      if (known.has(key)) continue;
      if (message.id === "device-cleared") raise(EVENTS.allCleared);
      if (message.id === "device-not-cleared") raise(EVENTS.someRemain);
    }
  });
}

function mirrorLibrary({ library }: MirrorDeps, raise: Raise): void {
  let stop = (): void => undefined;
  const follow = (state: LibraryState): void => {
    stop();
    stop = () => undefined;
    if (state.kind !== "open") return;
    const { store } = state.library.notes;
    if (store.getState().phase === "ready") raise(EVENTS.foldersLoaded, store.getState().folders);
    stop = store.subscribe((now, before) => reportNotes(now, before, raise));
  };
  library.subscribe(follow);
  follow(library.getState());
}

function reportNotes(now: NotesState, before: NotesState, raise: Raise): void {
  if (now.phase !== "ready") return;
  if (before.phase !== "ready") raise(EVENTS.foldersLoaded, now.folders);
  else if (foldersKey(now) !== foldersKey(before)) raise(EVENTS.foldersUpdated, now.folders);
  if (now.notesById === before.notesById) return;
  for (const { noteId, folderId } of now.notes) {
    const known = before.notesById.get(noteId);
    if (known !== undefined && known.folderId !== folderId) raise(EVENTS.noteFolderChanged, { noteId, folderId });
  }
}

function foldersKey({ folders }: NotesState): string {
  return folders.map(({ folderId, lastModified }) => `${folderId}@${lastModified}`).join(" ");
}

function mirrorPrompts({ prompts }: MirrorDeps, raise: Raise): void {
  prompts.store.subscribe((state, before) => {
    if (state.signInFailed !== undefined && before.signInFailed === undefined) raise(EVENTS.invalidCredentials);
    if (state.maintenance && !before.maintenance) raise(EVENTS.maintenance);
  });
}
