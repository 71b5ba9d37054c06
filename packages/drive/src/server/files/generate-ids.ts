/** files.generateIds: nothing is stored, the ids prove by themselves that they were handed out here. drive-contract §1.8. */
import { ok } from "../../result.ts";
import type { CallHandler } from "../context.ts";
import { pickFields } from "../fields/field-mask.ts";
import { IDS_SCHEMA } from "../fields/schemas.ts";
import { jsonResponse } from "../json-response.ts";
import { readMask, readNumber } from "../params.ts";
import { refusals, refused } from "../refusal.ts";
import { readSpace } from "./list-files.ts";

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
