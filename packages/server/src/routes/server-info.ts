/** Information that pages need before sign-in. Contract server-info.ts. */
import * as contract from "@satchel/contract/server-info.ts";
import { publicRoute, type ServerRoute } from "../http/route.ts";
import type { Services } from "../services.ts";

const serverInfo = publicRoute(contract.serverInfo, async (_, { info }: Services) => info);

export const serverInfoRoutes: readonly ServerRoute<Services>[] = [serverInfo];
