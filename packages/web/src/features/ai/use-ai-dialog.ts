/**
 * Logic of the AI dialog: prompt, streamed response, stop, and a question before text of a sensitive note is sent. Spec A §4 "AI dialog".
 */
import { decideAiDestination } from "@satchel/core/model/ai/ai-config.ts";
import type { AiProblem } from "@satchel/core/model/ai/ai-problem.ts";
import { useEffect, useRef, useState } from "react";
import { useStore } from "../../shared/hooks/use-store.ts";
import { useServices } from "../../shared/services.ts";

export type AiAnswer =
  | { readonly kind: "none" }
  | { readonly kind: "searching"; readonly text: string }
  | { readonly kind: "answered"; readonly text: string }
  /** `text`: the part that arrived before the failure. */
  | { readonly kind: "failed"; readonly text: string; readonly problem: AiProblem };

/** `selected`: Markdown that is sent with each prompt. */
export function useAiDialog(isSensitive: boolean, selected: string) {
  const { ai } = useServices();
  const { phase, config, operator } = useStore(ai.store, (state) => state);
  const [prompt, setPromptState] = useState("");
  const latestPrompt = useRef("");
  const setPrompt = (next: string): void => {
    latestPrompt.current = next;
    setPromptState(next);
  };
  const [answer, setAnswer] = useState<AiAnswer>({ kind: "none" });
  const [isAsking, setAsking] = useState(false);
  const stopHost = useRef<() => void>(undefined);
  useEffect(() => {
    void ai.read();
    return () => stopHost.current?.();
  }, [ai]);

  const isSearching = answer.kind === "searching";
  const hasPrompt = prompt.trim() !== "";

  const send = (): void => {
    setAsking(false);
    setAnswer({ kind: "searching", text: "" });
    const asked = latestPrompt.current.trim();
    stopHost.current = ai.ask(selected === "" ? asked : `${asked}\n\n${selected}`, {
      onText: (text) => setAnswer((before) => ({ kind: "searching", text: textOf(before) + text })),
      onEnd: (end) =>
        setAnswer((before) => {
          const text = textOf(before);
          return end.ok ? { kind: "answered", text } : { kind: "failed", text, problem: end.problem };
        }),
    });
  };
  return {
    destination: phase === "ready" ? decideAiDestination(config, operator) : undefined,
    prompt,
    setPrompt,
    answer,
    isSearching,
    hasPrompt,
    isAsking,
    send,
    submit(): void {
      if (latestPrompt.current.trim() === "" || isSearching) return;
      if (isSensitive) setAsking(true);
      else send();
    },
    keepBack: () => setAsking(false),
    /** Keeps the text so far. */
    stop(): void {
      stopHost.current?.();
      setAnswer((before) => (textOf(before) === "" ? { kind: "none" } : { kind: "answered", text: textOf(before) }));
    },
  };
}

function textOf(answer: AiAnswer): string {
  return answer.kind === "none" ? "" : answer.text;
}
