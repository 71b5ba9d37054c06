/** Which host a prompt goes to: the person's own, when its address is given, else the operator's. Pure. Spec A §3 "AI configuration", B §2 "AI Settings". */

/** All three may be empty: the application's defaults are meant then. */
export type AiConfig = { readonly aiUrl: string; readonly aiToken: string; readonly aiModel: string };
export type AiOperator = { readonly host: string; readonly model: string };

export const NO_AI_CONFIG: AiConfig = { aiUrl: "", aiToken: "", aiModel: "" };

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
  const { aiUrl, aiToken, aiModel } = value;
  const isText = [aiUrl, aiToken, aiModel].every((text) => typeof text === "string");
  return isText ? { aiUrl: aiUrl as string, aiToken: aiToken as string, aiModel: aiModel as string } : undefined;
}

export function isEmptyAiConfig({ aiUrl, aiToken, aiModel }: AiConfig): boolean {
  return `${aiUrl}${aiToken}${aiModel}`.trim() === "";
}
