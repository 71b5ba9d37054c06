/** Finds PostgreSQL for the tests, which start their own server in a temporary folder, and installs Debian's package if there is none. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../run/run.mjs";

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
  // Prevents the package from creating a database and starting a server.
  if (!existsSync(NO_CLUSTER)) {
    mkdirSync("/etc/postgresql-common", { recursive: true });
    writeFileSync(NO_CLUSTER, "create_main_cluster = false\n");
  }
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  await run("apt-get", ["update", "-q"], { env });
  await run("apt-get", ["install", "-y", "-q", "--no-install-recommends", "-o", "Dpkg::Options::=--force-confold", "postgresql"], { env });
}

/** Returns true if PostgreSQL is available. */
export async function ensurePostgres() {
  if (!isHere()) await fromDebian();
  return isHere();
}
