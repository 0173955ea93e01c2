/** The sent prompts, newest first, and a position in them. */
export type HistoryWalk = {
  /** The draft at the beginning, which is restored at the end. */
  readonly written: string
  /** Number of steps back in the prompts: 0 is the draft. */
  readonly steps: number
}

/** The most prompts that are kept. */
const maxHistoryLength = 50

/** Adds a prompt that was just sent; one that was sent before moves to the front. */
export const withSentPrompt = (history: readonly string[], prompt: string): readonly string[] =>
  [prompt, ...history.filter((other) => other !== prompt)].slice(0, maxHistoryLength)

/**
 * One step through the history; null where there is nothing further in that direction.
 * @param walk Null before the first step.
 */
export function stepThroughHistory(
  history: readonly string[],
  walk: HistoryWalk | null,
  { direction, shown }: { direction: 'older' | 'newer'; shown: string },
): { readonly walk: HistoryWalk; readonly prompt: string } | null {
  const { written, steps } = walk ?? { written: shown, steps: 0 }
  // The newest prompt may equal the draft: then it is skipped, not shown twice.
  const isNewest = walk === null && history[0] === shown
  const next = steps + (direction === 'older' ? (isNewest ? 2 : 1) : -1)
  if (next < 0) return null
  const prompt = next === 0 ? written : history[next - 1]
  return prompt === undefined ? null : { walk: { written, steps: next }, prompt }
}
