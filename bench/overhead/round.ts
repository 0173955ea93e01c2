/** One run at a number of generations in flight. */
export type Round = { readonly latenciesMs: readonly number[]; readonly seconds: number }

/** The value below which the share lies; 0 for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const median = (values: readonly number[]) => percentile(values, 0.5)

/** What the bare loop is asked for. */
export type BareLoad = {
  readonly inFlight: number
  readonly generations: number
  readonly baseline: 'plain' | 'shared'
}
