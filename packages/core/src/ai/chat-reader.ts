/**
 * Reads what a chat-completions host answers, in whatever pieces it comes: an event stream as it flows, or one JSON at its end. Lines that are
 * not understood are passed over. Spec A §3 "AI response read: choices[0].message.content".
 */

export type ChatReader = {
  /** The text that this piece completes. */
  push(piece: string): string;
  /** What was left when the answer ended. */
  end(): string;
};

export function createChatReader(): ChatReader {
  let rest = "";
  const isWhole = (): boolean => /^\s*\{/.test(rest);
  return {
    push(piece) {
      rest += piece;
      if (isWhole()) return "";
      const lines = rest.split(/\r\n|\r|\n/);
      rest = lines.pop() ?? "";
      return lines.map(readLine).join("");
    },
    end() {
      const text = isWhole() ? readChoice(rest) : readLine(rest);
      rest = "";
      return text;
    },
  };
}

function readLine(line: string): string {
  const data = /^data: ?(.*)$/s.exec(line)?.[1];
  return data === undefined || data.trim() === "[DONE]" ? "" : readChoice(data);
}

type Choice = { readonly delta?: { readonly content?: unknown }; readonly message?: { readonly content?: unknown } } | undefined;

function readChoice(json: string): string {
  try {
    const choices = (JSON.parse(json) as { readonly choices?: readonly Choice[] } | null)?.choices;
    const content = choices?.[0]?.delta?.content ?? choices?.[0]?.message?.content;
    return typeof content === "string" ? content : "";
  } catch {
    return "";
  }
}
