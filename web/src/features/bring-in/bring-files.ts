import type { AssetShape } from '#contract/cards/asset.ts'
import type { BroughtInShape } from '#contract/cards/brought-in.ts'
import { maxBroughtIn } from '#domain/generation/origin.ts'
import { imagesPerGeneration } from '#domain/generation/status.ts'
import type { Point } from '#domain/geometry/rect.ts'
import { snapToNeighbors } from '#domain/layout/place-in-view.ts'
import { placeRow } from '#domain/layout/place-row.ts'
import { nearestShape } from '#domain/models/aspect-ratio.ts'
import { titleFromPrompt } from '#domain/prompt/title-from-prompt.ts'
import { freeView } from '#web/canvas/free-view.ts'
import { recordStep } from '#web/data/board/edit-board.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { newId } from '#web/data/http/request-ids.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { copyAssets, maxUploadBytes, type SendOptions, sendPictures } from '#web/data/pictures/send-pictures.ts'
import type { AwaitedCard, BoardSession } from '#web/features/board/board-session.ts'
import { placeOfNew, showPlace, spaceWithAwaited } from '#web/features/board/cards/new-cards.ts'
import { announce } from '#web/ui/announce.ts'
import { type Bringing, bringingOn, type RecordedFile } from './bringing.ts'
import { bringInTexts } from './texts.ts'

/**
 * Why a file is not sent; null where it is. A file without a type is: the server looks at the content. A folder, and a file that
 * was removed after it was chosen, can't be read.
 */
async function refusalOf(file: File, place: number): Promise<string | null> {
  if (place >= maxBroughtIn) return bringInTexts.tooMany
  if (file.type !== '' && !file.type.startsWith('image/')) return bringInTexts.notAPicture
  if (file.size > maxUploadBytes) return bringInTexts.tooLarge
  try {
    return (await file.slice(0, 1).arrayBuffer()).byteLength === 0 ? bringInTexts.empty : null
  } catch {
    return bringInTexts.unreadable
  }
}

/** A picture that is put on the canvas. */
type Piece = { readonly name: string }

/** Pictures of one card, for one call. */
type Batch<Kind extends Piece> = { readonly pieces: readonly Kind[]; readonly place: Point; readonly card: AwaitedCard }

/** The server's answers about the files of a call, by their places among them. */
type FilesOfReply = Pick<BroughtInShape, 'refused' | 'recorded'>

/** Puts pictures of a kind on the canvas. */
type Sending<Kind extends Piece> = {
  /** Why a picture is not sent; null where it is. @param index Its place among those of the same drop. */
  refusalOf(piece: Kind, index: number): Promise<string | null>
  send(batch: Batch<Kind>, options: SendOptions): Promise<BroughtInShape>
  /** The files that say how they were made. */
  recordedAmong(pieces: readonly Kind[], reply: FilesOfReply): Promise<readonly RecordedFile[]>
}

/** One call for each card, at places where the cards overlap nothing. */
function batchesOf<Kind extends Piece>(
  session: BoardSession,
  pieces: readonly Kind[],
  point: Point | null,
): Batch<Kind>[] {
  const count = Math.ceil(pieces.length / imagesPerGeneration)
  const taken = spaceWithAwaited(session)
  const first = snapToNeighbors(placeOfNew(point, freeView(session.controller), taken), taken)
  return placeRow(first, count, taken).map((place, index) => {
    const own = pieces.slice(index * imagesPerGeneration, (index + 1) * imagesPerGeneration)
    const card: AwaitedCard = {
      id: newId(),
      place,
      parentId: null,
      prompt: own.map(({ name }) => name).join(', '),
      modelName: bringInTexts.model,
      settings: { ...nearestShape(null), rawMode: false },
      count: own.length,
      isBroughtIn: true,
    }
    return { pieces: own, place, card }
  })
}

/**
 * Puts files on the canvas in cards of up to four, as one step that can be undone, and reports each file that does not come in. Files
 * that are dropped while others come in are added to them.
 * @param point The top left of the first card, which is brought into view; null: the middle of the view.
 */
export const bringFiles = (session: BoardSession, files: readonly File[], point: Point | null): Promise<void> =>
  bring(session, files, point, {
    refusalOf,
    send: ({ pieces, place, card }, options) =>
      sendPictures(session.board.projectId, { cardId: card.id, files: pieces, place }, options),
    recordedAmong,
  })

/** The same for images of the user, which the server copies. */
export const bringAssets = (session: BoardSession, assets: readonly AssetShape[], point: Point | null): Promise<void> =>
  bring(session, assets.map(asPiece), point, {
    refusalOf: async (_, index) => (index >= maxBroughtIn ? bringInTexts.tooMany : null),
    send: ({ pieces, place, card }, options) =>
      copyAssets(session.board.projectId, { cardId: card.id, imageIds: pieces.map(({ id }) => id), place }, options),
    recordedAmong: async () => [],
  })

const asPiece = ({ id, prompt }: AssetShape) => ({ name: titleFromPrompt(prompt), id })

/** The longest pause before a call: 13 calls of four pictures each still end within half a minute on two cores. Milliseconds. */
const maxPauseMs = 1_000
const lookAgainMs = 50

/** Waits while the canvas moves: a server on the same machine takes a core from its frames. */
export async function giveWay({
  engine,
}: {
  readonly engine: Pick<BoardSession['engine'], 'isMoving'>
}): Promise<void> {
  const until = performance.now() + maxPauseMs
  while (engine.isMoving() && performance.now() < until)
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
}

