/**
 * What became of one card of a series: it waits for the card it depends on; it was asked for; asking was refused; what it
 * depends on came to nothing; it was stopped before it began.
 */
export const stepStatuses = ['waiting', 'started', 'refused', 'skipped', 'cancelled'] as const
export type StepStatus = (typeof stepStatuses)[number]

/** A picture of the card that a step depends on. */
export type ParentPicture = { readonly id: string; readonly orderNum: number; readonly isThere: boolean }

/**
 * The picture that a step goes on from once the card it depends on has ended: the one at the same place as before, else the
 * first that is there; null where there is none.
 */
export function parentImageOf(pictures: readonly ParentPicture[], wantedPlace: number | null): string | null {
  const there = pictures.filter(({ isThere }) => isThere).toSorted((a, b) => a.orderNum - b.orderNum)
  return (there.find(({ orderNum }) => orderNum === wantedPlace) ?? there[0])?.id ?? null
}

/** The steps that can still be run once more: refused, skipped or stopped. */
export const canRunAgain = (status: StepStatus): boolean => !['waiting', 'started'].includes(status)
