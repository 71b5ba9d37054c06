/**
 * The shape of one route, and the types that both sides derive from it. The routes themselves are in one file per area (auth, keys, cloud,
 * …). Spec A §7, B §7.
 */
import * as z from "zod/mini";
import { BODY } from "./limits.ts";
import type { RefusalCode } from "./refusals.ts";

/** Required caller: `account` needs a full session; `limited` also accepts one opened with a mailed password (encryption.md 3.5 (4)). */
export type Auth = "public" | "account" | "limited";
export type Method = "GET" | "POST" | "PUT" | "DELETE";

export type Route<
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Params extends z.ZodMiniType = z.ZodMiniType,
  Code extends RefusalCode = RefusalCode,
> = {
  readonly method: Method;
  /** Path parameters are written `:name`; `toPath` fills them in. */
  readonly path: `/api/${string}`;
  readonly auth: Auth;
  readonly body: Body;
  readonly reply: Reply;
  readonly params: Params;
  /** Refusals of this route, besides those that every route may return (`ANYWHERE` in refusals.ts). */
  readonly refusals: readonly Code[];
  readonly maxBodyBytes: number;
  /** True if the body is multipart/form-data. Each file is a field `{ fileName, bytes }`. */
  readonly isForm: boolean;
  /** True if the response is a stream of server-sent events, each with the shape of `reply`. */
  readonly isStream: boolean;
  readonly summary: string;
};

const nothing = z.undefined();
const noParams = z.object({});

type RouteInput<Body, Reply, Params, Code> = {
  readonly method: Method;
  readonly path: `/api/${string}`;
  readonly auth: Auth;
  readonly summary: string;
  readonly reply: Reply;
  readonly body?: Body;
  readonly params?: Params;
  readonly refusals?: readonly Code[];
  readonly maxBodyBytes?: number;
  readonly isForm?: boolean;
  readonly isStream?: boolean;
};

export function route<
  Reply extends z.ZodMiniType,
  Body extends z.ZodMiniType = typeof nothing,
  Params extends z.ZodMiniType = typeof noParams,
  const Code extends RefusalCode = never,
>(input: RouteInput<Body, Reply, Params, Code>): Route<Body, Reply, Params, Code> {
  const defaults = { body: nothing, params: noParams, refusals: [], maxBodyBytes: BODY.defaultMaxBytes, isForm: false, isStream: false };
  return { ...defaults, ...input } as unknown as Route<Body, Reply, Params, Code>;
}

/** The body that a client sends; defaults may be omitted. `undefined` for a route without a body. */
export type BodyOf<R extends Route> = z.input<R["body"]>;
/** The body that a handler gets, with defaults filled in. */
export type ParsedBodyOf<R extends Route> = z.output<R["body"]>;
export type ReplyOf<R extends Route> = z.output<R["reply"]>;
export type ParamsOf<R extends Route> = z.output<R["params"]>;
export type RefusalOf<R extends Route> = R["refusals"][number];

/** Reply of a command that has nothing to return. */
export const done = z.object({ success: z.literal(true) });

/** Parameters that are not in the path go into the query. */
export function toPath(path: string, params: Readonly<Record<string, string>>): string {
  const named = new Set<string>();
  const filled = path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    named.add(name);
    return encodeURIComponent(params[name] ?? "");
  });
  const query = Object.entries(params).filter(([name]) => !named.has(name));
  return query.length === 0 ? filled : `${filled}?${query.map((pair) => pair.map(encodeURIComponent).join("=")).join("&")}`;
}
