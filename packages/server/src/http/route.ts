/** Combines a contract and a handler: checks caller and body before the handler runs, and the reply after it. STYLE §5. */

import type { Readable } from "node:stream";
import type { ParamsOf, ParsedBodyOf, RefusalOf, ReplyOf, Route } from "@satchel/contract/route.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Caller, type Client, toClient } from "../accounts/sign-in/sessions.ts";
import { type AnywhereCode, isRefused, type Refusal, refuse } from "../shared/refusal.ts";
import { EventStream, sendEventStream } from "./event-stream.ts";
import { sendRefusal } from "./problem.ts";
import { STORED_BYTES_HEADERS } from "./security-headers.ts";

export type Asked<R extends Route> = { readonly body: ParsedBodyOf<R>; readonly params: ParamsOf<R>; readonly client: Client };
export type AskedByAccount<R extends Route> = Asked<R> & { readonly caller: Caller };
export type RouteReply<R extends Route> = Promise<ReplyOf<R> | Refusal<RefusalOf<R> | AnywhereCode>>;

type Handled = Promise<unknown>;
export type ServerRoute<Services> = {
  readonly contract: Route;
  readonly run: (asked: Asked<Route>, caller: Caller | undefined, services: Services) => Handled;
};

/** Reply of a command that has nothing to return. */
export const DONE = { success: true } as const;

/** Route settings that body parsers read. */
export type RouteConfig = { readonly isForm?: boolean };

export type FindCaller = (token: string, client: Client) => Promise<Caller | Refusal<AnywhereCode>>;

/** Builds a route whose contract says `auth: "public"`. */
export function publicRoute<R extends Route, Services>(
  contract: R,
  handler: (asked: Asked<R>, services: Services) => RouteReply<R>,
): ServerRoute<Services> {
  if (contract.auth !== "public") throw new Error(`${contract.path} is not public`);
  return { contract, run: (asked, _, services) => handler(asked as Asked<R>, services) };
}

/** Builds a route that requires a session, full or limited as the contract says. */
export function accountRoute<R extends Route, Services>(
  contract: R,
  handler: (asked: AskedByAccount<R>, services: Services) => RouteReply<R>,
): ServerRoute<Services> {
  if (contract.auth === "public") throw new Error(`${contract.path} is public`);
  return {
    contract,
    run: (asked, caller, services) => {
      if (caller === undefined) throw new Error(`${contract.path} ran without a caller`);
      return handler({ ...(asked as Asked<R>), caller }, services);
    },
  };
}

/** Builds a route that responds with a stream of events. */
export function streamRoute<R extends Route, Services>(
  contract: R,
  handler: (asked: AskedByAccount<R>, services: Services) => Promise<EventStream>,
): ServerRoute<Services> {
  if (!contract.isStream) throw new Error(`${contract.path} answers once`);
  return accountRoute(contract, handler as unknown as Parameters<typeof accountRoute<R, Services>>[1]);
}

export function mountRoutes<Services>(
  app: FastifyInstance,
  routes: readonly ServerRoute<Services>[],
  { services, findCaller }: { readonly services: Services; readonly findCaller: FindCaller },
): void {
  for (const route of routes) {
    app.route({
      method: route.contract.method,
      url: route.contract.path,
      bodyLimit: route.contract.maxBodyBytes,
      compress: false,
      config: { isForm: route.contract.isForm } satisfies RouteConfig,
      // A large body is read only for callers who may send it.
      onRequest: route.contract.isForm ? [turnAwayStrangers(route.contract, findCaller)] : [],
      handler: async (request, reply) => {
        const answer = await answerOf(route, request, { services, findCaller });
        if (isRefused(answer)) return sendRefusal(reply, answer);
        if (answer instanceof EventStream) return sendEventStream(reply, answer);
        return answer instanceof ProxiedResponse ? sendProxied(reply, answer) : sendReply(route.contract, reply, answer);
      },
    });
  }
}

function turnAwayStrangers(contract: Route, findCaller: FindCaller) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const caller = await callerOf(contract, request, { client: toClient(request.ip, request.headers["user-agent"]), findCaller });
    return isRefused(caller) ? sendRefusal(reply, caller) : undefined;
  };
}

async function answerOf<Services>(
  route: ServerRoute<Services>,
  request: FastifyRequest,
  { services, findCaller }: { readonly services: Services; readonly findCaller: FindCaller },
): Handled {
  const client = toClient(request.ip, request.headers["user-agent"]);
  const caller = await callerOf(route.contract, request, { client, findCaller });
  if (isRefused(caller)) return caller;
  const asked = parse(route.contract, request, client);
  return isRefused(asked) ? asked : await route.run(asked, caller, services);
}

async function callerOf(
  contract: Route,
  request: FastifyRequest,
  { client, findCaller }: { readonly client: Client; readonly findCaller: FindCaller },
): Promise<Caller | undefined | Refusal> {
  if (contract.auth === "public") return undefined;
  const token = bearerOf(request.headers.authorization);
  if (token === undefined) return refuse("not-signed-in");
  const caller = await findCaller(token, client);
  if (isRefused(caller)) return caller;
  return caller.limited && contract.auth !== "limited" ? refuse("session-limited") : caller;
}

function parse(contract: Route, request: FastifyRequest, client: Client): Asked<Route> | Refusal<"bad-request"> {
  const body = contract.body.safeParse(request.body ?? undefined);
  if (!body.success) return badField(body.error.issues[0]?.path ?? []);
  // A path parameter wins over a query parameter of the same name.
  const params = contract.params.safeParse({ ...(request.query as object), ...(request.params as object) });
  return params.success ? { body: body.data, params: params.data, client } : badField(params.error.issues[0]?.path ?? []);
}

function badField(path: readonly PropertyKey[]): Refusal<"bad-request"> {
  return refuse("bad-request", path.length === 0 ? {} : { field: path.map(String).join(".") });
}

function sendReply(contract: Route, reply: FastifyReply, answer: unknown): FastifyReply {
  const checked = contract.reply.safeParse(answer);
  if (!checked.success) throw new Error(`the answer of ${contract.path} is not what the contract says`);
  reply.header("cache-control", "no-store");
  return checked.data instanceof Uint8Array ? sendBytes(reply, checked.data) : reply.send(checked.data);
}

/** Stored bytes are never served as a page of this origin. */
function sendBytes(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  return reply.headers({ ...STORED_BYTES_HEADERS, "content-type": "application/octet-stream" }).send(Buffer.from(bytes));
}

/**
 * Returns the token of an Authorization header. `Basic <token>` and `Bearer <token>` mean the same: the opaque session token (decision
 * 0006).
 */
export function bearerOf(header: string | undefined): string | undefined {
  return /^(?:basic|bearer) +([A-Za-z0-9_-]{1,200})$/i.exec(header?.trim() ?? "")?.[1];
}

/** A response that is forwarded as it arrives from another host, neither stored nor checked. It ends when the client disconnects. */
export class ProxiedResponse {
  readonly type: string;
  readonly stream: Readable;
  readonly stop: () => void;

  constructor(type: string, stream: Readable, stop: () => void) {
    this.type = type;
    this.stream = stream;
    this.stop = stop;
  }
}

function sendProxied(reply: FastifyReply, { type, stream, stop }: ProxiedResponse): FastifyReply {
  reply.raw.once("close", stop);
  // If the host breaks off, this response breaks off too: the client must not mistake half a response for a whole one.
  stream.once("error", () => reply.raw.destroy());
  return reply.header("cache-control", "no-store").header("x-accel-buffering", "no").type(type).send(stream);
}
