/** A text-to-image model, as far as it is known on one machine. */
export type PaintingHere = {
  readonly id: string
  readonly bytes: number
  /** Expected seconds of a picture there; null where it was not measured. */
  readonly seconds: number | null
  /** Why it can't be installed there; null where it can. */
  readonly hindrance: string | null
}

/** Seconds for which people wait for a picture without turning to something else. */
const maxSeconds = 20

/**
 * The model to begin with on a machine: the largest that paints within 20 s there, since what is larger paints better; else the fastest.
 * Its memory and its processor decide, by `hindrance` and `seconds`. Null where none is known to fit.
 */
export function recommendedModel(models: readonly PaintingHere[]): string | null {
  const fitting = models.flatMap(({ id, bytes, seconds, hindrance }) =>
    hindrance === null && seconds !== null ? [{ id, bytes, seconds }] : [],
  )
  const quick = fitting.filter(({ seconds }) => seconds <= maxSeconds)
  const best =
    quick.length > 0 ? quick.toSorted((a, b) => b.bytes - a.bytes) : fitting.toSorted((a, b) => a.seconds - b.seconds)
  return best[0]?.id ?? null
}
