/**
 * Decides which host a prompt goes to: the user's, if an address is set, otherwise the operator's. Pure. Spec A §3 "AI configuration", B §2
 * "AI Settings".
 */

/** An empty text means the application's default. `isBearer`: send the token with the prefix "Bearer ". */
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

/** Parses a config sealed by any device, perhaps by an older Satchel. */
export function parseAiConfig(value: Readonly<Record<string, unknown>>): AiConfig | undefined {
  const { aiUrl, aiToken, aiModel, isBearer } = value;
  if (typeof aiUrl !== "string" || typeof aiToken !== "string" || typeof aiModel !== "string") return undefined;
  return { aiUrl, aiToken, aiModel, isBearer: typeof isBearer === "boolean" ? isBearer : wasBearer(aiToken) };
}

export function isEmptyAiConfig({ aiUrl, aiToken, aiModel }: AiConfig): boolean {
  return `${aiUrl}${aiToken}${aiModel}`.trim() === "";
}

/** Older configs have no `isBearer`: a token without a scheme was sent as a bearer token. */
function wasBearer(token: string): boolean {
  return token.trim() !== "" && !token.trim().includes(" ");
}
