/** Routes of signals between the online devices of one account. Contract signals.ts, decision 0024. */
import * as contract from "@satchel/contract/devices/signals.ts";
import { EventStream } from "../http/event-stream.ts";
import { accountRoute, DONE, type ServerRoute, streamRoute } from "../http/route.ts";
import type { Services } from "../services.ts";

const sendSignal = accountRoute(contract.sendSignal, async ({ caller, body }, { signals }: Services) => {
  return (await signals.send(caller, body.message)) ?? DONE;
});

const listenForSignals = streamRoute(contract.listenForSignals, async ({ caller }, { signals }: Services) => {
  return new EventStream((writer) => signals.open(caller, writer));
});

export const signalRoutes: readonly ServerRoute<Services>[] = [sendSignal, listenForSignals];
