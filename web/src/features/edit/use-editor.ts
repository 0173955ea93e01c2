import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { thisMachine } from '#domain/edit/edit-record.ts'
import { type EditOperation, usesMask } from '#domain/edit/operation.ts'
import type { Point, Rect } from '#domain/geometry/rect.ts'
import { editOperationsQuery, findSubject, NotFoundHere } from '#web/data/editing.ts'
import { useStore } from '#web/data/store.ts'
import type { OverlayOf } from '#web/features/board/overlays.ts'
import { useCutOutNet } from './cut-out/use-cut-out-net.ts'
import { canRedoStep, canUndoStep, changed, redoneStep, startHistory, undoneStep } from './draft-history.ts'
import {
  chosenExecutors,
  type EditorDraft,
  emptyEdit,
  executorOf,
  joinEdits,
  keepEdit,
  onLateEdit,
  readEdit,
  whyNotEdit,
  withRequest,
} from './editor-draft.ts'
import {
  boxOf,
  type FrameBox,
  type FramePurpose,
  frameOf,
  turnedPictureRect,
  uprightRect,
  wholeBox,
} from './frame/frame-box.ts'
import { type SelectionMode, withStep } from './selection/selection.ts'
import type { Similarity } from './selection/similar-pixels.ts'
import type { StrokeTool } from './selection/start-stroke.ts'
import { type Rings, useFinder } from './selection/use-finder.ts'
import { editorTexts } from './texts.ts'

/** The tolerance of a new editor: that of Photoshop's magic wand. */
const defaultTolerance = 32

/** The time that a change of the draft may wait until it is stored, in milliseconds. */
const keepAfterMs = 300

/** A selection below this share of the picture is hardly seen. */
const minFound = 0.0005

/** The area within rings in pixels of the picture, holes included (shoelace formula). */
const areaWithin = (rings: Rings) => rings.reduce((sum, ring) => sum + Math.abs(ringArea(ring)), 0)

function ringArea(ring: readonly number[]): number {
  let doubled = 0
  for (let at = 0; at < ring.length; at += 2) {
    const [x = 0, y = 0] = ring.slice(at, at + 2)
    const next = (at + 2) % ring.length
    doubled += x * (ring[next + 1] ?? 0) - (ring[next] ?? 0) * y
  }
  return doubled / 2
}

