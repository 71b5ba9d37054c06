/** How much room everything takes, whose code comes when somebody asks. */

import type { StorageUsage } from "@satchel/core/library/usage/storage-usage.ts";
import type { measureUsage } from "@satchel/core/library/usage/usage-service.ts";
import { CODE_MISSING, type CodeMissing } from "@satchel/core/model/lazy-rule.ts";
import { failed, type Result } from "@satchel/core/model/result.ts";
import type { StoreProblem } from "@satchel/core/ports/local-store.ts";
import { withCode } from "./lazy-code.ts";

export const measureLazily = (deps: Parameters<typeof measureUsage>[0]): Promise<Result<StorageUsage, StoreProblem | CodeMissing>> =>
  withCode<typeof import("@satchel/core/library/usage/usage-service.ts"), Result<StorageUsage, StoreProblem | CodeMissing>>(
    () => import("@satchel/core/library/usage/usage-service.ts"),
    (code) => code.measureUsage(deps),
    failed(CODE_MISSING),
  );
