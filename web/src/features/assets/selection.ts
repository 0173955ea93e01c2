/** The ids after one was pressed: it comes, or goes. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

/** The ids with everything between two places of the list, in whichever order these were pressed. */
export function withRange(
  ids: ReadonlySet<string>,
  list: readonly { readonly id: string }[],
  [from, to]: readonly [number, number],
): ReadonlySet<string> {
  const between = list.slice(Math.min(from, to), Math.max(from, to) + 1)
  return new Set([...ids, ...between.map(({ id }) => id)])
}

/** Of what is selected, what the list holds: an image that a filter hides is not selected while it is hidden. */
export function listedOnly(
  selected: ReadonlySet<string>,
  list: readonly { readonly id: string }[],
): ReadonlySet<string> {
  const listed = list.flatMap(({ id }) => (selected.has(id) ? [id] : []))
  return listed.length === selected.size ? selected : new Set(listed)
}
