import { inArray } from 'drizzle-orm'
import type { CardFileRecord, ProjectFile } from '#contract/board/project-file.ts'
import { storedMediaTypes, type UploadShape } from '#contract/cards/upload.ts'
import type { UserId } from '#domain/account/user-id.ts'
import { recordWithin } from '#domain/edit/edit-record.ts'
import { noModel } from '#domain/generation/origin.ts'
import type { DigitalSource } from '#domain/records/digital-source.ts'
import { searchText } from '#domain/search/search-text.ts'
import { renewIds } from '#domain/transfer/renew-ids.ts'
import type { Refusal } from '#server/db/refusal.ts'
import type { Transaction } from '../../db/database.ts'
import { frames, notes } from '../../db/schema/board-items.ts'
import { generatedImages, generations, imageFeedback } from '../../db/schema/generations.ts'
import { projectCanvasState, projects } from '../../db/schema/projects.ts'
import { uploads } from '../../db/schema/uploads.ts'
import { imageDescriptions } from '../../db/schema/words.ts'
import { appendEvents } from '../../events/append-events.ts'
import { indexPrompts, type SearchedPrompt } from '../assets/index-prompts.ts'
import { withMasks } from '../edits/edit-masks.ts'
import { markUsed } from '../files/unused-files.ts'
import { type PersonLimits, projectRefusal } from '../limits/person-limits.ts'
import { projectChanged } from '../projects/project-changed.ts'
import { keyOfCopy, type StoredPicture } from './copied-picture.ts'

/** Rows of one statement. Composing one blocks the event loop: 2,000 cards with long prompts for seconds on a busy machine, 200 for some 20 ms. */
const batch = 200
/** Characters that are indexed at once: their keys take some 200 ms. A card with sixteen long descriptions has as many. */
const maxIndexedCharacters = 64_000

/** A board whose pictures are stored already, under the ids that it will have. */
export type PreparedProject = {
  readonly file: ProjectFile
  /** The new ids of cards, images, uploads, frames and notes, by those of the file. */
  readonly ids: ReadonlyMap<string, string>
  /** The stored pictures, by their ids in the file. */
  readonly pictures: ReadonlyMap<string, StoredPicture>
  /** The digital source of each card's images, by its id in the file; null: brought in. */
  readonly sources: ReadonlyMap<string, DigitalSource | null>
  /** Every file that was scheduled for removal while it was written. */
  readonly keys: readonly string[]
}

/** New ids for everything in a file. */
export function idsFor(file: ProjectFile, newId: () => string): ReadonlyMap<string, string> {
  const renewed = (items: readonly { readonly id: string }[]) => items.map(({ id }) => [id, newId()] as const)
  return new Map([
    ...renewIds(file.cards, newId),
    ...renewed(file.uploads),
    ...renewed(file.frames),
    ...renewed(file.notes),
  ])
}

/** Narrows the media type: the preparation of a board has checked it. */
function asUploaded(mediaType: string): UploadShape['mediaType'] {
  const kind = storedMediaTypes.find((each) => each === mediaType)
  if (!kind) throw new Error(`No upload is ${mediaType}.`)
  return kind
}

/** Rows in batches of one statement, created as they are written: a large project is never in memory as a whole. */
function* batches<Item, Row>(items: Iterable<Item>, rowsOf: (item: Item) => readonly Row[]): Generator<Row[]> {
  let lot: Row[] = []
  for (const item of items)
    for (const row of rowsOf(item)) {
      lot.push(row)
      if (lot.length < batch) continue
      yield lot
      lot = []
    }
  if (lot.length > 0) yield lot
}

/** Indexes the cards of a batch, a few at a time where their texts are long. */
async function indexInParts(tx: Transaction, cards: readonly SearchedPrompt[]): Promise<void> {
  let lot: SearchedPrompt[] = []
  let characters = 0
  for (const card of cards) {
    lot.push(card)
    characters += card.prompt.length + (card.described?.length ?? 0)
    if (characters < maxIndexedCharacters) continue
    await indexPrompts(tx, lot)
    lot = []
    characters = 0
  }
  await indexPrompts(tx, lot)
}

