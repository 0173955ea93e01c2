import { z } from 'zod'
import { maxFrames, maxNotes } from '#domain/board/board-item.ts'
import { feedbackTypes } from '#domain/board/feedback.ts'
import { imageFailures } from '#domain/errors.ts'
import { maxSeed } from '#domain/generation/seed.ts'
import { isForest } from '#domain/lineage/is-forest.ts'
import { aspectRatios, resolutions } from '#domain/models/aspect-ratio.ts'
import { sensitiveStates } from '#domain/pictures/sensitive.ts'
import { maxNamedReferences, maxReferencePictures, referenceKinds } from '#domain/prompt/named-reference.ts'
import { languageTag } from '../cards/description.ts'
import { editRecordShape, editShape } from '../cards/edit.ts'
import { branchKinds, coordinate } from '../cards/generation.ts'
import { controlValuesShape } from '../models/controls.ts'
import { line } from '../prompts/name.ts'
import { plainString, text, time } from '../text.ts'
import { frameShape, noteShape } from './board-item.ts'
import { canvasStateShape, projectTitle } from './project.ts'

/**
 * `project.json` of an exported project: the tree with its settings and feedback. The pictures are beside it in the
 * zip, under the names of their records. Ids are those of the exporting installation and have a meaning within the file
 * alone.
 */
export const projectFileFormat = 'espalier-project'
/**
 * Increased when a reader of the last version could not read the next. 2: frames, notes, and cards without a model. 3: edits.
 * 4: controls. 5: lists, references, improved words and descriptions.
 */
export const projectFileVersion = 5

/** The most cards of one file: the largest limit of a project on any installation. */
const maxCards = 100_000
/** The most uploads of one file: one for each card. */
export const maxUploads = maxCards

