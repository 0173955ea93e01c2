/** The user's marks: selection and search result. They change how cards look, and nothing of the board. */
export type Marks = {
  readonly selected: ReadonlySet<string>
  /** The search result while a search is open: all other cards are dimmed. */
  readonly hits: ReadonlySet<string> | null
}

export const noMarks: Marks = { selected: new Set(), hits: null }

/** The cards that look different: `all` where too many are dimmed to list them. */
export function cardsToRepaint(before: Marks, after: Marks): readonly string[] | 'all' {
  if (before.hits !== after.hits) return 'all'
  const left = [...before.selected].filter((id) => !after.selected.has(id))
  return [...left, ...[...after.selected].filter((id) => !before.selected.has(id))]
}
