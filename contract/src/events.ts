import { z } from 'zod'
import { proofDecisions } from '#domain/sharing/round.ts'
import { frameShape, noteShape } from './board/board-item.ts'
import { projectShape } from './board/project.ts'
import { generationShape } from './cards/generation.ts'
import { imageShape } from './cards/image.ts'
import { seriesShape } from './cards/series.ts'
import { creditsShape } from './money/credits.ts'
import { purseShape } from './programs/purse.ts'

/** The lists of a user that prompts draw from. */
const wordKinds = ['saved-prompts', 'word-lists', 'references'] as const

/** The project of an event and its number; `id:` of the stream repeats the number. */
const place = { seq: z.int(), projectId: z.uuid() }
const generationPlace = { ...place, generationId: z.uuid() }

/** The data of each event by its name. An event contains the changed fields, in the shapes of the replies. */
export const eventSchemas = {
  'generation-created': generationShape.extend(generationPlace),
  'generation-changed': generationShape
    .pick({ status: true, isCollapsed: true, canvasX: true, canvasY: true, prompt: true })
    .partial()
    .extend(generationPlace),
  'generation-deleted': z.strictObject({ ...generationPlace, ids: z.array(z.uuid()) }),
  'generation-restored': z.strictObject({ ...generationPlace, ids: z.array(z.uuid()) }),
  'image-changed': imageShape
    .omit({ id: true, generationId: true, orderNum: true, prompt: true, createdAt: true })
    .partial()
    .extend({ ...generationPlace, imageId: z.uuid() }),
  'project-changed': projectShape
    .omit({ id: true })
    .partial()
    .extend({ ...place, deleted: z.boolean().optional() }),
  /** A frame or note after it was created or changed; null: it was removed. */
  'frame-changed': z.strictObject({ ...place, frameId: z.uuid(), frame: frameShape.omit({ id: true }).nullable() }),
  'note-changed': z.strictObject({ ...place, noteId: z.uuid(), note: noteShape.omit({ id: true }).nullable() }),
  /** A purse after it was created, changed, or something was spent or done in it; null: it was removed. */
  'purse-changed': z.strictObject({
    ...place,
    purseId: z.uuid(),
    purse: purseShape.omit({ id: true, projectId: true }).nullable(),
  }),
  /**
   * A reviewer commented on, liked or decided about an image, or the owner changed a comment or a round;
   * `GET /projects/{id}/review` and `GET /projects/{id}/rounds` have the details.
   */
  'review-changed': z.strictObject({
    ...place,
    /** The comment, where a reviewer has just made it. */
    comment: z.strictObject({ id: z.uuid(), author: z.string(), text: z.string() }).exactOptional(),
    /** The decision about a proof, where a reviewer has just made it. */
    decision: z
      .strictObject({
        round: z.int(),
        proof: z.int(),
        author: z.string(),
        decision: z.enum(proofDecisions),
        words: z.string().nullable(),
      })
      .exactOptional(),
  }),
  /** A series was started, or one of its steps has changed. */
  'series-changed': seriesShape.omit({ id: true }).extend({ ...place, seriesId: z.uuid() }),
  /** A run of the assistant began, went a step further or ended; `GET /assistant/runs/{id}` has it. */
  'assistant-changed': z.strictObject({ ...place, runId: z.uuid() }),
  /** The description of an image was set or removed, or one that was waited for has failed. */
  'descriptions-changed': z.strictObject({ ...place, imageId: z.uuid() }),
  /** Saved prompts, word lists or named references were created, changed, used or deleted; belongs to no project. */
  'words-changed': z.strictObject({ seq: z.int(), kind: z.enum(wordKinds) }),
  /** The available credits have changed; belongs to no project. */
  'credits-changed': creditsShape.pick({ available: true, held: true }).extend({ seq: z.int() }),
  /** The progress of an image, 0 to 1, with the address of its preview. Not stored, so it has no number. */
  'image-progress': z.strictObject({
    projectId: z.uuid(),
    generationId: z.uuid(),
    imageId: z.uuid(),
    fraction: z.number().min(0).max(1).nullable(),
    previewUrl: z.string().nullable(),
  }),
  /** A piece of what the assistant is writing. `part` and `offset`: where it goes on in the parts of the run. Not stored. */
  'assistant-text': z.strictObject({
    projectId: z.uuid(),
    runId: z.uuid(),
    part: z.int(),
    offset: z.int(),
    text: z.string(),
  }),
  /** The stream cannot continue from the requested number: read everything again. */
  reset: z.strictObject({ seq: z.int() }),
} as const

export type EventName = keyof typeof eventSchemas
export type EventData<Name extends EventName> = z.infer<(typeof eventSchemas)[Name]>
/** Ephemeral events: broadcast once and not stored. */
export type EphemeralEventName = 'image-progress' | 'assistant-text'
/** The stored events: all others, except `reset`. */
export type StoredEventName = Exclude<EventName, 'reset' | EphemeralEventName>
