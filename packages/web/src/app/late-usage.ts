/** How much room everything takes, whose code comes when somebody asks. */

import { CODE_MISSING, type CodeMissing } from "@satchel/core/late-rule.ts";
import type { StoreProblem } from "@satchel/core/ports/local-store.ts";
import { failed, type Result } from "@satchel/core/result.ts";
import type { StorageUsage } from "@satchel/core/usage/storage-usage.ts";
import type { measureUsage } from "@satchel/core/usage/usage-service.ts";
import { withCode } from "./late-code.ts";

export const measureLate = (deps: Parameters<typeof measureUsage>[0]): Promise<Result<StorageUsage, StoreProblem | CodeMissing>> =>
  withCode<typeof import("@satchel/core/usage/usage-service.ts"), Result<StorageUsage, StoreProblem | CodeMissing>>(
    () => import("@satchel/core/usage/usage-service.ts"),
    (code) => code.measureUsage(deps),
    failed(CODE_MISSING),
  );
