/**
 * The version that the bytes of a file represent, where their own vector claims too much. Two devices that shared one id each counted on from
 * where they were: by its vector, a version of one contains earlier versions of the other, which it does not. sync.md §4.5. Pure.
 */

import { isReadBy } from "../../library/index/derive.ts";
import { underChecksum } from "../../library/index/overwritten.ts";
import { isOfCopy } from "../../merge/conflict-copy.ts";
import { type Integration, integrate, type Local } from "../../merge/integrate.ts";
import { foreignDot, type RemoteFile } from "../../model/drive/remote-file.ts";
import type { Entity } from "../../model/entities/entity.ts";
import { isUnder, underNewName } from "../../model/entities/note-versions.ts";
import type { SealedTexts } from "../../model/entities/parsing/sealed-texts.ts";
import { isContained, join } from "../../model/entities/version-vector.ts";
import type { Seen, SyncMeta } from "../../ports/device/local-store.ts";
import { isKnownText, isOfUnknownDot, isOtherText } from "../cloned-devices/is-from-cloned-device.ts";

type Read = { readonly entity: Entity; readonly file: RemoteFile; readonly md5: string };

export function normalizeVersion({ entity, file, md5 }: Read, seen: Seen): Entity {
  if (isFromOthersClonedDevice({ entity, file }, seen)) return apart(entity, md5);
  const { owner } = file;
  const isGivenUp = owner !== undefined && seen.meta.formerIds.includes(owner);
  if (!isGivenUp || !isUnseen(entity, file, { name: owner, seen })) return underChecksum(entity, file, seen.meta);
  return besideItsName(entity, owner, md5);
}

/** As it is read now, and as it may be once what was fetched with it is taken in. */
export function readingsOf(read: Read, seen: Seen): readonly Entity[] {
  const { entity, file, md5 } = read;
  const besides = file.owner === undefined ? [] : [apart(entity, md5), besideItsName(entity, file.owner, md5)];
  return [normalizeVersion(read, seen), ...besides];
}

function apart(entity: Entity, md5: string): Entity {
  return underNewName(entity, Object.keys(entity.vv), foreignDot(md5));
}

/** It stays under the shared id too: other devices have it from there. */
function besideItsName(entity: Entity, owner: string, md5: string): Entity {
  const renamed = underNewName(entity, [owner], foreignDot(md5));
  return { ...renamed, vv: join(renamed.vv, entity.vv) };
}

/**
 * What we sent or read before we gave up the id is contained in our version, which was made from it under the new one: nothing is merged, and what our version
 * covered of the other's, it covers no more.
 */
export function takeIn(
  theirs: Entity,
  local: Local,
  { meta, texts }: { readonly meta: SyncMeta; readonly texts: SealedTexts },
): Integration {
  const { mine, bases } = local;
  const isOursRenamed = mine !== undefined && isUnder(theirs.vv, meta.formerIds) && isKnownText(theirs, mine, bases);
  if (!isOursRenamed || isContained(theirs.vv, mine.vv)) return integrate(theirs, local, { meta, texts });
  const entities = [{ ...mine, vv: join(mine.vv, theirs.vv) }];
  return { writes: { entities }, outcome: "known", entities };
}

/**
 * Two other devices that share one id made it and what we know under its vector. Which of the dots are theirs no one can tell here, so none is believed.
 * It waits until the overwritten bytes were read.
 */
export function isFromOthersClonedDevice(
  { entity, file }: Pick<Read, "entity" | "file">,
  { meta, entities, basesOf, remoteOf }: Seen,
): boolean {
  const mine = entities.get(entity.id);
  if (mine === undefined || file.owner === undefined || file.revision !== undefined) return false;
  if (isOfCopy(entity.vv) || isUnder(entity.vv, [meta.deviceId, ...meta.formerIds])) return false;
  const isBesideRevisions = (remoteOf.get(entity.id) ?? []).some(({ revision }) => revision?.fileId === file.fileId);
  return !isBesideRevisions && isOtherText(entity, mine, basesOf.get(entity.id) ?? []);
}

/** Whatever our counter for that id is by now, our version covers nothing of this. */
function isUnseen(theirs: Entity, file: RemoteFile, { name, seen }: { readonly name: string; readonly seen: Seen }): boolean {
  if (file.revision === undefined) return isBelowOurs(theirs, file, { name, seen });
  const mine = seen.entities.get(theirs.id);
  return mine === undefined || !isKnownText(theirs, mine, seen.basesOf.get(theirs.id) ?? []);
}

/** Made by the other device under the id that was given up, after which we made one under it without having seen it. */
function isBelowOurs(
  theirs: Entity,
  { fileId }: RemoteFile,
  { name, seen: { entities, basesOf, remoteOf } }: { readonly name: string; readonly seen: Seen },
): boolean {
  const bases = basesOf.get(theirs.id) ?? [];
  if (!isOfUnknownDot(name, theirs, bases)) return false;
  const mine = entities.get(theirs.id);
  const ours = mine === undefined ? bases : [mine, ...bases];
  const others = (remoteOf.get(theirs.id) ?? []).filter((other) => other.fileId !== fileId);
  return ours.some(({ vv }) => isContained(theirs.vv, vv)) && !isReadBy(theirs.vv, name, [...ours, ...others]);
}
