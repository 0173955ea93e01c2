const lists = ['SERVER_LIMITS', 'PERSON_LIMITS'] as const

type Variables = Readonly<Record<string, string>>

/** Settings of several layers: a later one takes precedence, of the lists of limits part by part. */
export function mergeSettings(...layers: readonly Variables[]): Record<string, string> {
  const merged: Record<string, string> = Object.assign({}, ...layers)
  for (const list of lists) {
    const parts = layers.flatMap((layer) => layer[list] ?? [])
    // The server takes the last of two parts with the same name.
    if (parts.length > 0) merged[list] = parts.join(',')
  }
  return merged
}
