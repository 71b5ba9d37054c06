/** Tickets for the sandbox's authorize page, because a redirect carries no token. Valid for ten minutes, used once. Decision 0002. */
import { OAUTH } from "@satchel/contract/limits.ts";
import type { RuntimeEnvironment } from "../../shared/environment.ts";

export type Tickets = {
  readonly issue: (accountId: string) => { readonly ticket: string; readonly expiresIn: number };
  /** Returns the ticket's account and keeps the ticket, so that the page may be reloaded. */
  readonly look: (ticket: string) => string | undefined;
  /** Returns the ticket's account and consumes the ticket. */
  readonly take: (ticket: string) => string | undefined;
};

const MAX_TICKETS = 10_000;

export function createTickets(around: RuntimeEnvironment): Tickets {
  const held = new Map<string, { readonly accountId: string; readonly endsAt: number }>();

  const look = (ticket: string): string | undefined => {
    const entry = held.get(ticket);
    return entry !== undefined && entry.endsAt > around.now() ? entry.accountId : undefined;
  };
  const dropOld = (): void => {
    for (const [ticket, { endsAt }] of held) {
      if (endsAt > around.now() && held.size < MAX_TICKETS) return;
      held.delete(ticket);
    }
  };

  return {
    issue: (accountId) => {
      dropOld();
      const ticket = around.randomBytes(32).toString("base64url");
      held.set(ticket, { accountId, endsAt: around.now() + OAUTH.ticketLifetimeMs });
      return { ticket, expiresIn: OAUTH.ticketLifetimeMs / 1000 };
    },
    look,
    take: (ticket) => {
      const accountId = look(ticket);
      held.delete(ticket);
      return accountId;
    },
  };
}
