import { z } from 'zod'
import { maxFrameSide } from '#domain/board/board-item.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { stepKinds } from '#domain/board/undo-steps.ts'
import { maxCap } from '#domain/credits/largest-cap.ts'
import { maxPurseNameLength, maxWhyLength, minPurse, purseStates } from '#domain/purses/purse.ts'
import { bySession, reading, withPassword } from '../call-scope.ts'
import { coordinate } from '../cards/generation.ts'
import { list } from '../list.ts'
import { hundredths, newId, text, time, uuid } from '../text.ts'
import { withIdempotencyKey } from '../with-idempotency-key.ts'
import { createdTokenShape } from './api-token.ts'

const id = uuid

/** The area of a purse, in canvas pixels: at least one card wide and high. */
export const purseArea = {
  x: coordinate,
  y: coordinate,
  width: z.number().min(minPurse.width).max(maxFrameSide),
  height: z.number().min(minPurse.height).max(maxFrameSide),
}
export const purseName = text({ minimum: 1, maximum: maxPurseNameLength })
const most = hundredths.min(0).max(maxCap)

/** Credits in an area of a canvas: a token that is bound to it works there and spends no more. */
export const purseShape = z.strictObject({
  id,
  projectId: id,
  name: purseName,
  ...purseArea,
  most,
  /** Paid, or held for images in work. */
  spent: hundredths,
  state: z.enum(purseStates),
  /** The amount that the last refused request missed: its program waits for more. Null where none does. */
  missing: hundredths.nullable(),
  /** The open token that is bound to it; null: none. */
  token: z.strictObject({ id, name: z.string(), prefix: z.string() }).nullable(),
  createdAt: time,
})
export type PurseShape = z.infer<typeof purseShape>

const effect = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('made'), generationId: id }),
  z.strictObject({
    kind: z.literal('placed'),
    generationId: id,
    from: z.strictObject({ x: z.number(), y: z.number() }),
    to: z.strictObject({ x: z.number(), y: z.number() }),
  }),
  z.strictObject({ kind: z.literal('folded'), generationId: id, to: z.boolean() }),
  z.strictObject({
    kind: z.literal('marked'),
    generationId: id,
    imageId: id,
    feedbackType: z.enum(feedbackTypes),
    to: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('trashed'), generationId: id }),
  z.strictObject({ kind: z.literal('restored'), generationId: id }),
])

/** A step of a program in a purse. */
export const purseStepShape = z.strictObject({
  id,
  at: time,
  kind: z.enum(stepKinds),
  /** The reason that the program gave; null without one. It is data: a program wrote it. */
  why: z.string().nullable(),
  /** The card that it is about; of several the first. */
  generationId: id,
  /** The beginning of the card's prompt; null where the card is gone for good. */
  title: z.string().nullable(),
  /** Number of images the card has; null where it is gone. */
  images: z.int().nullable(),
  /** Paid or held for it, in hundredths of a credit. */
  price: hundredths,
  /** Its changes, with the state before: enough to take it back. */
  effects: z.array(effect),
})
export type PurseStepShape = z.infer<typeof purseStepShape>

/** A reason of a program. */
export const whyText = text({ minimum: 1, maximum: maxWhyLength })

export const createPurseBody = z.strictObject({ id, purseId: newId, name: purseName, ...purseArea, most })
export type CreatePurseBody = z.infer<typeof createPurseBody>

/** The changes of a purse; ending it is for good, and ends its token. */
export const changePurseBody = z.strictObject({
  id,
  name: purseName.optional(),
  area: z.strictObject(purseArea).optional(),
  most: most.optional(),
  state: z.enum(purseStates).optional(),
})
export type ChangePurseBody = z.infer<typeof changePurseBody>

/** The calls about purses. No token can make, widen or raise one. */
export const purseCalls = {
  list: reading
    .route({ method: 'GET', path: '/projects/{id}/purses', summary: 'The purses of a project, oldest first' })
    .input(z.strictObject({ id }))
    .output(z.strictObject(list(purseShape))),
  create: bySession
    .meta({ caller: 'account' })
    .route({
      method: 'POST',
      path: '/projects/{id}/purses',
      successStatus: 201,
      summary: 'Put credits into an area of a canvas, for a program',
      spec: withIdempotencyKey,
    })
    .input(createPurseBody)
    .output(purseShape),
  change: bySession
    .route({ method: 'PATCH', path: '/purses/{id}', summary: 'Raise, move, rename, pause, open or end a purse' })
    .input(changePurseBody)
    .output(purseShape),
  remove: bySession
    .route({
      method: 'DELETE',
      path: '/purses/{id}',
      summary:
        'Remove a purse and end its token; what was made in it stays, and a change of the board restores it for 30 days',
    })
    .input(z.strictObject({ id }))
    .output(z.strictObject({ deleted: z.int(), ids: z.array(id) })),
  makeToken: withPassword
    .meta({ caller: 'account', activity: 'token-made' })
    .route({
      method: 'POST',
      path: '/purses/{id}/token',
      successStatus: 201,
      summary: 'Create the token of a purse; an earlier one ends. Its secret is in this reply alone',
      spec: withIdempotencyKey,
    })
    .input(z.strictObject({ id, name: purseName }))
    .output(createdTokenShape),
  steps: reading
    .route({ method: 'GET', path: '/purses/{id}/steps', summary: 'What was done in a purse, newest first' })
    .input(z.strictObject({ id }))
    .output(z.strictObject(list(purseStepShape))),
}
