/** `verify`: compares what the database says of managed storage with the stored files, both ways. */
import { StartProblem } from "../../config/start-problem.ts";
import type { Services } from "../../services.ts";
import type { Report } from "../report.ts";

type Stored = Awaited<ReturnType<Services["managed"]["verify"]>>["missing"][number];

/** `--deep` reads every byte. The command fails if anything is missing or damaged. */
export async function verify(services: Services, args: readonly string[]): Promise<Report> {
  if (args.some((arg) => arg !== "--deep" && arg !== "--json")) throw new StartProblem("Use: verify [--deep] [--json]");
  const progress = (revisions: number): void => void (process.stderr.isTTY && process.stderr.write(`\r${revisions} versions checked`));
  const { revisions, bytes, missing, damaged, unused } = await services.managed.verify(args.includes("--deep"), progress);
  const isFailure = missing.length + damaged.length > 0;
  const [lost, wrong] = await Promise.all([missing, damaged].map((found) => Promise.all(found.map((each) => describe(services, each)))));
  if (args.includes("--json"))
    return { lines: [JSON.stringify({ revisions, bytes, missing: lost, damaged: wrong, unused }, null, 2)], isFailure };
  const lines = [
    `${revisions} versions of files, ${bytes} bytes: ${missing.length} missing, ${damaged.length} damaged`,
    `${unused} stored files that nothing refers to (the server removes them)`,
    ...(lost ?? []).map((each) => `missing: ${toLine(each)}`),
    ...(wrong ?? []).map((each) => `damaged: ${toLine(each)}`),
  ];
  return { lines, isFailure };
}

type Described = { readonly account: string; readonly fileId: string; readonly revision: string; readonly blob: string };

/** Names are sealed, so ids are all that can be told. */
async function describe(services: Services, { accountId, fileId, id, content }: Stored): Promise<Described> {
  const account = await services.accounts.byId(accountId);
  return { account: account?.email ?? accountId, fileId, revision: id, blob: content.blobKey };
}

function toLine({ account, fileId, revision, blob }: Described): string {
  return `${account}, file ${fileId}, version ${revision}, stored as ${blob}`;
}
