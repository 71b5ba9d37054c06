/** Finds a PostgreSQL for the tests, which start one of their own in a temporary folder, and brings Debian's package when there is none. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "./run.mjs";

const DEBIAN = "/usr/lib/postgresql";
const NO_CLUSTER = "/etc/postgresql-common/createcluster.conf";

function isHere() {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, "bin")) : [];
  const folders = [process.env.SATCHEL_POSTGRES ?? "", ...debian, ...(process.env.PATH ?? "").split(delimiter)];
  return folders.some((folder) => folder !== "" && existsSync(join(folder, "initdb")));
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  process.stderr.write("Installing PostgreSQL with apt-get …\n");
  // The programs alone: by itself the package makes a database and starts a server for it.
  if (!existsSync(NO_CLUSTER)) {
    mkdirSync("/etc/postgresql-common", { recursive: true });
    writeFileSync(NO_CLUSTER, "create_main_cluster = false\n");
  }
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { env });
  await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold", "postgresql"], { env });
}

/** True when there is one. */
export async function ensurePostgres() {
  if (!isHere()) await fromDebian();
  return isHere();
}
