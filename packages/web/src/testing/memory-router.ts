/** A router over an in-memory history, for tests. */
import { createMemoryHistory } from "@tanstack/history";
import { createRouter, type Router } from "../shared/router/create-router.ts";

export function createMemoryRouter(address: string, state?: unknown): Router {
  const router = createRouter(createMemoryHistory({ initialEntries: [address] }));
  if (state !== undefined) router.navigate(address, { replace: true, state });
  return router;
}
