/** Text for writing with AI. Spec A §2.14, A §8 "Editor", B §2 "AI Settings", B §8 "Settings". */
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
  goesTo: (host: string) => `Sent to ${host}. Only what you write here is sent, not the note.`,
  goesToWithSelection: (host: string) => `Sent to ${host}: what you write here and the selected text, not the rest of the note.`,
  selected: "Selected text",
  presetsLabel: "What to do with the selected text",
  presets: [
    { label: "Improve", prompt: "Improve the writing of this text. Keep its meaning, language and Markdown. Answer with the text only." },
    {
      label: "Fix spelling",
      prompt: "Fix the spelling and grammar of this text. Change nothing else. Answer with the text only, in Markdown.",
    },
    { label: "Make shorter", prompt: "Make this text shorter. Keep its language and Markdown. Answer with the text only." },
    { label: "Summarize", prompt: "Summarize this text in its own language. Answer with the summary only, in Markdown." },
  ],
  replace: "Replace",
  insertBelow: "Insert below",
  discard: "Discard",
  goesNowhere: "No AI service is set up. Add one in AI Settings.",
  sensitiveTitle: "Send this from a sensitive note?",
  sensitive: (host: string) =>
    `This note is in your Sensitive folder. What you wrote here will leave this device, and ${host} can read it.`,
  send: "Send",
} as const;

export const aiProblemText = {
  "no-token": "No authentication token found",
  unavailable: "AI service is unavailable. Please check your configuration in Profile settings.",
  busy: "Too many prompts in a short time. Wait a minute and try again.",
  "too-long": `This prompt is too long. You can send up to ${AI_LIMITS.promptMaxChars} characters to this server's AI.`,
  offline: "Network error. Please check your internet connection.",
  "no-content": "No response received",
  failed: "AI search failed. Please try again.",
} as const satisfies Record<AiProblem["kind"], string>;

export const aiSettingsText = {
  title: "AI Settings",
  url: "URL",
  urlHint: "The full chat completions URL, also on your own computer.",
  urlPlaceholder: "https://api.example.com/v1/chat/completions",
  urlProblem: "Enter a URL that starts with http:// or https://",
  token: "Authorization Token",
  bearer: "Send as a Bearer token",
  model: "Model",
  modelPlaceholder: "instruct-model",
  optional: "All three may stay empty. The server can't read them.",
  defaults: (host: string, model: string) =>
    `Without a URL, Satchel uses this server's AI: ${model} at ${host}. The token and model are used only with a URL.`,
  noDefaults: "This server doesn't offer AI. Enter a URL to use your own.",
  save: "Save Configuration",
  saving: "Saving...",
  loading: "Loading AI configuration",
  loadFailed: "Failed to load AI configuration",
  saveFailed: "Failed to save AI configuration",
  saved: "AI configuration saved successfully!",
} as const;
