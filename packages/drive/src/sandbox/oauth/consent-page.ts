/** The consent page as HTML: a plain form without script, labeled as the sandbox. drive-contract §5.1, §5.5. */
import type { DriveResponse } from "../../server/http/drive-request.ts";
import type { SandboxUser } from "../sandbox-store.ts";
import { NO_STORE } from "./oauth-context.ts";
import { describeScope } from "./sandbox-scopes.ts";

export type ConsentView = {
  readonly action: string;
  readonly ticket: string;
  readonly appName: string;
  readonly redirectOrigin: string;
  readonly scopes: readonly string[];
  /** One user is shown by name; several are shown as a choice with the first selected. */
  readonly users: readonly SandboxUser[];
};

const STYLE = `
body{margin:0;font:16px/1.5 system-ui,sans-serif;background:#f4f5f7;color:#1c1e21}
main{max-width:30rem;margin:8vh auto;padding:2rem;background:#fff;border:1px solid #d9dce1;border-radius:12px}
h1{font-size:1.3rem;margin:0 0 .25rem}p{margin:.25rem 0 1rem}fieldset{border:0;padding:0;margin:0 0 1rem}
legend{font-weight:600;padding:0;margin-bottom:.25rem}label{display:flex;gap:.6rem;align-items:start;padding:.35rem 0}
input{margin-top:.35rem}.note{color:#5b616b;font-size:.9rem}.row{display:flex;gap:.75rem;justify-content:flex-end}
button{font:inherit;padding:.55rem 1.4rem;border-radius:8px;border:1px solid #8a9099;background:#fff;cursor:pointer}
button[value=allow]{background:#1f5fd0;border-color:#1f5fd0;color:#fff}
@media (prefers-color-scheme:dark){body{background:#15171a;color:#e8eaed}main{background:#1e2125;border-color:#363b42}.note{color:#a3a9b3}
button{background:#1e2125;color:#e8eaed}}`;

export function consentPage(view: ConsentView): DriveResponse {
  const html = `<h1>Sandbox drive</h1>
<p>The app <b>${escapeHtml(view.appName)}</b> would like to use your drive.</p>
<form method="post" action="${escapeHtml(view.action)}">
<input type="hidden" name="ticket" value="${escapeHtml(view.ticket)}">
${usersHtml(view.users)}
${scopesHtml(view.scopes)}
<p class="note">This is a drive for trying Satchel, stored on this server. It isn't Google Drive.</p>
<div class="row"><button name="decision" value="refuse">Decline</button><button name="decision" value="allow">Allow</button></div>
</form>`;
  return page(200, "Sandbox drive", { content: html, formAction: `'self' ${view.redirectOrigin}` });
}

export function errorPage(status: number, error: string, message: string): DriveResponse {
  return page(status, "Sandbox drive", {
    content: `<h1>That didn't work</h1><p>${escapeHtml(message)}</p><p class="note">Error: ${escapeHtml(error)}</p>`,
    formAction: "'none'",
  });
}

function usersHtml(users: readonly SandboxUser[]): string {
  if (users.length === 1) return `<p>Signed in as <b>${escapeHtml(users[0]?.email ?? "")}</b></p>`;
  const choices = users.map(
    (user, index) =>
      `<label><input type="radio" name="user" value="${escapeHtml(user.id)}"${index === 0 ? " checked" : ""}><span>${escapeHtml(user.name)}<br><span class="note">${escapeHtml(user.email)}</span></span></label>`,
  );
  return `<fieldset><legend>Choose an account</legend>${choices.join("")}</fieldset>`;
}

function scopesHtml(scopes: readonly string[]): string {
  if (scopes.length === 0) return "";
  const boxes = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="scope" value="${escapeHtml(scope)}" checked><span>${escapeHtml(describeScope(scope))}</span></label>`,
  );
  return `<fieldset><legend>What the app may do</legend>${boxes.join("")}</fieldset>`;
}

function page(
  status: number,
  title: string,
  { content, formAction }: { readonly content: string; readonly formAction: string },
): DriveResponse {
  const headers = {
    ...NO_STORE,
    "content-type": "text/html; charset=utf-8",
    "x-frame-options": "DENY",
    "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
  };
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${content}</main></body></html>`;
  return { status, headers, body };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}
