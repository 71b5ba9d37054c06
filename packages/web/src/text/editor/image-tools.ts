/** Sentences of the tools of a selected image. */
export const imageToolsText = {
  caption: "Caption",
  addCaption: "Add a caption",
  width: "Width",
  widthUnit: "px",
  widthNow: (width: number) => `${width} px`,
  replace: "Replace image",
  chooseReplacement: "Choose an image",
  download: "Download original",
  /** Name of a downloaded image without a description. */
  fileName: "image",
} as const;
