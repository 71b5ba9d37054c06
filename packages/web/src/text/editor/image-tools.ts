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
  arrangements: { beside: "Put beside the image above", gallery: "Show as a gallery", stack: "Put one below another" },
  /** Name of a downloaded image without a description. */
  fileName: "image",
} as const;

/** Sentences about several files that are added at once, and about files that could not be added as they are. */
export const filesText = {
  label: "Files being added",
  progress: (at: number, total: number, percent: number) => `Adding file ${at} of ${total}… ${percent}%`,
  cancel: "Cancel",
  notAdded: (name: string) => `${name} wasn't added.`,
  smaller: (name: string) => `${name} was added smaller, because its original couldn't be stored.`,
  close: "Close",
} as const;
