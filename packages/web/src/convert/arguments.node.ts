/** Parses the command line of `npm run convert`. Returns undefined with a message for invalid arguments. */
import { parseArgs } from "node:util";
import { EXPORT_FORMATS } from "@satchel/core/transfer/export/export-formats.ts";

const TARGETS = ["satchel-backup", ...EXPORT_FORMATS] as const;
export type ConvertTarget = (typeof TARGETS)[number];

export type ConvertOrder = {
  readonly sources: readonly string[];
  readonly to: ConvertTarget;
  readonly out: string;
  readonly report: string | undefined;
  readonly csvAs: "rows" | "table";
  readonly passwordFile: string | undefined;
};

export const USAGE = `npm run convert -- SOURCE… --to ${TARGETS.join("|")} --out PATH [--report FILE.json] [--csv rows|table] [--password-file FILE]`;

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
      passwordFile: values["password-file"],
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
