import type { SharedCardShape, SharedFeedbackShape } from '#contract/sharing/shared-board.ts'
import type { SharedBoard } from '#web/data/shared/shared-board.ts'

/** The settings of a card, where a link shows them. */
export const recipe: NonNullable<SharedCardShape['recipe']> = {
  prompt: 'a fox',
  references: [],
  style: null,
  seed: 7,
  model: 'Sketch',
  aspectRatio: '1:1',
  resolution: '1K',
  rawMode: false,
  branchKind: null,
  operation: null,
}

/** A card with two images, `{id}-0` and `{id}-1`. */
export const cardWith = (id: string, over: Partial<SharedCardShape> = {}): SharedCardShape => ({
  id,
  parentGenerationId: null,
  parentImageId: null,
  recipe: null,
  canvasX: 0,
  canvasY: 0,
  createdAt: '2026-11-22T10:00:00.000Z',
  images: [0, 1].map((orderNum) => ({
    id: `${id}-${orderNum}`,
    orderNum,
    width: 1_024,
    height: 1_024,
    averageColor: null,
    prompt: null,
  })),
  ...over,
})

/** The content of a link with these cards. */
export const boardWith = (cards: readonly SharedCardShape[]): SharedBoard => ({
  id: 'link',
  title: 'Foxes',
  ownerName: 'Ada',
  scope: 'project',
  showsPrompts: cards.some((card) => card.recipe !== null),
  expiresAt: null,
  visitorName: null,
  version: '1',
  count: cards.length,
  frames: [],
  notes: [],
  cards,
})

/** A link without new comments or likes. */
export const noFeedback: SharedFeedbackShape = {
  version: '',
  feedback: null,
  board: { version: '1', isChanged: false },
}