const requiredOf =
  <Value>(values: ReadonlyMap<string, Value>) =>
  (id: string): Value => {
    const value = values.get(id)
    if (value === undefined) throw new Error(`The board names ${id}, which was not prepared.`)
    return value
  }

/** Why the user can't have it: too many projects, or too many cards in it. */
export async function limitRefusal(
  tx: Transaction,
  userId: UserId,
  { limits, cards }: { readonly limits: PersonLimits; readonly cards: number },
): Promise<Refusal | null> {
  if (cards > limits.cards)
    return { code: 'too-large', message: `This project has ${cards} cards. At most ${limits.cards} are possible here.` }
  return projectRefusal(tx, userId, limits.projects)
}

/**
 * Writes an imported board as a new project: all of it in this transaction, or nothing. Its images cost nothing, and have no
 * entries in the ledger.
 */
export async function writeProject(
  tx: Transaction,
  { userId, projectId }: { readonly userId: UserId; readonly projectId: string },
  prepared: PreparedProject,
): Promise<void> {
  const { title, view } = prepared.file
  await tx.insert(projects).values({ id: projectId, userId, title })
  if (view) await tx.insert(projectCanvasState).values({ projectId, userId, ...view })
  await writeCards(tx, { userId, projectId }, prepared)
  await writeItems(tx, { userId, projectId }, prepared)
  await appendEvents(tx, userId, [await projectChanged(tx, userId, projectId)])
}

/** Writes the frames and notes of an imported board, a millisecond apart, so that their order is kept. */
async function writeItems(
  tx: Transaction,
  { userId, projectId }: { readonly userId: UserId; readonly projectId: string },
  { file, ids }: PreparedProject,
): Promise<void> {
  const idOf = requiredOf(ids)
  const since = Date.now()
  const rowsOf = <Item extends { readonly id: string }>(items: readonly Item[]) =>
    items.map((item, place) => ({ ...item, id: idOf(item.id), projectId, userId, createdAt: new Date(since + place) }))
  for (const rows of batches(rowsOf(file.frames), (row) => [row])) await tx.insert(frames).values(rows)
  for (const rows of batches(rowsOf(file.notes), (row) => [row])) await tx.insert(notes).values(rows)
}

