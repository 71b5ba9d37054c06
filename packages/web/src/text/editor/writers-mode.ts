/** Text of the writer's mode. */
export const writersText = {
  menu: "Writer's mode…",
  title: "Writer's mode",
  typewriter: "Typewriter scrolling: the line you write stays at the same height",
  focus: "Focus",
  focuses: { off: "All of the text", paragraph: "The paragraph you write", sentence: "The sentence you write" },
  goal: "Word goal for this note",
  goalHint: "Kept on this device. Leave it empty for no goal.",
  goalLater: "You can set a goal once the note is saved.",
  goalProblem: "Enter a number from 1 to 9,999,999.",
  readingTime: "Show the reading time",
  ofGoal: (words: number, goal: number) => `${words.toLocaleString()} of ${goal.toLocaleString()} words`,
  words: (words: number) => (words === 1 ? "1 word" : `${words.toLocaleString()} words`),
  minutes: (minutes: number) => `${minutes} min read`,
} as const;
