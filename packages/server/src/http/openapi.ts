/** The whole API as OpenAPI 3.1, generated from the schemas that validate bodies and replies. Served at /api/openapi.json. */
import { ANYWHERE, REFUSALS, type RefusalCode, refusalBody } from "@satchel/contract/refusals.ts";
import type { Route } from "@satchel/contract/route.ts";
import type { FastifyInstance } from "fastify";
import * as z from "zod/mini";

type Json = Readonly<Record<string, unknown>>;

export function serveOpenApi(app: FastifyInstance, routes: readonly Route[]): void {
  const text = JSON.stringify(toOpenApi(routes));
  app.get("/api/openapi.json", { compress: false }, async (_, reply) =>
    reply.type("application/json").header("cache-control", "no-cache").send(text),
  );
}

export function toOpenApi(routes: readonly Route[]): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:([a-zA-Z]+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: toOperation(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Satchel",
      version: "1",
      description: "Accounts, keys and drive connections. Notes never pass through here; they go to the drive, sealed.",
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: "The token of the login reply; `Basic <token>` is taken too." },
      },
      schemas: { Refusal: schemaOf(refusalBody) },
    },
  };
}

function toOperation(route: Route): Json {
  const body = schemaOf(route.body);
  return {
    summary: route.summary,
    ...(route.auth === "public" ? {} : { security: [{ session: [] }] }),
    parameters: parametersOf(route),
    ...(hasContent(body)
      ? { requestBody: { content: { [route.isForm ? "multipart/form-data" : "application/json"]: { schema: body } } } }
      : {}),
    responses: {
      200: {
        description: "Done",
        content: { [route.isStream ? "text/event-stream" : "application/json"]: { schema: schemaOf(route.reply, "output") } },
      },
      ...refusalsOf(route),
    },
  };
}

function parametersOf(route: Route): readonly Json[] {
  const names = [...route.path.matchAll(/:([a-zA-Z]+)/g)].map((match) => match[1]);
  const inPath = names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
  return [...inPath, ...queryOf(route, new Set(names))];
}

function queryOf(route: Route, inPath: ReadonlySet<string | undefined>): readonly Json[] {
  const { properties = {}, required = [] } = schemaOf(route.params) as {
    readonly properties?: Readonly<Record<string, Json>>;
    readonly required?: readonly string[];
  };
  return Object.entries(properties).flatMap(([name, schema]) =>
    inPath.has(name) ? [] : [{ name, in: "query", required: required.includes(name), schema }],
  );
}

/** One response per status, listing the codes it can carry. */
function refusalsOf(route: Route): Json {
  const codes: readonly RefusalCode[] = [...route.refusals, ...ANYWHERE];
  return Object.fromEntries(
    [...groupByStatus(codes)].map(([status, each]) => [
      status,
      { description: each.join(", "), content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } } },
    ]),
  );
}

function groupByStatus(codes: readonly RefusalCode[]): Map<number, RefusalCode[]> {
  const groups = new Map<number, RefusalCode[]>();
  for (const code of codes) groups.set(REFUSALS[code].status, [...(groups.get(REFUSALS[code].status) ?? []), code]);
  return groups;
}

function schemaOf(schema: z.ZodMiniType, io: "input" | "output" = "input"): Json {
  return z.toJSONSchema(schema, { io, unrepresentable: "any" }) as Json;
}

/** A route without a body has an empty schema. */
function hasContent(schema: Json): boolean {
  return Object.keys(schema).some((key) => key !== "$schema");
}
