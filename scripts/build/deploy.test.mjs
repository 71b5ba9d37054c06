import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadConfig } from "../../packages/server/src/config/config.ts";
import { PARTS } from "../build.mjs";
import { ROOT } from "../run/paths.mjs";

const readAny = (path) => readFileSync(join(ROOT, path), "utf8");
const read = (name) => readAny(join("deploy", name));
const compose = parse(read("compose.yaml"), { merge: true });
const dockerfile = read("Dockerfile").replaceAll("\\\n", " ");
const GIVEN = {
  SATCHEL_PUBLIC_URL: "https://notes.example.org",
  SATCHEL_SECRET: "s".repeat(32),
  POSTGRES_PASSWORD: "postgres-word",
  S3_SECRET_ACCESS_KEY: "store-word",
  SMTP_URL: "smtp://user:password@mail.example.org:587",
  MAIL_FROM: "Notes <notes@example.org>",
  GOOGLE_CLIENT_ID: "id.apps.googleusercontent.com",
  GOOGLE_CLIENT_SECRET: "google-word",
  METRICS_TOKEN: "m".repeat(32),
};

/** Expands `${NAME}`, `${NAME:?why}` and `${NAME:-other}` like compose. */
function fillIn(text, given) {
  return text.replace(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name, how, rest) => {
    if (given[name] !== undefined) return given[name];
    if (how === "?") throw new Error(`${name} is needed: ${rest}`);
    return rest ?? "";
  });
}

const environmentOf = (service, given) =>
  Object.fromEntries(Object.entries(compose.services[service].environment).map(([name, text]) => [name, fillIn(String(text), given)]));

/** Variables that the image itself sets: `ENV NAME=value NAME=value`. */
const image = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, pairs]) =>
    pairs
      .trim()
      .split(/\s+/)
      .map((pair) => pair.split("=")),
  ),
);

function configOf(given) {
  const asked = new Set();
  const env = { ...image, ...environmentOf("server-1", given) };
  const watched = new Proxy(env, {
    get: (target, name) => {
      asked.add(name);
      return target[name];
    },
  });
  const config = loadConfig(watched, "/satchel");
  return { config, asked: [...asked], unknown: Object.keys(env).filter((name) => name !== "NODE_ENV" && !asked.has(name)) };
}

/** Finds settings by their form: `` `NAME` `` in a sentence or a table, `NAME=` in an example. */
const namesIn = (text) =>
  new Set([...text.matchAll(/`(PORT|[A-Z]\w*_[A-Z_\d]+)`|^\s*([A-Z]\w*_[A-Z_\d]+)=/gm)].map(([, named, set]) => named ?? set));

describe("deploy/compose.yaml", () => {
  it("sets only what the server reads, for PostgreSQL and the object store", () => {
    const { config, unknown } = configOf(GIVEN);

    expect(unknown).toEqual([]);
    expect(config).toMatchObject({
      host: "0.0.0.0",
      port: 8080,
      webDir: "/satchel/packages/web/dist",
      databaseUrl: "postgres://satchel:postgres-word@database/satchel",
      s3: { bucket: "satchel" },
      google: { clientId: GIVEN.GOOGLE_CLIENT_ID },
      smtpUrl: GIVEN.SMTP_URL,
      publicOrigins: [GIVEN.SATCHEL_PUBLIC_URL],
    });
  });

  it("works without optional settings, and names the required ones", () => {
    const { GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, METRICS_TOKEN, ...needed } = GIVEN;

    expect(configOf(needed).config).toMatchObject({ google: undefined, metricsToken: undefined });
    for (const name of Object.keys(needed)) expect(() => configOf({ ...needed, [name]: undefined }), name).toThrow(name);
  });

  it("defines every dependency, host, proxy target and volume that it uses", () => {
    const { services, volumes } = compose;
    const names = Object.keys(services);
    const { DATABASE_URL, S3_ENDPOINT } = environmentOf("server-1", GIVEN);
    const proxied = [...read("nginx.conf").matchAll(/server ([\w-]+):(\d+) /g)].map(([, name]) => name);
    const awaited = Object.values(services).flatMap(({ depends_on = [] }) =>
      Array.isArray(depends_on) ? depends_on : Object.keys(depends_on),
    );

    expect(names).toEqual(expect.arrayContaining([...awaited, ...proxied, new URL(DATABASE_URL).hostname, new URL(S3_ENDPOINT).hostname]));
    expect(proxied).toEqual(["server-1", "server-2"]);
    const named = Object.values(services).flatMap(({ volumes: mounts = [] }) => mounts.map((mount) => mount.split(":")[0]));
    expect(named.filter((name) => !name.startsWith(".")).sort()).toEqual(Object.keys(volumes).sort());
    expect(named.filter((name) => name.startsWith(".") && !existsSync(join(ROOT, "deploy", name)))).toEqual([]);
  });

  it("gives the database, the store and its bucket the servers' credentials", () => {
    const server = environmentOf("server-1", GIVEN);
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = environmentOf("database", GIVEN);
    const { username, password, pathname } = new URL(server.DATABASE_URL);

    expect({ username, password, pathname }).toEqual({ username: POSTGRES_USER, password: POSTGRES_PASSWORD, pathname: `/${POSTGRES_DB}` });
    expect(environmentOf("store", GIVEN)).toEqual({
      MINIO_ROOT_USER: server.S3_ACCESS_KEY_ID,
      MINIO_ROOT_PASSWORD: server.S3_SECRET_ACCESS_KEY,
    });
    expect(environmentOf("bucket", GIVEN)).toEqual({ KEY: server.S3_SECRET_ACCESS_KEY });
    expect(compose.services.bucket.command.join(" ")).toContain(`mc mb --ignore-existing s/${server.S3_BUCKET}`);
  });
});

