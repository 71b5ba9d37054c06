/** The JSON part of the application: body parsers and API routes. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Services } from "../services.ts";
import { refuse } from "../shared/refusal.ts";
import { readForm } from "./form-body.ts";
import { sendRefusal } from "./problem.ts";
import { mountRoutes, type RouteConfig, type ServerRoute } from "./route.ts";
import { parseStrictJson } from "./strict-json.ts";

const LARGE_CHARS = 1024 * 1024;

class UnreadableBody extends Error {
  readonly statusCode = 400;
}

/** The same error that fastify uses for a type without a parser. */
class WrongType extends Error {
  readonly statusCode = 415;
  readonly code = "FST_ERR_CTP_INVALID_MEDIA_TYPE";
}

export function mountApi(app: FastifyInstance, routes: readonly ServerRoute<Services>[], services: Services): void {
  readStrictJson(app);
  readForms(app);
  mountRoutes(app, routes, { services, findCaller: (token, client) => services.sessions.find(token, client) });
  refuseOtherMethods(app, routes);
}

function readStrictJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, text, done) => {
    if (text === "") return done(null, undefined);
    const json = parseStrictJson(text.toString());
    if (!json.ok) return done(new UnreadableBody());
    // Validates a large body in a separate turn of the event loop.
    if (text.length < LARGE_CHARS) return done(null, json.value);
    setImmediate(() => done(null, json.value));
  });
}

/** Parses forms only for routes that accept them; other routes reject the type. */
function readForms(app: FastifyInstance): void {
  app.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, async (request: FastifyRequest, bytes: Buffer) => {
    if ((request.routeOptions.config as RouteConfig).isForm !== true) throw new WrongType();
    const form = await readForm(request.headers["content-type"] ?? "", bytes);
    if (form === undefined) throw new UnreadableBody();
    return form;
  });
}

/** Responds to a known path with another method by 405 instead of the web page. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly ServerRoute<Services>[]): void {
  for (const path of new Set(routes.map(({ contract }) => contract.path))) {
    const known = new Set<string>(routes.filter(({ contract }) => contract.path === path).map(({ contract }) => contract.method));
    const others = ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((method) => !known.has(method));
    app.route({
      method: others,
      url: path,
      compress: false,
      onRequest: async (_, reply) => sendRefusal(reply.header("allow", [...known].join(", ")), refuse("method-not-allowed")),
      handler: async () => undefined,
    });
  }
}
