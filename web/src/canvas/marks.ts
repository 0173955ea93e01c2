/** What a person has marked. It changes how cards look, and nothing of the board. */
export type Marks = {
  readonly selected: ReadonlySet<string>
  /** The cards that were looked for, during a search: all others step back. */
  readonly hits: ReadonlySet<string> | null
}

export const noMarks: Marks = { selected: new Set(), hits: null }

/** The cards that look different for it: `all` where too many step back to be named. */
export function markedAnew(before: Marks, after: Marks): readonly string[] | 'all' {
  if (before.hits !== after.hits) return 'all'
  const left = [...before.selected].filter((id) => !after.selected.has(id))
  return [...left, ...[...after.selected].filter((id) => !before.selected.has(id))]
}
