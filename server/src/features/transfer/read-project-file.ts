import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import {
  type CardFileRecord,
  type ImageFileRecord,
  type ProjectFile,
  projectFileFormat,
  projectFileVersion,
} from '#contract/board/project-file.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { noEditRecord } from '#domain/edit/edit-record.ts'
import { noModel } from '#domain/generation/origin.ts'
import { sampleStyles } from '#domain/styles/sample-styles.ts'
import type { Transaction } from '../../db/database.ts'
import { generatedImages, generations, imageFeedback } from '../../db/schema/generations.ts'
import { uploads } from '../../db/schema/uploads.ts'
import { imageDescriptions } from '../../db/schema/words.ts'
import { pictureExtension } from '../../pictures/media-types.ts'
import { readBoardItems } from '../boards/board-items.ts'
import { masksOf, withMasks } from '../edits/edit-masks.ts'

const sampleIds = new Set(sampleStyles.map(({ id }) => id))

type CardRow = typeof generations.$inferSelect
type ImageRow = typeof generatedImages.$inferSelect
type DescriptionRow = typeof imageDescriptions.$inferSelect
type Feedback = ImageFileRecord['feedback']

const recordImage = (
  row: ImageRow,
  { feedback, description }: { readonly feedback: Feedback; readonly description: DescriptionRow | undefined },
): ImageFileRecord => ({
  id: row.id,
  orderNum: row.orderNum,
  status:
    row.storageKey !== null && row.status === 'completed'
      ? 'completed'
      : row.status === 'failed'
        ? 'failed'
        : 'cancelled',
  seed: row.seed,
  width: row.width,
  height: row.height,
  averageColor: row.averageColor,
  error: row.status === 'failed' && row.errorCode ? { code: row.errorCode, message: row.errorMessage ?? '' } : null,
  ...(row.prompt !== null && { prompt: row.prompt }),
  warnings: row.warnings,
  ...(row.sensitive && { sensitive: row.sensitive }),
  feedback,
  ...(description && {
    description: {
      text: description.text,
      language: description.language,
      languageModel: description.languageModel,
    },
  }),
  createdAt: row.createdAt.toISOString(),
  file:
    row.status === 'completed' && row.storageKey !== null
      ? `images/${row.id}.${pictureExtension(row.mediaType) ?? 'png'}`
      : null,
})

const recordCard = (row: CardRow, images: ImageFileRecord[]): CardFileRecord => ({
  id: row.id,
  parentGenerationId: row.parentGenerationId,
  parentImageId: row.parentImageId,
  branchKind: row.branchKind,
  prompt: row.prompt,
  ...(row.writtenPrompt !== null && { writtenPrompt: row.writtenPrompt }),
  ...(row.improvedFrom !== null && { improvedFrom: row.improvedFrom }),
  ...(row.references && { references: row.references.map((sent) => ({ ...sent, pictureIds: [...sent.pictureIds] })) }),
  edit: row.edit && { asked: row.edit, record: row.editRecord ?? noEditRecord },
  model: row.model === noModel ? null : row.model,
  style: row.style && {
    id: row.styleId !== null && sampleIds.has(row.styleId) ? row.styleId : null,
    title: row.style.title,
    promptFragment: row.style.promptFragment,
    referenceIds: [...row.style.referenceIds],
  },
  imagePrompts: row.imagePrompts,
  styleReferences: row.styleReferences,
  conversationHistory: row.conversationHistory,
  aspectRatio: row.aspectRatio,
  resolution: row.resolution,
  rawMode: row.rawMode,
  ...(row.controls && { controls: row.controls }),
  seed: row.seed,
  canvasX: row.canvasX,
  canvasY: row.canvasY,
  isCollapsed: row.isCollapsed,
  createdAt: row.createdAt.toISOString(),
  images,
})

