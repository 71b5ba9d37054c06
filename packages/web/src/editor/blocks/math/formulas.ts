/** Renders TeX as MathML by KaTeX, loaded with the first formula; the TeX is shown until then. Decision 0026. */
export type FormulaWriter = (host: HTMLElement, tex: string, isBlock: boolean) => void;

let writer: FormulaWriter | undefined;
let loading: Promise<void> | undefined;

/** Shows the formula in `host` at once or as soon as it can; what is there by then is what `texOf` says. */
export function showFormula(host: HTMLElement, texOf: () => string, isBlock: boolean): void {
  if (writer !== undefined) {
    writer(host, texOf(), isBlock);
    return;
  }
  host.textContent = texOf();
  loading ??= import("katex").then(
    ({ default: katex }) => {
      writer = (into, tex, isDisplayed) =>
        katex.render(tex, into, {
          displayMode: isDisplayed,
          output: "mathml",
          throwOnError: false,
          strict: "ignore",
          errorColor: "var(--danger)",
          ...BOUNDS,
        });
    },
    () => {
      loading = undefined;
    },
  );
  void loading.then(() => writer?.(host, texOf(), isBlock));
}

/** Once all formulas that were asked for are shown, or cannot be. */
export function formulasShown(): Promise<void> {
  return loading ?? Promise.resolve();
}

/** Against a formula that would never end, or cover the page: notes come from anywhere. */
const BOUNDS = { maxExpand: 1000, maxSize: 20, trust: false } as const;
