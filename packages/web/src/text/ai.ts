/** Every sentence about writing with AI. Spec A §2.14, A §8 "Editor", B §2 "AI Settings", B §8 "Settings". */
import { AI_LIMITS } from "@satchel/contract/limits.ts";
import type { AiProblem } from "@satchel/core/model/ai/ai-problem.ts";

export const aiText = {
  open: "AI Search",
  title: "Write with AI",
  prompt: "Ask AI to help with your content:",
  submit: "Ask",
  searching: "Searching...",
  stop: "Stop",
  generated: "AI Generated Content:",
  tryAgain: "Try Again",
  paste: "Paste in Note",
  goesTo: (host: string) => `Goes to ${host}. Only what you write here is sent, nothing of the note.`,
  goesNowhere: "No AI host is set up. Name one under AI Settings.",
  sensitiveTitle: "Send this out of a Sensitive note?",
  sensitive: (host: string) =>
    `This note is in your Sensitive folder. What you wrote here would leave this device and be readable by ${host}.`,
  send: "Send",
} as const;

export const aiProblemText = {
  "no-token": "No authentication token found",
  unavailable: "AI service is unavailable. Please check your configuration in Profile settings.",
  busy: "Too many prompts in a short time. Please wait a minute and try again.",
  "too-long": `This prompt is too long: at most ${AI_LIMITS.promptMaxChars} characters can be sent to this server's AI.`,
  offline: "Network error. Please check your internet connection.",
  "no-content": "No response received",
  failed: "AI search failed. Please try again.",
} as const satisfies Record<AiProblem["kind"], string>;

export const aiSettingsText = {
  title: "AI Settings",
  url: "URL",
  urlHint: "The whole chat-completions address, on your own machine too. Called straight from this browser.",
  urlPlaceholder: "https://api.example.com/v1/chat/completions",
  urlProblem: "Enter a web address that begins with http:// or https://",
  token: "Authorization Token",
  bearer: "Send it as a Bearer token",
  model: "Model",
  modelPlaceholder: "instruct-model",
  optional: "All three are optional. They are encrypted with your key: the server cannot read them.",
  defaults: (host: string, model: string) =>
    `Without an address this server's AI is asked: ${model} at ${host}. Token and model count only with an address.`,
  noDefaults: "This server has no AI of its own: without an address there is no AI.",
  save: "Save Configuration",
  saving: "Saving...",
  loading: "Loading AI configuration",
  loadFailed: "Failed to load AI configuration",
  saveFailed: "Failed to save AI configuration",
  saved: "AI configuration saved successfully!",
} as const;
