/** Text of the Markdown source of a note. */
export const sourceText = {
  label: "Markdown source",
  close: "Back to rich text",
  /** Names of what Markdown cannot express. */
  parts: {
    image: "Image",
    file: "File",
    table: "Table",
    list: "List",
    color: "Colored text",
    aligned: "Aligned text",
    quote: "Quote",
    lineBreak: "Line break",
    spaces: "Spaces",
    emptyLine: "Empty line",
    other: "Block",
  },
} as const;
