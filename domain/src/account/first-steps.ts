/** The steps that a new person is shown, one after the other: making a card, choosing its best image, branching from it. */
export const firstSteps = ['make', 'star', 'branch'] as const
export type FirstStep = (typeof firstSteps)[number]

/** The progress of a board towards the steps: each number grows as a step is done. */
export type StepCounts = {
  readonly cards: number
  /** Images whose picture is there. */
  readonly pictures: number
  readonly stars: number
  readonly branches: number
}

/** The number that a step adds to. */
const counted = { make: 'cards', star: 'stars', branch: 'branches' } as const

/**
 * The step that a board shows; null: none, because all are done, or because there is no picture yet to do it with.
 * @param done How many steps the person has done, 0 to 3.
 */
export function shownStep(done: number, { pictures }: StepCounts): FirstStep | null {
  const step = firstSteps[done] ?? null
  return step === 'make' || pictures > 0 ? step : null
}

/** Number of steps that are done after a board has changed. Only what happens now counts: a copied board comes with all of it. */
export function doneAfter(
  done: number,
  { before, now }: { readonly before: StepCounts; readonly now: StepCounts },
): number {
  const step = firstSteps[done]
  return step && now[counted[step]] > before[counted[step]] ? done + 1 : done
}
