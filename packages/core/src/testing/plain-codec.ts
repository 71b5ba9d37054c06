/** A codec without secrecy for tests of the engine: readable bytes, the same refusals as the sealing one. */
import { isEntityId } from "@satchel/contract/ids.ts";
import type { PackContent, PackItem } from "../model/drive/pack.ts";
import type { Entity } from "../model/entities/entity.ts";
import { hashText } from "../model/entities/entity-ids.ts";
import { parseEntity } from "../model/entities/parsing/parse-entity.ts";
import { failed, ok } from "../model/result.ts";
import type { AttachmentCodec } from "../ports/sealing/attachment-codec.ts";
import type { Codec } from "../ports/sealing/codec.ts";
import type { PackCodec } from "../ports/sealing/pack-codec.ts";

/** `md5`: needed if the drive computes real checksums; a memory drive accepts any hash. */
export function createPlainCodec(md5: Codec["md5"] = (bytes) => hashText(toText(bytes))): Codec & PackCodec & AttachmentCodec {
  return {
    async seal(entity) {
      if (!isEntityId(entity.id)) return failed("unsealable");
      return ok(toBytes(JSON.stringify({ v: 1, entity })));
    },
    async open(kind, id, bytes) {
      const parsed = parse<{ readonly v: number; readonly entity: Entity }>(toText(bytes));
      if (parsed === undefined) return failed("damaged");
      if (parsed.v !== 1) return failed("unknown-version");
      return parsed.entity.id === id && parsed.entity.kind === kind ? ok(parsed.entity) : failed("damaged");
    },
    readJson: (bytes) => parse(toText(bytes)),
    async sealPack(packId, items, opaque = []) {
      return ok(toBytes(JSON.stringify({ packId, items: [...items, ...opaque] })));
    },
    async openPack(packId, bytes) {
      const parsed = parse<{ readonly packId: string; readonly items: readonly unknown[] }>(toText(bytes));
      return parsed?.packId === packId ? ok(splitRecords(parsed.items)) : failed("damaged");
    },
    async sealAttachment(id, bytes, { isSensitive }) {
      const head = attachmentHead(id, isSensitive);
      const sealed = new Uint8Array(head.length + bytes.length);
      sealed.set(head);
      sealed.set(bytes, head.length);
      return ok({ bytes: sealed, md5: md5(sealed) });
    },
    async openAttachment(id, bytes, { isSensitive, isOuterOnly }) {
      const [inner, outer] = [attachmentHead(id, true), attachmentHead(id, false)];
      const heads = isOuterOnly ? [outer] : isSensitive ? [inner] : [inner, outer];
      const head = heads.find((known) => known.every((byte, at) => byte === bytes[at]));
      return head === undefined ? failed("damaged") : ok(bytes.slice(head.length));
    },
    md5,
  };
}

/** Validates entities only, because a memory drive's checksums are not MD5. */
function splitRecords(records: readonly unknown[]): PackContent {
  const isRead = (record: unknown): record is PackItem => {
    const { entity } = record as Partial<PackItem>;
    return entity !== undefined && parseEntity(entity.kind, entity.id, entity) !== undefined;
  };
  return { items: records.filter(isRead), unread: records.filter((record) => !isRead(record)) };
}

function attachmentHead(id: string, isSensitive: boolean): Uint8Array {
  return toBytes(isSensitive ? `${id}|sensitive|` : `${id}|`);
}

function parse<Value>(text: string): Value | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// Core has no TextEncoder. One code unit becomes two bytes.
function toBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 2);
  for (let at = 0; at < text.length; at += 1) {
    bytes[at * 2] = text.charCodeAt(at) >> 8;
    bytes[at * 2 + 1] = text.charCodeAt(at) & 255;
  }
  return bytes;
}

function toText(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at + 1 < bytes.length; at += 2) text += String.fromCharCode(((bytes[at] as number) << 8) | (bytes[at + 1] as number));
  return text;
}
