/** Text around the bands above the notes, which are shown one at a time. */
export const noticesText = {
  count: (at: number, count: number) => `${at} of ${count}`,
  next: (at: number, count: number) => `Notice ${at} of ${count}. Show next`,
} as const;