describe("deploy/Dockerfile", () => {
  it("is the file that compose builds, and listens on the proxy's port", () => {
    const { build } = compose.services["server-1"];

    expect(join("deploy", build.context, build.dockerfile)).toBe("deploy/Dockerfile");
    expect(read("nginx.conf")).toContain(`server server-1:${image.PORT} `);
    expect(dockerfile).toContain(`EXPOSE ${image.PORT}`);
  });

  it("copies files of the checkout or the build, and runs existing scripts", () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/satchel\/(\S+) (\S+)$/gm)].map(([, from, to]) => ({ from, to }));
    const built = ["packages/server/dist", "packages/web/dist"];

    expect(copied.map(({ to }) => to.replace(/^\.\/$/, "./package.json"))).toEqual(copied.map(({ from }) => `./${from}`));
    expect(copied.filter(({ from }) => !built.includes(from) && !existsSync(join(ROOT, from)))).toEqual([]);
    const scripts = [...dockerfile.matchAll(/node (scripts\/\S+\.mjs)/g)].map(([, path]) => path);
    expect(scripts.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(scripts).not.toEqual([]);
  });

  it("contains every package of the built server in the one folder that it copies", () => {
    const { packages } = JSON.parse(readAny("package-lock.json"));
    const own = PARTS.server.packages.map((name) => `packages/${name}`);
    const removed = /^RUN rm -r ([^&]+) &&/m.exec(dockerfile)[1].split(" ");

    expect(
      own
        .flatMap((path) => Object.keys(packages[path].dependencies ?? {}))
        .filter((name) => packages[`node_modules/${name}`] === undefined),
    ).toEqual([]);
    const beside = Object.keys(packages).filter((path) => own.some((folder) => path.startsWith(`${folder}/node_modules/`)));
    expect(beside.filter((path) => packages[path].dev !== true)).toEqual([]);
    expect(removed.filter((path) => own.some((folder) => path.startsWith(folder)))).toEqual([]);
    expect(removed.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe("documentation of settings", () => {
  const { asked } = configOf(GIVEN);

  it("lists every setting of the server in its table", () => {
    const named = namesIn(readAny("packages/server/README.md"));

    expect(asked.filter((name) => !named.has(name))).toEqual([]);
  });

  it.each(["packages/server/README.md", "docs/deployment.md", "docs/runbook.md", "docs/google-drive-setup.md"])(
    "names only settings in %s that something reads",
    (path) => {
      const others = new Set(["NODE_ENV", "POSTGRES_PASSWORD"]);
      const isCode = (name) => name.startsWith("SQLITE_");

      expect([...namesIn(readAny(path))].filter((name) => !asked.includes(name) && !others.has(name) && !isCode(name))).toEqual([]);
    },
  );

  it("sets all variables of compose in its example, and keeps them out of git and the image", () => {
    const needed = [...read("compose.yaml").matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    const [, example] = /cat > \.env <<END\n([\s\S]*?)\n *END/.exec(readAny("docs/deployment.md")) ?? [];

    expect(namesIn(example ?? "")).toEqual(new Set([...needed, "METRICS_TOKEN"]));
    expect(readAny(".gitignore").split("\n")).toContain(".env");
    expect(readAny(".dockerignore").split("\n")).toContain("deploy");
  });
});