const id = z.uuid()
/** PostgreSQL knows no year 0. */
const storedTime = time.refine((value) => !value.startsWith('0000'), 'There is no year 0.')
const pixels = z.int().min(1).max(100_000)
const color = z.string().regex(/^#[0-9a-f]{6}$/)
/** `images/` or `uploads/`, an id, and the extension: nothing else is read from a zip. */
export const pictureName = z.string().regex(/^(images|uploads)\/[0-9a-f-]{36}\.(png|jpg|webp|avif|gif)$/)

const imageFile = z.strictObject({
  id,
  orderNum: z.int().min(0).max(15),
  /** An image that was pending at the time of the export counts as cancelled. */
  status: z.enum(['completed', 'failed', 'cancelled']),
  seed: z.int().min(0).max(maxSeed),
  /** The words that were drawn for it; present from version 5 on, where words were drawn. */
  prompt: text({ minimum: 1, maximum: 4_000 }).exactOptional(),
  width: pixels,
  height: pixels,
  averageColor: color.nullable(),
  error: z.strictObject({ code: z.enum(imageFailures), message: plainString(2_000) }).nullable(),
  warnings: z.array(plainString(2_000)).max(20),
  /** Present where a safety filter found the picture sensitive. */
  sensitive: z.enum(sensitiveStates).exactOptional(),
  feedback: z.array(z.enum(feedbackTypes)).max(feedbackTypes.length),
  /** The description that search finds; present from version 5 on, where there is one. */
  description: z
    .strictObject({
      text: text({ minimum: 1, maximum: 4_000 }),
      /** Null: unknown. */
      language: languageTag.nullable(),
      /** The language model or program that wrote it; null: the user. */
      languageModel: plainString(200).min(1).nullable(),
    })
    .exactOptional(),
  createdAt: storedTime,
  /** Null for an image without a picture. */
  file: pictureName.nullable(),
})
export type ImageFileRecord = z.infer<typeof imageFile>

export const cardFile = z.strictObject({
  id,
  parentGenerationId: id.nullable(),
  parentImageId: id.nullable(),
  branchKind: z.enum(branchKinds).nullable(),
  prompt: text({ minimum: 1, maximum: 4_000 }),
  /** The words as they were written, with names of lists; present from version 5 on, where words were drawn. */
  writtenPrompt: text({ minimum: 1, maximum: 4_000 }).exactOptional(),
  /** The words before a language model improved them; present from version 5 on, where one did. */
  improvedFrom: text({ minimum: 1, maximum: 4_000 }).exactOptional(),
  /** Named references, with their pictures among the images or uploads; present from version 5 on, where there are any. */
  references: z
    .array(
      z.strictObject({
        name: line({ maximum: 60 }),
        kind: z.enum(referenceKinds),
        versionId: id,
        pictureIds: z.array(id).max(maxReferencePictures),
      }),
    )
    .max(maxNamedReferences)
    .exactOptional(),
  /** An edit with its mask among the uploads (version 3). */
  edit: z.strictObject({ asked: editShape, record: editRecordShape }).nullable().default(null),
  /** The model's `value`; an unknown model keeps it as its name. Null where the images were brought in (version 2). */
  model: plainString(100).min(1).nullable(),
  style: z
    .strictObject({
      /** The title of a sample style; null for a private one, which is not exported. */
      id: id.nullable(),
      title: plainString(200),
      promptFragment: plainString(4_000),
      referenceIds: z.array(id).max(16),
    })
    .nullable(),
  /** Ids of images or uploads of the file. */
  imagePrompts: z.array(id).max(16),
  styleReferences: z.array(id).max(16),
  conversationHistory: z.array(plainString(4_000)).max(5),
  aspectRatio: z.enum(aspectRatios),
  resolution: z.enum(resolutions),
  rawMode: z.boolean(),
  /** The choices of the model's controls. Present from version 4 on, where there is any. */
  controls: controlValuesShape.exactOptional(),
  seed: z.int().min(0).max(maxSeed),
  canvasX: coordinate,
  canvasY: coordinate,
  isCollapsed: z.boolean(),
  createdAt: storedTime,
  images: z.array(imageFile).max(16),
})
export type CardFileRecord = z.infer<typeof cardFile>

export const uploadFile = z.strictObject({ id, width: pixels, height: pixels, averageColor: color, file: pictureName })

/** The file without its cards, which are too many to validate at once. */
export const projectFileShell = z.strictObject({
  format: z.literal(projectFileFormat),
  version: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(projectFileVersion)]),
  title: projectTitle,
  /** The saved view; null if there is none. */
  view: canvasStateShape.pick({ zoomLevel: true, panX: true, panY: true }).nullable(),
  cards: z.array(z.unknown()).max(maxCards),
  /** Uploads that cards refer to. */
  uploads: z.array(uploadFile).max(maxUploads),
  /** Files of version 1 have none. */
  frames: z.array(frameShape).max(maxFrames).default([]),
  notes: z.array(noteShape).max(maxNotes).default([]),
})
export type ProjectFile = Omit<z.infer<typeof projectFileShell>, 'cards'> & {
  readonly cards: readonly CardFileRecord[]
}

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length

/** Checks the cards of a file against each other, after each was validated by itself. Returns the error, or null. */
export function projectFileFault({
  cards,
  uploads,
  frames,
  notes,
}: Pick<ProjectFile, 'cards' | 'uploads' | 'frames' | 'notes'>): string | null {
  const images = cards.flatMap((card) => card.images)
  if (!isUnique([...cards, ...images, ...uploads, ...frames, ...notes].map(({ id }) => id)))
    return 'An id stands for two things.'
  if (!cards.every((card) => isUnique(card.images.map(({ orderNum }) => orderNum))))
    return 'Two images of a card have the same place.'
  if (!images.every(({ feedback }) => isUnique(feedback))) return 'An image has the same feedback twice.'
  if (!images.every(({ status, file }) => (status === 'completed') === (file !== null)))
    return 'The completed images are not those with a file.'
  const files = [...images, ...uploads].flatMap(({ file }) => file ?? [])
  if (!isUnique(files)) return 'Two pictures have the same file.'
  if (!isForest(cards.map((card) => ({ id: card.id, parentId: card.parentGenerationId }))))
    return 'A card branches from one that is not there, or from itself.'
  return null
}
