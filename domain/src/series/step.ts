/**
 * The status of one step of a series: it waits for the card it depends on; it was requested; the request was refused;
 * its dependency has no image; it was stopped before it began.
 */
export const stepStatuses = ['waiting', 'started', 'refused', 'skipped', 'cancelled'] as const
export type StepStatus = (typeof stepStatuses)[number]

/** An image of the card that a step depends on. */
export type ParentPicture = { readonly id: string; readonly orderNum: number; readonly isThere: boolean }

/**
 * The image that a step starts from once the card it depends on has ended: the one with the same index as before, else
 * the first completed one; null where there is none.
 */
export function parentImageOf(pictures: readonly ParentPicture[], wantedPlace: number | null): string | null {
  const there = pictures.filter(({ isThere }) => isThere).toSorted((a, b) => a.orderNum - b.orderNum)
  return (there.find(({ orderNum }) => orderNum === wantedPlace) ?? there[0])?.id ?? null
}

/** The steps that can be retried: refused, skipped or stopped. */
export const canRunAgain = (status: StepStatus): boolean => !['waiting', 'started'].includes(status)

type StepWithStatus = { readonly status: StepStatus }

/** Whether steps are still to begin. */
export const isUnderWay = (steps: readonly StepWithStatus[]): boolean =>
  steps.some(({ status }) => status === 'waiting')

/** The steps that made nothing. */
export const unmadeSteps = <Step extends StepWithStatus>(steps: readonly Step[]): Step[] =>
  steps.filter(({ status }) => canRunAgain(status))
