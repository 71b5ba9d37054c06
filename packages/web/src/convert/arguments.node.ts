/** Parses the command line of `npm run convert`. Returns undefined with a message for invalid arguments. */
import { parseArgs } from "node:util";
import type { ReadChoices } from "@satchel/core/ports/transfer/import-sources.ts";
import { EXPORT_FORMATS } from "@satchel/core/transfer/export/export-formats.ts";

const TARGETS = ["satchel-backup", ...EXPORT_FORMATS] as const;
export type ConvertTarget = (typeof TARGETS)[number];

export type ConvertOrder = ReadChoices & {
  readonly sources: readonly string[];
  readonly to: ConvertTarget;
  readonly out: string;
  readonly report: string | undefined;
  readonly passwordFile: string | undefined;
};

export const USAGE = `npm run convert -- SOURCE… --to ${TARGETS.join("|")} --out PATH [--report FILE.json] [--csv rows|table] [--unknown left-out|attached] [--password-file FILE]`;

export function parseConvertOrder(args: readonly string[]): ConvertOrder | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: "string" },
        out: { type: "string" },
        report: { type: "string" },
        csv: { type: "string" },
        unknown: { type: "string" },
        "password-file": { type: "string" },
      },
    });
    const to = TARGETS.find((target) => target === values.to);
    if (positionals.length === 0) return "Name at least one file or folder to convert.";
    if (to === undefined) return `--to must be one of ${TARGETS.join(", ")}.`;
    if (values.out === undefined) return "Name where to write with --out.";
    return {
      sources: positionals,
      to,
      out: values.out,
      report: values.report,
      csvAs: values.csv === "table" ? "table" : "rows",
      unknownAs: values.unknown === "attached" ? "attached" : "left-out",
      passwordFile: values["password-file"],
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
