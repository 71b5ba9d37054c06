/** Custom properties in styles that mark ENML written by Satchel. */
export const OWN_ENML = { mark: "--satchel-note", tag: "--satchel-tag", attributes: "--satchel-attributes" } as const;
