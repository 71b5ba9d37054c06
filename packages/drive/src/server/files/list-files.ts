/**
 * files.list: parameters, `q`, order and pages. A page continues after the last file's position, so an unchanged file is never skipped.
 * drive-contract §1.4.
 */
import { type OrderKey, parseOrderBy } from "../../query/order-by.ts";
import { parseQuery } from "../../query/parse-query.ts";
import { countCostly, EVERY_FILE, mapLeaves, NO_FILE, type Query } from "../../query/query.ts";
import type { Space } from "../../records/file-record.ts";
import { ok, type Result } from "../../result.ts";
import type { ListCursor } from "../../storage/metadata-store.ts";
import { type Call, type CallHandler, rootSpace } from "../context/context.ts";
import { readFlag, readMask, readNumber } from "../context/params.ts";
import { maskBelow, pickFields } from "../fields/field-mask.ts";
import { DEFAULT_MASKS, FILE_LIST_SCHEMA, IDS_SCHEMA } from "../fields/schemas.ts";
import { type Refusal, refusals, refused } from "../http/refusal.ts";
import { jsonResponse } from "../http/responses.ts";
import { toFileJson } from "./file-json.ts";
import { maySee } from "./find-file.ts";

type Search = {
  readonly query: Query;
  readonly order: readonly OrderKey[];
  readonly space: Space;
  readonly pageSize: number;
  readonly after: ListCursor | undefined;
  /** Binds a page token to its list: a token of another purpose is rejected. */
  readonly purpose: string;
};

export const listFiles: CallHandler = async (call) => {
  const mask = readMask(call.params, FILE_LIST_SCHEMA, DEFAULT_MASKS.fileList);
  if (!mask.ok) return mask;
  const search = readSearch(call);
  if (!search.ok) return search;
  const { accountId } = call.identity;
  const costly = countCostly(search.value.query);
  const waitSeconds = costly > 0 ? call.server.rates.take(accountId, call.server.limits.searchWeight * costly) : undefined;
  if (waitSeconds !== undefined) return refused(refusals.tooManyCalls(waitSeconds));
  const page = await call.server.metadata.list(accountId, { ...search.value, limit: search.value.pageSize });
  const fileMask = maskBelow(mask.value, "files");
  const list = {
    kind: "drive#fileList",
    incompleteSearch: false,
    nextPageToken: page.next === undefined ? undefined : call.server.ids.sealToken(accountId, search.value.purpose, page.next),
    files: fileMask === undefined ? undefined : page.files.map((file) => toFileJson(file, call.identity, fileMask)),
  };
  return ok(
    jsonResponse(200, { ...(pickFields({ ...list, files: undefined }, mask.value) as object), ...(list.files && { files: list.files }) }),
  );
};

function readSearch(call: Call): Result<Search, Refusal> {
  const { params } = call;
  const allDrives = checkAllDrives(call);
  if (!allDrives.ok) return allDrives;
  const source = params.get("q") ?? "";
  const query = source.length > call.server.limits.queryChars ? undefined : parseQuery(source);
  if (query === undefined) return refused(refusals.invalid("q"));
  const orderBy = params.get("orderBy") ?? "";
  const order = parseOrderBy(orderBy);
  if (order === undefined) return refused(refusals.invalid("orderBy"));
  if (order.length > 0 && mentionsFullText(query))
    return refused(refusals.badRequest("Sorting is not supported for queries with fullText terms."));
  const space = readSpace(call);
  if (!space.ok) return space;
  const pageSize = readNumber(params, "pageSize", { preset: call.server.limits.filesPageSize, max: call.server.limits.pageSizeMax });
  if (!pageSize.ok) return pageSize;
  const purpose = JSON.stringify(["files", source, orderBy, space.value]);
  const after = readCursor(call, purpose);
  if (!after.ok) return after;
  return ok({
    query: mapLeaves(query, (leaf) => resolveLeaf(call, leaf)),
    order,
    space: space.value,
    pageSize: pageSize.value,
    after: after.value,
    purpose,
  });
}

/** Shared drives do not exist here, but the parameters that clients send for them are still validated. */
export function checkAllDrives(call: Call): Result<true, Refusal> {
  const items = readFlag(call.params, "includeItemsFromAllDrives", false);
  const supports = readFlag(call.params, "supportsAllDrives", false);
  if (!items.ok || !supports.ok) return items.ok ? (supports as Result<true, Refusal>) : items;
  if (items.value && !supports.value) return refused(refusals.needsAllDrives());
  const corpora = call.params.get("corpora") ?? "user";
  return ["user", "drive", "domain", "allDrives"].includes(corpora) ? ok(true) : refused(refusals.invalid("corpora"));
}

/** Reads `drive` or `appDataFolder`; the latter requires its own scope. */
export function readSpace(call: Call, name = "spaces"): Result<Space, Refusal> {
  const space = call.params.get(name) ?? "drive";
  if (space !== "drive" && space !== "appDataFolder") return refused(refusals.invalid(name));
  return maySee(call, space, "read") ? ok(space) : refused(refusals.scopeMissing());
}

function readCursor(call: Call, purpose: string): Result<ListCursor | undefined, Refusal> {
  const token = call.params.get("pageToken");
  if (token === undefined) return ok(undefined);
  const cursor = call.server.ids.openToken(call.identity.accountId, purpose, token);
  return Array.isArray(cursor) ? ok(cursor as ListCursor) : refused(refusals.invalid("pageToken"));
}

/** Replaces aliases by ids. A drive of one user has one owner, writer and reader. */
function resolveLeaf(call: Call, leaf: Query): Query {
  if (leaf.kind === "member") {
    const own = [call.identity.user.emailAddress.toLowerCase(), "me"];
    return own.includes(leaf.email.toLowerCase()) ? EVERY_FILE : NO_FILE;
  }
  const space = leaf.kind === "parent" ? rootSpace(call, leaf.id) : undefined;
  return space === undefined ? leaf : { kind: "parent", id: call.server.ids.rootId(call.identity.accountId, space) };
}

function mentionsFullText(query: Query): boolean {
  if (query.kind === "and" || query.kind === "or") return query.terms.some(mentionsFullText);
  return query.kind === "not" ? mentionsFullText(query.term) : query.kind === "fullText";
}

/** files.generateIds stores nothing: the signature in each id proves that this server issued it. drive-contract §1.8. */
export const generateIds: CallHandler = async (call) => {
  const mask = readMask(call.params, IDS_SCHEMA, true);
  if (!mask.ok) return mask;
  const count = readNumber(call.params, "count", { preset: 10, max: call.server.limits.idsMax });
  if (!count.ok) return count;
  const space = readSpace(call, "space");
  if (!space.ok) return space;
  const type = call.params.get("type") ?? "files";
  if (type !== "files" && type !== "shortcuts") return refused(refusals.invalid("type"));
  const ids = Array.from({ length: count.value }, () => call.server.ids.newFileId(call.identity.accountId, space.value));
  return ok(jsonResponse(200, pickFields({ kind: "drive#generatedIds", space: space.value, ids }, mask.value)));
};
