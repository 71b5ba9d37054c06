/** Around the bands above the notes, of which one is seen at a time. */
export const noticesText = {
  count: (at: number, count: number) => `${at} of ${count}`,
  next: (at: number, count: number) => `Notice ${at} of ${count}. Show next`,
} as const;
