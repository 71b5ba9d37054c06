/** Opened texts of sensitive notes, in memory only and dropped when the folder locks. Spec B §4, encryption.md 3.6 (i). */

import type { Library } from "../../library/index/library-service.ts";
import { type Entity, isAlive, type LightEntity, type LightNote } from "../../model/entities/entity.ts";
import { parseJson } from "../../model/entities/parsing/record-values.ts";
import { parseSealedText, type SealedText } from "../../model/entities/parsing/sealed-texts.ts";
import { SENSITIVE } from "../../model/limits/limits.ts";
import { createStore, type ReadableStore } from "../../model/store.ts";
import type { NoteSealing } from "../../ports/sealing/sensitive-keys.ts";
import type { SensitiveState } from "./sensitive-service-types.ts";

/** `entity`: the opened version. `text` is undefined if it does not open. */
export type OpenedText = { readonly entity: LightEntity; readonly text: SealedText | undefined };
export type OpenedTexts = { readonly isUnlocked: boolean; readonly byId: ReadonlyMap<string, OpenedText> };

export type OpenedTextsService = { readonly store: ReadableStore<OpenedTexts>; close(): void };

export type OpenedTextsDeps = {
  /** Notes to open; those in the trash only for its screen. */
  readonly which?: (note: LightNote) => boolean;
  readonly library: Pick<Library, "index" | "store" | "onChange">;
  readonly sealing: Pick<NoteSealing, "openSensitiveNote">;
  readonly folder: ReadableStore<SensitiveState>;
};

const LOCKED: OpenedTexts = { isUnlocked: false, byId: new Map() };

export function openTexts({ library, sealing, folder, which = isAlive }: OpenedTextsDeps): OpenedTextsService {
  const store = createStore<OpenedTexts>(LOCKED);
  /** Number of locks; texts whose opening began before a lock are dropped. */
  let round = 0;
  let isReading = false;
  let isAskedAgain = false;

  const missing = (): readonly string[] => {
    const { byId } = store.getState();
    return [...library.index.entities.values()].flatMap((entity) =>
      entity.kind === "note" && which(entity) && isSensitive(entity, library) && byId.get(entity.id)?.entity !== entity ? [entity.id] : [],
    );
  };
  const readBatch = async (ids: readonly string[], mine: number): Promise<void> => {
    const entities = new Map(ids.map((id) => [id, library.index.entities.get(id)]));
    const read = await library.store.readEntities(ids);
    const opened = await Promise.all(
      ids.map(async (id) => [id, read.ok ? await openOne(read.value.get(id), sealing) : undefined] as const),
    );
    if (mine !== round) return;
    const byId = new Map(store.getState().byId);
    for (const [id, text] of opened) {
      const entity = entities.get(id);
      if (entity !== undefined) byId.set(id, { entity, text });
    }
    store.setState({ byId });
  };
  const read = async (): Promise<void> => {
    if (isReading) {
      isAskedAgain = true;
      return;
    }
    isReading = true;
    do {
      isAskedAgain = false;
      const mine = round;
      const ids = missing();
      for (let from = 0; from < ids.length && mine === round && store.getState().isUnlocked; from += SENSITIVE.openAtOnce)
        await readBatch(ids.slice(from, from + SENSITIVE.openAtOnce), mine);
    } while (isAskedAgain && store.getState().isUnlocked);
    isReading = false;
  };
  const follow = (): void => {
    const isUnlocked = folder.getState().kind === "unlocked";
    if (isUnlocked === store.getState().isUnlocked) return;
    round += 1;
    store.setState(isUnlocked ? { isUnlocked, byId: new Map() } : LOCKED);
    if (isUnlocked) void read();
  };
  const stops = [
    folder.subscribe(follow),
    library.onChange(() => {
      if (store.getState().isUnlocked) void read();
    }),
  ];
  follow();
  return {
    store,
    close() {
      for (const stop of stops) stop();
      round += 1;
      store.setState(LOCKED);
    },
  };
}

/** True for sensitive notes, including the unencrypted version of a note that another device moved in. */
function isSensitive(note: LightEntity & { readonly kind: "note" }, { index }: OpenedTextsDeps["library"]): boolean {
  return note.isEncrypted || index.isHidden(note.id);
}

async function openOne(entity: Entity | undefined, sealing: OpenedTextsDeps["sealing"]): Promise<SealedText | undefined> {
  if (entity?.kind !== "note") return undefined;
  const { title, content, attachments, tags, sealed } = entity;
  if (sealed === undefined) return { title, content, attachments, ...(tags === undefined ? {} : { tags }) };
  const opened = await sealing.openSensitiveNote(entity.id, parseJson(sealed));
  return opened.ok ? parseSealedText(opened.value) : undefined;
}
