/**
 * The pages behind mailed links: no script, one button each. Opening a page changes nothing, because mail programs open links too. Decision
 * 0016.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import { toClient } from "../accounts/sign-in/sessions.ts";
import { linkPages } from "../mail/texts.ts";
import type { Services } from "../services.ts";
import { isRefused } from "../shared/refusal.ts";
import { MAIL_SHEET, MAIL_SHEET_PATH, type MailPage, toMailPage } from "./mail-page.ts";
import { sendRefusal } from "./problem.ts";

type Params = { readonly Params: { readonly token: string } };

export async function serveMailLinks(app: FastifyInstance, { attempts, pendingSteps, verification }: Services): Promise<void> {
  await app.register(async (pages) => {
    // The form has no fields, so its body is ignored.
    pages.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string", bodyLimit: 1024 }, (_request, _body, done) =>
      done(null, undefined),
    );
    pages.addHook("onRequest", async (request, reply) => {
      const refusal = attempts.checkRequest(toClient(request.ip, undefined).network);
      return isRefused(refusal) ? sendRefusal(reply, refusal) : undefined;
    });
    pages.get(MAIL_SHEET_PATH, async (_request, reply) =>
      reply.type("text/css; charset=utf-8").header("cache-control", "no-cache").send(MAIL_SHEET),
    );
    pages.get<Params>("/account/cancel/:token", async ({ params }, reply) =>
      send(reply, (await pendingSteps.hasToken(params.token)) ? linkPages.cancel.ask : linkPages.cancel.over),
    );
    pages.post<Params>("/account/cancel/:token", async ({ params }, reply) =>
      send(reply, (await pendingSteps.cancelByMail(params.token)) ? linkPages.cancel.done : linkPages.cancel.over),
    );
    if (verification === undefined) return;
    pages.get<Params>("/account/verify/:token", async ({ params }, reply) =>
      send(reply, (await verification.hasToken(params.token)) ? linkPages.verify.ask : linkPages.verify.over),
    );
    pages.post<Params>("/account/verify/:token", async ({ params }, reply) =>
      send(reply, (await verification.confirm(params.token)) ? linkPages.verify.done : linkPages.verify.over),
    );
  });
}

function send(reply: FastifyReply, page: MailPage): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("cache-control", "no-store").send(toMailPage(page));
}