async function readCards(tx: Transaction, userId: UserId, projectId: string): Promise<CardFileRecord[]> {
  const ofProject = and(
    eq(generations.projectId, projectId),
    eq(generations.userId, userId),
    isNull(generations.deletedAt),
  )
  const rows = await tx
    .select()
    .from(generations)
    .where(ofProject)
    .orderBy(asc(generations.createdAt), asc(generations.id))
  const onCards = eq(generations.id, generatedImages.generationId)
  const images = await tx
    .select({ image: generatedImages })
    .from(generatedImages)
    .innerJoin(generations, onCards)
    .where(ofProject)
    .orderBy(asc(generatedImages.orderNum))
  const feedback = await tx
    .select({ imageId: imageFeedback.imageId, type: imageFeedback.feedbackType })
    .from(imageFeedback)
    .innerJoin(generatedImages, eq(generatedImages.id, imageFeedback.imageId))
    .innerJoin(generations, onCards)
    .where(ofProject)
    .orderBy(asc(imageFeedback.createdAt))
  const descriptions = await tx
    .select({ description: imageDescriptions })
    .from(imageDescriptions)
    .innerJoin(generatedImages, eq(generatedImages.id, imageDescriptions.imageId))
    .innerJoin(generations, onCards)
    .where(ofProject)
  const descriptionOf = new Map(descriptions.map(({ description }) => [description.imageId, description]))
  const feedbackOf = Map.groupBy(feedback, (row) => row.imageId)
  const imagesOf = Map.groupBy(images, ({ image }) => image.generationId)
  return rows.map((row) =>
    recordCard(
      row,
      (imagesOf.get(row.id) ?? []).map(({ image }) =>
        recordImage(image, {
          feedback: (feedbackOf.get(image.id) ?? []).map(({ type }) => type),
          description: descriptionOf.get(image.id),
        }),
      ),
    ),
  )
}

/** Removes a parent in the trash, with the image that was branched from. */
function withoutMissingParents(cards: readonly CardFileRecord[]): CardFileRecord[] {
  const ids = new Set(cards.map(({ id }) => id))
  return cards.map((card) =>
    card.parentGenerationId !== null && ids.has(card.parentGenerationId)
      ? card
      : { ...card, parentGenerationId: null, parentImageId: null },
  )
}

/** Every picture that a card refers to. */
const referencesOf = ({ imagePrompts, styleReferences, style, edit }: CardFileRecord) => [
  ...masksOf(edit),
  ...imagePrompts,
  ...styleReferences,
  ...(style?.referenceIds ?? []),
]

/** The card without references beyond the file, such as a picture of another project. */
const withReferencesAmong = (card: CardFileRecord, there: ReadonlySet<string>): CardFileRecord => {
  const kept = (ids: readonly string[]) => ids.filter((id) => there.has(id))
  return {
    ...card,
    imagePrompts: kept(card.imagePrompts),
    styleReferences: kept(card.styleReferences),
    style: card.style && { ...card.style, referenceIds: kept(card.style.referenceIds) },
    edit: withMasks(card.edit, (id) => (there.has(id) ? id : undefined)),
  }
}

/** Reads an exported project without its pictures. What is in the trash is left out. */
export async function readProjectFile(
  tx: Transaction,
  { userId, projectId, title }: { readonly userId: UserId; readonly projectId: string; readonly title: string },
): Promise<Omit<ProjectFile, 'view'>> {
  const cards = withoutMissingParents(await readCards(tx, userId, projectId))
  const named = [...new Set(cards.flatMap(referencesOf))]
  const rows = named.length
    ? await tx
        .select()
        .from(uploads)
        .where(and(eq(uploads.userId, userId), inArray(uploads.id, named)))
        .orderBy(asc(uploads.id))
    : []
  const there = new Set([
    ...rows.map(({ id }) => id),
    ...cards.flatMap(({ images }) => images.flatMap((image) => (image.file === null ? [] : image.id))),
  ])
  return {
    format: projectFileFormat,
    version: projectFileVersion,
    title,
    cards: cards.map((card) => withReferencesAmong(card, there)),
    uploads: rows.map(({ id, width, height, averageColor, mediaType }) => ({
      id,
      width,
      height,
      averageColor,
      file: `uploads/${id}.${pictureExtension(mediaType) ?? 'png'}`,
    })),
    ...(await readBoardItems(tx, projectId)),
  }
}
