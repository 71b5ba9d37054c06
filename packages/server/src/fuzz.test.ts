/**
 * Sends every operation of the server's own OpenAPI document generated and mutated paths, queries, headers and bodies. No response is an
 * internal error, reveals internals, or is missing in the document. For more draws run SATCHEL_FUZZ=2000 npm run properties -- --rounds 1
 * packages/server/src/fuzz.test.ts
 */
import { REFUSALS, refusalBody } from "@satchel/contract/refusals.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toOpenApi } from "./http/openapi.ts";
import { ALL_ROUTES } from "./startup/app.ts";
import { createTestServer, type TestServer } from "./testing/test-server.ts";

const RUNS = process.env.SATCHEL_FUZZ;
const FUZZ_OPTIONS = { numRuns: Number(RUNS ?? 25) };
/** Stack frames, module and error names, and paths of the machine. */
const INSIDE = /\bat [\w.<>]+ \(|node:|node_modules|Error:|SQLITE|\.ts:\d|\/(tmp|home|root|usr)\//;

type Schema = {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
};
type Operation = {
  readonly parameters: readonly { readonly name: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: object }>>;
};
type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };

const oddText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.constantFrom(
    "",
    "\0",
    "../..",
    "__proto__",
    "constructor",
    "'; drop table account; --",
    "s1_",
    "null",
    "-1",
    "1e999",
    "\ud800",
    "a".repeat(9000),
  ),
);
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom(null, true, 0, -1, 2 ** 53, 1e300, [], {}, [[]], { toString: 1 }, { length: -1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values that match a schema, now and then with one part replaced by something else. */
function fromSchema(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: validValues(schema) }, { weight: 1, arbitrary: oddValue });
}

function validValues({ type, properties, items, anyOf, oneOf, enum: known, const: only }: Schema): fc.Arbitrary<unknown> {
  if (only !== undefined) return fc.constant(only);
  if (known !== undefined) return fc.constantFrom(...known);
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) return fc.oneof(...alternatives.map(fromSchema));
  if (type === "object")
    return fc.record(Object.fromEntries(Object.entries(properties ?? {}).map(([name, part]) => [name, fromSchema(part)])), {
      requiredKeys: [],
    });
  if (type === "array") return fc.array(fromSchema(items ?? {}), { maxLength: 4 });
  if (type === "integer" || type === "number") return fc.oneof(fc.integer(), fc.double());
  if (type === "boolean") return fc.boolean();
  if (type === "string") return fc.oneof(fc.base64String({ maxLength: 60 }), fc.emailAddress(), oddText);
  return oddValue;
}

function spoilt(text: string): fc.Arbitrary<string> {
  return fc
    .nat(text.length)
    .chain((at) =>
      fc.constantFrom(text.slice(0, at), `${text}${text}`, `${"[".repeat(5000)}${text}`, text.replace("{", '{"email":1,"email":2,')),
    );
}

const bodyOf = (schema: Schema): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fromSchema(schema).map((value) => JSON.stringify(value) ?? "") },
    { weight: 2, arbitrary: fromSchema(schema).chain((value) => spoilt(JSON.stringify(value) ?? "")) },
    { weight: 1, arbitrary: oddText },
  );

const pathPart = fc.oneof(
  // Unpaired surrogates cannot be percent-encoded.
  oddText.map((text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "?"))),
  fc.constantFrom("%zz", "%00", "%2e%2e%2f", "..;", "%c0%af", "x", "%"),
);
const query = fc.oneof(
  fc.constant(""),
  fc
    .array(fc.tuple(fc.constantFrom("folderId", "sessionId", "__proto__", "a[]", "a[b]", "%"), pathPart), { maxLength: 4 })
    .map((pairs) => `?${pairs.map((pair) => pair.join("=")).join("&")}`),
);

/** Characters allowed in a header; control characters never reach the server. */
const headerText = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 60 });
const headers = (token: () => string) =>
  fc.record(
    {
      authorization: fc.oneof(
        fc.constant("own").map(() => `Bearer ${token()}`),
        fc.constant("own").map(() => `basic ${token()}`),
        headerText,
        fc.constant(`Bearer ${"x".repeat(5000)}`),
      ),
      "content-type": fc.oneof(
        { weight: 5, arbitrary: fc.constant("application/json") },
        fc.constantFrom("application/json; charset=utf-7", "text/plain", "multipart/form-data", "multipart/form-data; boundary=x", ""),
        headerText,
      ),
      "accept-encoding": headerText,
      "if-none-match": headerText,
      "x-forwarded-for": headerText,
      range: fc.constantFrom("bytes=-1", "bytes=9-1", "bytes=0-99999999999999999999"),
      "user-agent": headerText,
      origin: headerText,
    },
    { requiredKeys: [] },
  );

const { paths } = toOpenApi(ALL_ROUTES.map(({ contract }) => contract)) as unknown as Document;
const operations = Object.entries(paths).flatMap(([path, each]) =>
  Object.entries(each).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** A stream never ends, so it is excluded; routes/signals.test.ts tests it. */
const isStream = ({ operation }: (typeof operations)[number]): boolean => "text/event-stream" in (operation.responses[200]?.content ?? {});

describe("decision 0006: mutated requests of the OpenAPI document", () => {
  let server: TestServer;
  let token = "";
  beforeAll(async () => {
    server = await createTestServer({ SATCHEL_TEST: "1" });
    token = (await server.join()).token;
  });
  afterAll(() => server.close());

  it("is served, and contains every route", async () => {
    const served = JSON.parse((await server.send("GET", "/api/openapi.json")).text) as Document;
    expect(served.paths).toEqual(JSON.parse(JSON.stringify(paths)));
    expect(operations).toHaveLength(ALL_ROUTES.length);
  });

  it.each(operations.filter((each) => !isStream(each)).map((each) => [`${each.method} ${each.path}`, each] as const))(
    "%s",
    async (_, { method, path, operation }) => {
      const parts = fc.record(Object.fromEntries(operation.parameters.map(({ name }) => [name, pathPart])));
      const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema ?? {};
      await fc.assert(
        fc.asyncProperty(
          parts,
          query,
          headers(() => token),
          bodyOf(schema),
          async (names, search, given, body) => {
            const url = path.replace(/\{(\w+)\}/g, (_whole, name: string) => String(names[name])) + search;
            const answer = await server.send(method, url, { headers: given as Record<string, string>, body: method === "GET" ? "" : body });
            expect(answer.text).not.toMatch(INSIDE);
            if (answer.status < 400) return;
            const tooOld = REFUSALS["app-too-old"];
            // Old pages show the sentence only if the body has no code.
            if (answer.status === tooOld.status) {
              expect(JSON.parse(answer.text)).toEqual({ message: tooOld.message });
              return;
            }
            const { code } = refusalBody.parse(JSON.parse(answer.text));
            // 501 and 502 are reported for missing configuration; an internal error never occurs.
            expect(code).not.toBe("unexpected");
            expect(operation.responses[answer.status]?.description.split(", ")).toContain(code);
          },
        ),
        FUZZ_OPTIONS,
      );
      // If a draw signed the user out, the next operation uses a new user.
      if ((await server.send("GET", "/api/auth/session", { headers: { authorization: `Bearer ${token}` } })).status === 401)
        token = (await server.join()).token;
    },
  );
});
