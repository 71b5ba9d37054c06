/** Approval of a new device by an unlocked one, and the refusal of its version 1. Contract approvals.ts, encryption.md 3.5 (6). */
import * as contract from "@satchel/contract/accounts/approvals.ts";
import { accountRoute, DONE, type ServerRoute } from "../http/route.ts";
import type { Services } from "../services.ts";
import { isRefused, refuse as refuseWith } from "../shared/refusal.ts";

const ask = accountRoute(contract.askApproval, async ({ caller, body, client }, { approvals, signals }: Services) => {
  const asked = await approvals.ask(caller, body, client);
  if (!isRefused(asked)) await signals.check(caller.account.id);
  return asked;
});

const list = accountRoute(contract.listApprovals, async ({ caller }, { approvals }: Services) => ({
  approvals: await approvals.list(caller),
}));

const read = accountRoute(contract.readApproval, ({ caller, params }, { approvals }: Services) => approvals.read(caller, params.requestId));

const offer = accountRoute(contract.offerApproval, ({ caller, params, body }, { approvals }: Services) =>
  approvals.offer(caller, params.requestId, body),
);

const reveal = accountRoute(contract.revealApproval, ({ caller, params, body }, { approvals }: Services) =>
  approvals.reveal(caller, params.requestId, body),
);

const prove = accountRoute(contract.proveApproval, ({ caller, params, body }, { approvals }: Services) =>
  approvals.prove(caller, params.requestId, body.proof),
);

const answer = accountRoute(contract.answerApproval, async ({ caller, params, body, client }, { approvals, activity }: Services) => {
  const answered = await approvals.answer(caller, params.requestId, body.answer);
  if (!isRefused(answered)) await activity.record(caller.account, "device-approved", client);
  return answered;
});

const refuse = accountRoute(contract.refuseApproval, async ({ caller, params }, { approvals }: Services) => {
  await approvals.refuse(caller, params.requestId);
  return DONE;
});

export const approvalRoutes: readonly ServerRoute<Services>[] = [
  ask,
  list,
  read,
  offer,
  reveal,
  prove,
  answer,
  refuse,
  ...contract.outdatedApprovals.map((outdated) => accountRoute(outdated, async () => refuseWith("app-too-old"))),
];
