/** Which host a prompt goes to: the user's own, when its address is given, else the operator's. Pure. Spec A §3 "AI configuration", B §2 "AI Settings". */

/** All three texts may be empty: the application's defaults are meant then. `isBearer`: "Bearer " goes before the token, which is sent as it is otherwise. */
export type AiConfig = { readonly aiUrl: string; readonly aiToken: string; readonly aiModel: string; readonly isBearer: boolean };
export type AiOperator = { readonly host: string; readonly model: string };

export const NO_AI_CONFIG: AiConfig = { aiUrl: "", aiToken: "", aiModel: "", isBearer: false };

export type AiDestination =
  | { readonly kind: "own"; readonly host: string; readonly config: AiConfig }
  | { readonly kind: "operator"; readonly host: string }
  | { readonly kind: "none" };

export function decideAiDestination(config: AiConfig, operator: AiOperator | null): AiDestination {
  const host = hostOf(config.aiUrl);
  if (host !== undefined) return { kind: "own", host, config };
  return operator === null ? { kind: "none" } : { kind: "operator", host: operator.host };
}

export function isAiUrl(url: string): boolean {
  return hostOf(url) !== undefined;
}

function hostOf(url: string): string | undefined {
  return /^https?:\/\/(?:[^/?#@\s]*@)?([^/?#\s@]+)(?:[/?#]\S*)?$/i.exec(url.trim())?.[1]?.toLowerCase();
}

/** What was sealed by another device, perhaps by an older Satchel, is read with care. */
export function parseAiConfig(value: Readonly<Record<string, unknown>>): AiConfig | undefined {
  const { aiUrl, aiToken, aiModel, isBearer } = value;
  if (typeof aiUrl !== "string" || typeof aiToken !== "string" || typeof aiModel !== "string") return undefined;
  return { aiUrl, aiToken, aiModel, isBearer: typeof isBearer === "boolean" ? isBearer : wasBearer(aiToken) };
}

export function isEmptyAiConfig({ aiUrl, aiToken, aiModel }: AiConfig): boolean {
  return `${aiUrl}${aiToken}${aiModel}`.trim() === "";
}

/** Before there was a choice, a token that named no scheme of its own was sent as a bearer token. */
function wasBearer(token: string): boolean {
  return token.trim() !== "" && !token.trim().includes(" ");
}