/** Writes the cards of an imported board into an existing project. */
export async function writeCards(
  tx: Transaction,
  { userId, projectId }: { readonly userId: UserId; readonly projectId: string },
  prepared: PreparedProject,
): Promise<void> {
  const { file, pictures } = prepared
  const idOf = requiredOf(prepared.ids)
  const pictureOf = requiredOf(pictures)
  const known = (ids: readonly string[]) => ids.flatMap((id) => prepared.ids.get(id) ?? [])

  const editRow = ({ edit, parentImageId }: CardFileRecord) => {
    const known = withMasks(edit, (id) => prepared.ids.get(id))
    const source = parentImageId === null ? undefined : pictures.get(parentImageId)
    const record = known && source ? recordWithin(known.record, source) : known?.record
    return { edit: known?.asked ?? null, editRecord: record ?? null }
  }

  const cardRow = (card: CardFileRecord): typeof generations.$inferInsert => ({
    id: idOf(card.id),
    userId,
    projectId,
    parentGenerationId: card.parentGenerationId && idOf(card.parentGenerationId),
    parentImageId: (card.parentImageId && prepared.ids.get(card.parentImageId)) ?? null,
    branchKind: card.branchKind,
    prompt: card.prompt,
    writtenPrompt: card.writtenPrompt ?? null,
    improvedFrom: card.improvedFrom ?? null,
    references: card.references?.map((sent) => ({ ...sent, pictureIds: known(sent.pictureIds) })) ?? null,
    ...editRow(card),
    model: card.model ?? noModel,
    styleId: card.style?.id ?? null,
    style: card.style && {
      title: card.style.title,
      promptFragment: card.style.promptFragment,
      referenceIds: known(card.style.referenceIds),
    },
    imagePrompts: known(card.imagePrompts),
    styleReferences: known(card.styleReferences),
    conversationHistory: card.conversationHistory,
    aspectRatio: card.aspectRatio,
    resolution: card.resolution,
    rawMode: card.rawMode,
    controls: card.controls ?? null,
    seed: card.seed,
    canvasX: card.canvasX,
    canvasY: card.canvasY,
    // Collapsed below, so that the card history contains it.
    isCollapsed: false,
    price: 0,
    createdAt: new Date(card.createdAt),
  })
  const imageRows = (card: CardFileRecord): (typeof generatedImages.$inferInsert)[] =>
    card.images.map((image) => {
      const id = idOf(image.id)
      const picture = image.file === null ? null : pictureOf(image.id)
      return {
        id,
        userId,
        generationId: idOf(card.id),
        orderNum: image.orderNum,
        prompt: image.prompt ?? null,
        status: image.status,
        seed: image.seed,
        width: picture?.width ?? image.width,
        height: picture?.height ?? image.height,
        averageColor: picture ? image.averageColor : null,
        storageKey: picture && keyOfCopy(id),
        mediaType: picture?.mediaType ?? null,
        byteSize: picture?.byteSize ?? null,
        digitalSource: (picture && prepared.sources.get(card.id)) ?? null,
        errorCode: image.error?.code ?? null,
        errorMessage: image.error?.message ?? null,
        warnings: image.warnings,
        sensitive: image.sensitive ?? null,
        createdAt: new Date(image.createdAt),
        completedAt: picture ? new Date() : null,
      }
    })
  const feedbackRows = (card: CardFileRecord) =>
    card.images.flatMap((image) =>
      // A millisecond apart, so that their order is kept.
      image.feedback.map((feedbackType, place) => ({
        imageId: idOf(image.id),
        feedbackType,
        userId,
        createdAt: new Date(Date.parse(image.createdAt) + place),
      })),
    )
  const descriptionRows = ({ images }: CardFileRecord): (typeof imageDescriptions.$inferInsert)[] =>
    images.flatMap(({ id, description }) =>
      description ? [{ imageId: idOf(id), userId, ...description, searchText: searchText(description.text) }] : [],
    )
  const describedIn = ({ images }: CardFileRecord): string | null => {
    const texts = images.flatMap(({ description }) => (description ? [searchText(description.text)] : []))
    return texts.length > 0 ? texts.join(' ') : null
  }

  for (const rows of batches(file.uploads, (upload) => [{ upload, picture: pictureOf(upload.id) }]))
    await tx.insert(uploads).values(
      rows.map(({ upload, picture }) => ({
        id: idOf(upload.id),
        userId,
        ...picture,
        mediaType: asUploaded(picture.mediaType),
        averageColor: upload.averageColor,
        isUsed: true,
      })),
    )
  for (const cards of batches(file.cards, (card) => [card])) {
    const described = new Map(cards.map((card) => [idOf(card.id), describedIn(card)]))
    const written = await tx.insert(generations).values(cards.map(cardRow)).returning()
    await indexInParts(
      tx,
      written.map((row) => ({ ...row, described: described.get(row.id) ?? null })),
    )
  }
  for (const rows of batches(file.cards, (card) => (card.isCollapsed ? [card] : [])))
    await tx
      .update(generations)
      .set({ isCollapsed: true })
      .where(
        inArray(
          generations.id,
          rows.map(({ id }) => idOf(id)),
        ),
      )
  for (const rows of batches(file.cards, imageRows)) await tx.insert(generatedImages).values(rows)
  for (const rows of batches(file.cards, feedbackRows)) await tx.insert(imageFeedback).values(rows)
  for (const rows of batches(file.cards, descriptionRows)) await tx.insert(imageDescriptions).values(rows)
  for (const keys of batches(prepared.keys, (key) => [key])) await markUsed(tx, keys)
}
