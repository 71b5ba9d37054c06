/** Converts a highlighter's tree to colored ranges of a code block. Pure; the highlighter is in web. Decision 0029 "highlighting". */

/** The part of a hast tree that matters here: classes and text. */
export type HighlightNode = {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { readonly className?: unknown };
  readonly children?: readonly HighlightNode[];
};

export type CodeRange = { readonly from: number; readonly to: number; readonly className: string };

/** Inner elements win over outer ones, so each character is in one range at most. */
export function toCodeRanges(tree: HighlightNode): readonly CodeRange[] {
  const ranges: CodeRange[] = [];
  let at = 0;
  const walk = (node: HighlightNode, className: string): void => {
    if (node.type === "text") {
      const to = at + (node.value ?? "").length;
      if (className !== "" && to > at) ranges.push({ from: at, to, className });
      at = to;
    }
    const own = Array.isArray(node.properties?.className) ? node.properties.className.join(" ") : className;
    for (const child of node.children ?? []) walk(child, own);
  };
  walk(tree, "");
  return ranges;
}

/** Languages in the menu. Other languages of a note are kept, and colored if the highlighter knows them. */
export const CODE_LANGUAGES = {
  bash: "Bash",
  c: "C",
  cpp: "C++",
  csharp: "C#",
  css: "CSS",
  diff: "Diff",
  go: "Go",
  graphql: "GraphQL",
  xml: "HTML, XML",
  ini: "INI, TOML",
  java: "Java",
  javascript: "JavaScript",
  json: "JSON",
  kotlin: "Kotlin",
  lua: "Lua",
  makefile: "Makefile",
  markdown: "Markdown",
  perl: "Perl",
  php: "PHP",
  python: "Python",
  r: "R",
  ruby: "Ruby",
  rust: "Rust",
  scss: "SCSS",
  sql: "SQL",
  swift: "Swift",
  typescript: "TypeScript",
  yaml: "YAML",
} as const;

export type CodeLanguage = keyof typeof CODE_LANGUAGES;

/** Short names that users type after ```. */
const OTHER_NAMES: Readonly<Record<string, CodeLanguage>> = {
  sh: "bash",
  shell: "bash",
  zsh: "bash",
  "c++": "cpp",
  cs: "csharp",
  golang: "go",
  html: "xml",
  svg: "xml",
  toml: "ini",
  js: "javascript",
  jsx: "javascript",
  mjs: "javascript",
  kt: "kotlin",
  make: "makefile",
  md: "markdown",
  py: "python",
  rb: "ruby",
  rs: "rust",
  ts: "typescript",
  tsx: "typescript",
  yml: "yaml",
};

export function knownLanguage(name: string | null): CodeLanguage | undefined {
  if (name === null) return undefined;
  return Object.hasOwn(CODE_LANGUAGES, name) ? (name as CodeLanguage) : OTHER_NAMES[name];
}
