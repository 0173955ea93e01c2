import { z } from 'zod'
import { maxChanges } from '#domain/board/change.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { coordinate } from '../cards/generation.ts'
import { purseArea, purseName } from '../programs/purse.ts'
import { text, uuid } from '../text.ts'
import { framePlace, frameTitle, notePlace, noteText } from './board-item.ts'
import { projectTitle } from './project.ts'

const id = uuid

/** `domain/board/change.ts` with an id that makes a repeated change harmless. */
export const boardChangeShape = z.discriminatedUnion('kind', [
  z.strictObject({ id, kind: z.literal('place'), generationId: id, canvasX: coordinate, canvasY: coordinate }),
  z.strictObject({ id, kind: z.literal('collapse'), generationId: id, isCollapsed: z.boolean() }),
  z.strictObject({
    id,
    kind: z.literal('feedback'),
    imageId: id,
    feedbackType: z.enum(feedbackTypes),
    isGiven: z.boolean(),
  }),
  z.strictObject({ id, kind: z.literal('delete'), generationId: id }),
  z.strictObject({ id, kind: z.literal('restore'), generationId: id }),
  z.strictObject({ id, kind: z.literal('rename'), title: projectTitle }),
  z.strictObject({ id, kind: z.literal('put-frame'), frameId: id, title: frameTitle, ...framePlace }),
  z.strictObject({ id, kind: z.literal('place-frame'), frameId: id, ...framePlace }),
  z.strictObject({ id, kind: z.literal('title-frame'), frameId: id, title: frameTitle }),
  z.strictObject({ id, kind: z.literal('remove-frame'), frameId: id }),
  z.strictObject({ id, kind: z.literal('put-note'), noteId: id, text: noteText, ...notePlace }),
  z.strictObject({ id, kind: z.literal('place-note'), noteId: id, ...notePlace }),
  z.strictObject({ id, kind: z.literal('write-note'), noteId: id, text: noteText }),
  z.strictObject({ id, kind: z.literal('remove-note'), noteId: id }),
  /** Of purses: by no token, whose program works in one of them. */
  z.strictObject({ id, kind: z.literal('place-purse'), purseId: id, ...purseArea }),
  z.strictObject({ id, kind: z.literal('name-purse'), purseId: id, name: purseName }),
  /** Ends its token; the list of its steps comes back with it. */
  z.strictObject({ id, kind: z.literal('remove-purse'), purseId: id }),
  z.strictObject({ id, kind: z.literal('restore-purse'), purseId: id }),
  /** Of a brought-in card alone: what made the others stays as it was. */
  z.strictObject({ id, kind: z.literal('describe'), generationId: id, prompt: text({ minimum: 1, maximum: 4_000 }) }),
])
export type BoardChangeShape = z.infer<typeof boardChangeShape>

export const applyChangesBody = z.strictObject({
  /** The project. */
  id,
  changes: z.array(boardChangeShape).min(1).max(maxChanges),
  /** The user who made the changes: those of another account of the same browser are refused with `other-account`. */
  userId: z.string().max(100).optional(),
})

/** The result of one change: applied now, applied by an earlier call, or impossible because its target is gone. */
const changeOutcomes = ['applied', 'repeated', 'gone'] as const

export const applyChangesReply = z.strictObject({
  /** In the order of the changes. `ids`: all cards that a delete or a restore affected. */
  items: z.array(z.strictObject({ id, outcome: z.enum(changeOutcomes), ids: z.array(id).optional() })),
  /** The number of the newest event of these changes: a client that has received it has received all of them. */
  seq: z.int(),
})
