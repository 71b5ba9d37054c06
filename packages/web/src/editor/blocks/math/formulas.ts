/** Renders TeX as MathML with KaTeX, which loads with the first formula; until then the TeX is shown. Decision 0026. */
export type FormulaWriter = (host: HTMLElement, tex: string, isBlock: boolean) => void;

let writer: FormulaWriter | undefined;
let loading: Promise<void> | undefined;

/** Renders the formula in `host` at once or when KaTeX has loaded, with the value that `texOf` then returns. */
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

/** Resolves when all requested formulas are rendered or have failed. */
export function formulasShown(): Promise<void> {
  return loading ?? Promise.resolve();
}

/** Limits for formulas that never end or cover the page, because notes come from anywhere. */
const BOUNDS = { maxExpand: 1000, maxSize: 20, trust: false } as const;
