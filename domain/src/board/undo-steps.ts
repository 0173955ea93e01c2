import type { Point } from '../geometry/rect.ts'
import type { BoardChange } from './change.ts'
import type { FeedbackType } from './feedback.ts'

/** A change of a program or of the assistant on a board, with the state before and after. */
export type StepEffect =
  | { readonly kind: 'made'; readonly generationId: string }
  | { readonly kind: 'placed'; readonly generationId: string; readonly from: Point; readonly to: Point }
  /** It was the other way round before. */
  | { readonly kind: 'folded'; readonly generationId: string; readonly to: boolean }
  | {
      readonly kind: 'marked'
      readonly generationId: string
      readonly imageId: string
      readonly feedbackType: FeedbackType
      /** Whether the mark was given; it was the other way round before. */
      readonly to: boolean
    }
  /** With everything that branches from it. */
  | { readonly kind: 'trashed'; readonly generationId: string }
  | { readonly kind: 'restored'; readonly generationId: string }

/** The kinds of steps, as they are listed. */
export const stepKinds = ['made', 'branched', 'edited', 'marked', 'arranged', 'trashed', 'restored'] as const
export type StepKind = (typeof stepKinds)[number]

type PresentCard = Point & { readonly isCollapsed: boolean }

/** A board as it is now, as far as its steps are about it. */
export type PresentBoard = {
  /** Null: not on the board. */
  card(id: string): PresentCard | null
  hasMark(imageId: string, feedbackType: FeedbackType): boolean
}

/**
 * The changes that take back everything that steps have done: made cards go to the trash, trashed ones come back, and what was moved,
 * folded or marked is as it was before the first of them. What a person has changed since stays: a card is moved back only from
 * where the last step left it.
 * @param steps The effects in the order in which they happened.
 */
export function undoOfSteps(steps: readonly StepEffect[], board: PresentBoard): BoardChange[] {
  const presence = new Map<string, 'there' | 'absent'>()
  const places = new Map<string, { from: Point; to: Point }>()
  const folds = new Map<string, { from: boolean; to: boolean }>()
  const marks = new Map<string, Extract<StepEffect, { kind: 'marked' }> & { from: boolean }>()
  for (const effect of steps) {
    switch (effect.kind) {
      case 'made':
      case 'restored':
        if (!presence.has(effect.generationId)) presence.set(effect.generationId, 'absent')
        break
      case 'trashed':
        if (!presence.has(effect.generationId)) presence.set(effect.generationId, 'there')
        break
      case 'placed': {
        const { generationId, from, to } = effect
        places.set(generationId, { from: places.get(generationId)?.from ?? from, to })
        break
      }
      case 'folded': {
        const { generationId, to } = effect
        folds.set(generationId, { from: folds.get(generationId)?.from ?? !to, to })
        break
      }
      case 'marked': {
        const key = `${effect.imageId} ${effect.feedbackType}`
        marks.set(key, { ...effect, from: marks.get(key)?.from ?? !effect.to })
        break
      }
    }
  }
  const restores = [...presence].flatMap(([generationId, before]): BoardChange[] =>
    before === 'there' && !board.card(generationId) ? [{ kind: 'restore', generationId }] : [],
  )
  const goes = (generationId: string) => presence.get(generationId) === 'absent'
  /** Whether a card is as the last step left it; one in the trash is, and comes back with what is restored. */
  const isAsLeft = (generationId: string, isSame: (card: PresentCard) => boolean) => {
    const now = board.card(generationId)
    return !goes(generationId) && (now ? isSame(now) : restores.length > 0)
  }
  const moves = [...places].flatMap(([generationId, { from, to }]): BoardChange[] =>
    (from.x !== to.x || from.y !== to.y) && isAsLeft(generationId, ({ x, y }) => x === to.x && y === to.y)
      ? [{ kind: 'place', generationId, canvasX: from.x, canvasY: from.y }]
      : [],
  )
  const unfolds = [...folds].flatMap(([generationId, { from, to }]): BoardChange[] =>
    from !== to && isAsLeft(generationId, ({ isCollapsed }) => isCollapsed === to)
      ? [{ kind: 'collapse', generationId, isCollapsed: from }]
      : [],
  )
  const unmarks = [...marks.values()].flatMap(({ generationId, imageId, feedbackType, from, to }): BoardChange[] =>
    from !== to && isAsLeft(generationId, () => board.hasMark(imageId, feedbackType) === to)
      ? [{ kind: 'feedback', imageId, feedbackType, isGiven: from }]
      : [],
  )
  // Marks and places before the deletions: a card in the trash takes none. A made card in the trash may come back with a restored one
  // that it branches from.
  const deletes = [...presence].flatMap(([generationId, before]): BoardChange[] =>
    before === 'absent' && (board.card(generationId) || restores.length > 0) ? [{ kind: 'delete', generationId }] : [],
  )
  return [...restores, ...moves, ...unfolds, ...unmarks, ...deletes]
}