async function bring<Kind extends Piece>(
  session: BoardSession,
  dropped: readonly Kind[],
  point: Point | null,
  { refusalOf, send, recordedAmong }: Sending<Kind>,
): Promise<void> {
  if (dropped.length === 0) return
  const store = bringingOn(session.board)
  const { boards, tasks } = liveSession()
  const abort = new AbortController()
  const { projectId } = session.board
  // The board is followed also while another page is shown.
  const leaveBoard = boards.view(projectId)
  const task = tasks.begin({ projectId, text: bringInTexts.task(0, dropped.length) })
  const change = (next: (state: Bringing) => Partial<Bringing>) => {
    const state = store.get()
    if (!state) return
    const changed = { ...state, ...next(state) }
    store.set(changed)
    task.say(bringInTexts.task(changed.done, changed.all))
  }
  const before = store.get()
  const other = before && before.running > 0 ? before : null
  const stop = () => {
    other?.stop()
    abort.abort()
  }
  const start: Bringing = {
    running: 0,
    isStuck: false,
    all: 0,
    done: 0,
    broughtIn: 0,
    refused: [],
    recorded: [],
    stop,
  }
  const joined = other ?? start
  store.set({ ...joined, running: joined.running + 1, all: joined.all + dropped.length, stop })

  const reasons = await Promise.all(dropped.map(refusalOf))
  const early = dropped.flatMap(({ name }, place) => (reasons[place] ? [{ name, reason: reasons[place] }] : []))
  change(({ done, refused }) => ({ done: done + early.length, refused: [...refused, ...early] }))
  const pieces = dropped.filter((_, place) => reasons[place] === null)
  const batches = batchesOf(session, pieces, point)
  if (batches[0]) showPlace(session, batches[0].place)
  session.awaited.set([...session.awaited.get(), ...batches.map(({ card }) => card)])
  const cardIds: string[] = []

  const sendBatch = async (batch: Batch<Kind>) => {
    const count = batch.pieces.length
    try {
      const reply = await send(batch, {
        signal: abort.signal,
        onStuck: (isStuck) => change(() => ({ isStuck })),
      })
      const { generations, refused } = reply
      cardIds.push(...generations.map(({ id }) => id))
      const arrived = generations.reduce((sum, { images }) => sum + images.length, 0)
      const recorded = await recordedAmong(batch.pieces, reply)
      change((state) => ({
        done: state.done + count,
        broughtIn: state.broughtIn + arrived,
        refused: [...state.refused, ...refused.map(({ name, message: reason }) => ({ name, reason }))],
        recorded: [...state.recorded, ...recorded],
      }))
    } catch (error) {
      const reason = abort.signal.aborted ? bringInTexts.stopped : errorMessage(error, bringInTexts.failed)
      const failed = batch.pieces.map(({ name }) => ({ name, reason }))
      change(({ done, refused }) => ({ done: done + count, refused: [...refused, ...failed] }))
    } finally {
      session.awaited.set(session.awaited.get().filter((card) => card !== batch.card))
    }
  }
  // One after the other: a file that is sent while the server decodes another takes the second core from the canvas.
  for (const batch of batches) {
    if (batch !== batches[0]) await giveWay(session)
    await sendBatch(batch)
  }
  recordStep(session.board, {
    label: bringInTexts.step,
    redo: cardIds.map((generationId) => ({ kind: 'restore', generationId })),
    undo: cardIds.map((generationId) => ({ kind: 'delete', generationId })),
  })
  change(({ running }) => ({ running: running - 1 }))
  task.end()
  leaveBoard()
  const state = store.get()
  if (!state || state.running > 0) return
  change(() => ({ isStuck: false }))
  announce(bringInTexts.done(state.broughtIn))
  if (state.refused.length + state.recorded.length === 0) store.set(null)
}

/** The files that say how they were made. */
async function recordedAmong(
  files: readonly File[],
  { refused, recorded = [] }: FilesOfReply,
): Promise<readonly RecordedFile[]> {
  try {
    const [{ readPictureRecord }, { canAddWorkflows, readWorkflowFile }] = await Promise.all([
      import('#web/data/transfer/picture-record.ts'),
      import('#web/data/workflows.ts'),
    ])
    const all: RecordedFile[] = []
    // One after the other: the canvas stays smooth, and one file at a time is in memory.
    for (const [index, file] of files.entries()) {
      if (refused.some(({ place }) => place === index)) continue
      const inFile = await readPictureRecord(file).catch(() => null)
      const ofServer = recorded.find(({ place }) => place === index)
      const record = ofServer ? ({ kind: 'ours', ...ofServer } as const) : null
      const isOurs = record !== null || inFile?.kind === 'ours'
      const workflow = isOurs ? null : await readWorkflowFile(file)
      all.push({
        ...{ file, record, isRebuildable: isOurs || inFile !== null },
        workflow: typeof workflow === 'object' ? workflow : null,
      })
    }
    const mayAdd = all.some(({ workflow }) => workflow) && (await canAddWorkflows())
    return all
      .map((each) => (mayAdd ? each : { ...each, workflow: null }))
      .filter(({ isRebuildable, workflow }) => isRebuildable || workflow)
  } catch {
    // The code did not load: the pictures are there, and their records can be read from the card's menu.
    return []
  }
}