/** Finds things in the picture, and selects what was found. */
function useFound(image: ImageShape, select: (rings: Rings, mode: SelectionMode) => void) {
  const finder = useFinder(image)
  const [tolerance, setTolerance] = useState(defaultTolerance)
  const [reach, setReach] = useState<Similarity['reach']>('connected')
  const [isLooking, setLooking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function find(mode: SelectionMode, look: () => Promise<Rings>) {
    if (isLooking) return
    setLooking(true)
    setProblem(null)
    try {
      const rings = await look()
      if (rings.length === 0) return setProblem(editorTexts.notFound)
      select(rings, mode)
      if (areaWithin(rings) < minFound * image.width * image.height) setProblem(editorTexts.nearlyNothing)
    } catch (error) {
      setProblem(error instanceof NotFoundHere ? error.message : editorTexts.cannotLook)
    } finally {
      setLooking(false)
    }
  }
  return {
    tolerance,
    setTolerance,
    reach,
    setReach,
    isLooking,
    /** Why nothing was found, as a sentence; null where there is nothing to say. */
    problem,
    /** Selects what looks like a pixel of the picture. */
    pick: (at: Point, mode: SelectionMode) => find(mode, () => finder.similar({ at, tolerance, reach })),
    /** Selects the subject, by the installed tool of the server. */
    subject: (mode: SelectionMode) => find(mode, async () => finder.masked(await findSubject(image.id))),
  }
}

/** The operation to begin with, null: the one of the draft; and what a reviewer asks for. */
type EditBeginning = Pick<OverlayOf<'edit'>, 'operation' | 'request'>

/**
 * The draft of an image, stored while it changes. The component is another one for another image. A tab that changes nothing stores
 * nothing: what another tab has drawn stays.
 */
function useDraft(image: ImageShape, { operation, request }: EditBeginning) {
  const imageId = image.id
  const [history, setHistory] = useState(() => {
    const before = startHistory({ ...readEdit(imageId), ...(operation && { operation }) })
    return request ? changed(before, withRequest(before.draft, request, image), performance.now()) : before
  })
  const { draft } = history
  const change = useCallback(
    (part: Partial<EditorDraft> | ((now: EditorDraft) => Partial<EditorDraft>)) =>
      setHistory((now) => changed(now, typeof part === 'function' ? part(now.draft) : part, performance.now())),
    [],
  )
  const latest = useRef(draft)
  latest.current = draft
  const kept = useRef(draft)
  const keep = useCallback(() => {
    if (latest.current === kept.current) return
    kept.current = latest.current
    keepEdit(imageId, latest.current)
  }, [imageId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft begins to wait again
  useEffect(() => {
    const timer = setTimeout(keep, keepAfterMs)
    return () => clearTimeout(timer)
  }, [keep, draft])
  useEffect(
    () =>
      onLateEdit(imageId, (earlier) => {
        const joined = joinEdits(earlier, latest.current)
        // Nothing of this page waits to be stored: neither does what has come from the storage.
        if (latest.current === kept.current) kept.current = joined
        setHistory((now) => (now.past.length === 0 ? startHistory(joined) : changed(now, joined, performance.now())))
      }),
    [imageId],
  )
  useEffect(() => {
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('pagehide', keep)
      keep()
    }
  }, [keep])
  return {
    draft,
    change,
    canUndo: canUndoStep(history),
    canRedo: canRedoStep(history),
    undo: () => setHistory(undoneStep),
    redo: () => setHistory(redoneStep),
  }
}

/** The width of the brush of a new editor: a fifteenth of the picture's longer side. */
export const firstBrush = ({ width, height }: { width: number; height: number }) =>
  Math.round(Math.max(width, height) / 15)

/** Free around a frame that extends the picture, as a part of it. */
const besides = 0.08

const padded = ({ x, y, width, height }: Rect): Rect => ({
  x: x - width * besides,
  y: y - height * besides,
  width: width * (1 + 2 * besides),
  height: height * (1 + 2 * besides),
})

/** The view of the stage: the picture, the turned picture, or a frame with some room around it. */
function areaOf(purpose: FramePurpose | null, box: FrameBox, image: ImageShape): Rect {
  const picture = { x: 0, y: 0, width: image.width, height: image.height }
  if (purpose === null) return picture
  return purpose === 'crop' ? turnedPictureRect(box, image) : padded(uprightRect(box, image))
}

export type Editor = ReturnType<typeof useEditor>

/**
 * The state of the editor for one image.
 * @param beginning What it was opened for.
 */
export function useEditor(generation: GenerationShape, image: ImageShape, beginning: EditBeginning) {
  const { draft, change, ...steps } = useDraft(image, beginning)
  const { operation } = draft
  const [tool, setTool] = useState<StrokeTool>('brush')
  const [mode, setMode] = useState<SelectionMode>('add')
  const [brush, setBrush] = useState(() => firstBrush(image))
  const [film, setFilm] = useState(0)
  const [ratio, setRatio] = useState<number | null>(null)
  const executors = useStore(chosenExecutors)
  const [isResizing, setResizing] = useState(false)
  const found = useFound(image, (rings, added) =>
    change(({ selection }) => ({ selection: withStep(selection, { kind: 'outline', mode: added, rings }) })),
  )
  const offers = useQuery(editOperationsQuery)
  const net = useCutOutNet()

  const purpose: FramePurpose | null = operation === 'crop' || operation === 'extend' ? operation : null
  const frame = operation === 'crop' ? draft.cropped : operation === 'extend' ? draft.extended : null
  const box = useMemo(() => (frame ? boxOf(frame) : wholeBox(image)), [frame, image])
  const area = areaOf(purpose, box, image)
  const shownArea = useRef(area)
  if (!isResizing) shownArea.current = area

  const offer = offers.data?.find((each) => each.operation === operation)
  const executor = executorOf(offer, executors[operation])
  /** Whether this machine cuts out by a box: where it has no net. */
  const isByBox =
    operation === 'remove-background' &&
    executor?.executor === thisMachine &&
    (net.kind === 'missing' || net.kind === 'none')
  useEffect(() => {
    if (isByBox) setTool('rectangle')
  }, [isByBox])
  return {
    generation,
    image,
    draft,
    change,
    /** Undo and redo of everything that is prepared but words. */
    steps,
    operation,
    selectsWith: usesMask(operation) ? tool : null,
    tool,
    mode,
    brush,
    film,
    ratio,
    setMode,
    setFilm,
    setRatio,
    setResizing,
    setBrush: (size: number) => setBrush(Math.min(Math.max(image.width, image.height), Math.max(1, Math.round(size)))),
    /** A tool that selects; another operation than one with a selection gives way. */
    take(next: StrokeTool) {
      setTool(next)
      if (!usesMask(operation)) change({ operation: 'change' })
    },
    choose(next: EditOperation) {
      setRatio(null)
      change({ operation: next })
    },
    purpose,
    box,
    setBox(next: FrameBox) {
      const sent = frameOf(next)
      change(operation === 'crop' ? { cropped: sent } : { extended: sent })
    },
    /** The shown frame: while a handle is dragged, the one before. */
    area: isResizing ? shownArea.current : area,
    found,
    net,
    isByBox,
    offers: offers.data ?? [],
    areOffersLost: offers.isError && !offers.data,
    readOffers: () => void offers.refetch(),
    offer,
    executor,
    chooseExecutor(model: string) {
      chosenExecutors.change((now) => ({ ...now, [operation]: model }))
    },
    /** Why Go can't be pressed, as a sentence; null where it can. */
    reason: whyNotEdit(draft, { offer, executor, size: image }),
    reset: () => change({ ...emptyEdit, operation, words: draft.words }),
  }
}
