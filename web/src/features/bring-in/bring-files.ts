import { mostPictures } from '#contract/brought-in.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { placeRow } from '#domain/layout/place-row.ts'
import { nearestShape } from '#domain/records/found-record.ts'
import { errorMessage } from '#web/data/api-error.ts'
import { sendPictures } from '#web/data/send-pictures.ts'
import { createStore, type Store } from '#web/data/store.ts'
import { readPictureRecord } from '#web/data/transfer/picture-record.ts'
import { largestUploadBytes } from '#web/data/uploads.ts'
import type { AwaitedCard, BoardSession } from '#web/features/board/board-session.ts'
import { placeOfNew } from '#web/features/board/new-cards.ts'
import { announce } from '#web/ui/announce.ts'
import { bringInTexts } from './texts.ts'

/** A file that did not come in, and why. */
export type RefusedFile = { readonly name: string; readonly reason: string }

/** What is known of the files that were dropped, pasted or chosen together. */
export type Bringing = {
  readonly isRunning: boolean
  readonly all: number
  /** Files with a result. */
  readonly done: number
  readonly broughtIn: number
  readonly refused: readonly RefusedFile[]
  /** Files that came in and say how they were made. */
  readonly recorded: readonly File[]
  stop(): void
}

/** Calls at a time: the server works on one while the other is sent. */
const callsAtOnce = 2

const stores = new WeakMap<BoardSession, Store<Bringing | null>>()

/** The files that are coming in on a canvas; null for none. */
export function bringingOf(session: BoardSession): Store<Bringing | null> {
  const store = stores.get(session) ?? createStore<Bringing | null>(null)
  stores.set(session, store)
  return store
}

/** Whether the browser's word for a file rules it out; the server looks at the content. */
function refusalOf(file: File, place: number): string | null {
  if (place >= mostPictures) return bringInTexts.tooMany
  if (!file.type.startsWith('image/')) return bringInTexts.notAPicture
  return file.size > largestUploadBytes ? bringInTexts.tooLarge : null
}

type Batch = { readonly files: readonly File[]; readonly place: Point }

/** One call for each card, at places where the cards overlap nothing. */
function batchesOf(session: BoardSession, files: readonly File[], point: Point | null): Batch[] {
  const { board, controller } = session
  const count = Math.ceil(files.length / imagesPerGeneration)
  const cards = [...board.cards.values()]
  const first = placeOfNew(point, controller.visible(), cards)
  return placeRow(first, count, cards).map((place, index) => ({
    place,
    files: files.slice(index * imagesPerGeneration, (index + 1) * imagesPerGeneration),
  }))
}

const awaitedOf = ({ files, place }: Batch): AwaitedCard => ({
  key: crypto.randomUUID(),
  place,
  prompt: files.map(({ name }) => name).join(', '),
  modelName: bringInTexts.model,
  settings: { ...nearestShape(null), rawMode: false },
})

/**
 * Puts files on the canvas in cards of up to four, and reports each file that does not come in.
 * @param point The top left of the first card; null: the middle of the view.
 */
export async function bringFiles(session: BoardSession, dropped: readonly File[], point: Point | null): Promise<void> {
  const store = bringingOf(session)
  if (dropped.length === 0 || store.get()?.isRunning) return
  const abort = new AbortController()
  const reasons = dropped.map(refusalOf)
  const files = dropped.filter((_, place) => reasons[place] === null)
  const early = dropped.flatMap(({ name }, place) => (reasons[place] ? [{ name, reason: reasons[place] }] : []))
  let state: Bringing = {
    isRunning: true,
    all: dropped.length,
    done: early.length,
    broughtIn: 0,
    refused: early,
    recorded: [],
    stop: () => abort.abort(),
  }
  const change = (next: Partial<Bringing>) => {
    state = { ...state, ...next }
    store.set(state)
  }
  change({})
  const waiting = batchesOf(session, files, point)

  const send = async (batch: Batch) => {
    const card = awaitedOf(batch)
    session.awaited.set([...session.awaited.get(), card])
    const count = batch.files.length
    try {
      const { generations, refused } = await sendPictures(session.board.projectId, batch, abort.signal)
      const arrived = generations.reduce((sum, { images }) => sum + images.length, 0)
      const names = new Set(refused.map(({ name }) => name))
      const recorded = await recordedAmong(batch.files.filter(({ name }) => !names.has(name)))
      change({
        done: state.done + count,
        broughtIn: state.broughtIn + arrived,
        refused: [...state.refused, ...refused.map(({ name, message: reason }) => ({ name, reason }))],
        recorded: [...state.recorded, ...recorded],
      })
    } catch (error) {
      const reason = abort.signal.aborted ? bringInTexts.stopped : errorMessage(error, bringInTexts.failed)
      const failed = batch.files.map(({ name }) => ({ name, reason }))
      change({ done: state.done + count, refused: [...state.refused, ...failed] })
    } finally {
      session.awaited.set(session.awaited.get().filter((other) => other !== card))
    }
  }
  const work = async () => {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) await send(batch)
  }
  await Promise.all(Array.from({ length: callsAtOnce }, work))
  change({ isRunning: false })
  announce(bringInTexts.done(state.broughtIn))
  if (state.refused.length + state.recorded.length === 0) store.set(null)
}

/** The files that say how they were made. */
async function recordedAmong(files: readonly File[]): Promise<readonly File[]> {
  const records = await Promise.all(files.map((file) => readPictureRecord(file).catch(() => null)))
  return files.filter((_, place) => records[place])
}
