/** The user's marks: selection and search result. They change how cards look, and nothing of the board. */
export type Marks = {
  readonly selected: ReadonlySet<string>
  /** The search result while a search is open: all other cards are dimmed. */
  readonly hits: ReadonlySet<string> | null
  /** The cards from the selection to their roots: the lines into them are lit. */
  readonly path: ReadonlySet<string>
}

export const noMarks: Marks = { selected: new Set(), hits: null, path: new Set() }

/** The cards that look different: `all` where too many are dimmed to list them. */
export function cardsToRepaint(before: Marks, after: Marks): readonly string[] | 'all' {
  if (before.hits !== after.hits) return 'all'
  const both = (set: 'selected' | 'path') => [
    ...before[set].difference(after[set]),
    ...after[set].difference(before[set]),
  ]
  return [...new Set([...both('selected'), ...both('path')])]
}
