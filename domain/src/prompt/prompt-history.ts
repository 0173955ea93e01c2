/** The prompts that were sent, the newest first, and a walk through them. */
export type HistoryWalk = {
  /** What stood in the prompt box when the walk began; it is what comes back at its end. */
  readonly written: string
  /** How many prompts back: 0 is what was written. */
  readonly steps: number
}

/** So many prompts are kept. */
const longestHistory = 50

/** The history with a prompt that was just sent; one that was sent before moves to the front. */
export const withSentPrompt = (history: readonly string[], prompt: string): readonly string[] =>
  [prompt, ...history.filter((other) => other !== prompt)].slice(0, longestHistory)

/**
 * One step through the history; null where there is nothing further that way.
 * @param walk Null before the first step.
 */
export function stepThroughHistory(
  history: readonly string[],
  walk: HistoryWalk | null,
  { direction, shown }: { direction: 'older' | 'newer'; shown: string },
): { readonly walk: HistoryWalk; readonly prompt: string } | null {
  const { written, steps } = walk ?? { written: shown, steps: 0 }
  // What is written is no step back: the newest prompt, still standing there, would be shown twice.
  const isNewest = walk === null && history[0] === shown
  const next = steps + (direction === 'older' ? (isNewest ? 2 : 1) : -1)
  if (next < 0) return null
  const prompt = next === 0 ? written : history[next - 1]
  return prompt === undefined ? null : { walk: { written, steps: next }, prompt }
}
