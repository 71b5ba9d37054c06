/**
 * Lighthouse's scores of the sign-in page: on a phone with a slow connection, Lighthouse's default, and on a desktop. Median of three runs
 * each.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Figure, notMeasured } from "../src/figure.ts";
import { ensurePeer } from "../sync/peers/ensure-peer.ts";
import { startEnvironment } from "../workspace/browser.ts";
import { median } from "../workspace/workspace.ts";

const DEVICES = { phone: [], desktop: ["--preset=desktop"] } as const;
const FLAGS = "--headless=new --no-sandbox --disable-gpu";

type Report = {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
};

/** Scores out of a hundred. */
const MARKS = { performance: "speed", accessibility: "accessibility", "best-practices": "best practices" } as const;
const TIMES = {
  "first-contentful-paint": "first paint",
  "largest-contentful-paint": "largest paint",
  "total-blocking-time": "main thread held up",
} as const;

export async function benchPage(quick: boolean): Promise<Figure[]> {
  const installed = ensurePeer("lighthouse");
  if ("problem" in installed) return [notMeasured("page", "Lighthouse", installed.problem)];
  const environment = await startEnvironment();
  const figures: Figure[] = [];
  try {
    for (const [device, flags] of Object.entries(DEVICES)) {
      const reports: Report[] = [];
      for (let round = 0; round < (quick ? 1 : 3); round += 1) {
        reports.push(await audit(installed.folder, `${environment.origin}/login`, { browser: environment.browser, flags }));
      }
      figures.push(...toFigures(device, reports));
    }
  } finally {
    await environment.close();
  }
  return figures;
}

async function audit(
  folder: string,
  url: string,
  { browser, flags }: { readonly browser: string; readonly flags: readonly string[] },
): Promise<Report> {
  const script = join(folder, "node_modules/lighthouse/cli/index.js");
  const only = `--only-categories=${Object.keys(MARKS)}`;
  const args = [script, url, "--output=json", "--quiet", "--no-enable-error-reporting", `--chrome-flags=${FLAGS}`, only, ...flags];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, CHROME_PATH: browser } });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`);
  return JSON.parse(output) as Report;
}

function toFigures(device: string, reports: readonly Report[]): Figure[] {
  const marks = Object.entries(MARKS).map(([id, name]): Figure => {
    const value = 100 * median(reports.map(({ categories }) => categories[id]?.score ?? Number.NaN));
    return { area: "page", name: `Lighthouse's mark for ${name}, ${device}`, value, unit: "of 100", better: "higher" };
  });
  const times = Object.entries(TIMES).map(([id, name]): Figure => {
    const value = median(reports.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN));
    return { area: "page", name: `${name}, ${device}`, value, unit: "ms", better: "lower" };
  });
  return [...marks, ...times];
}
