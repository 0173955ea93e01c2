import { useEffect, useEffectEvent, useState } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { thisMachine } from '#domain/edit/edit-record.ts'
import { type EditOperation, usesMask } from '#domain/edit/operation.ts'
import { hasEnded } from '#domain/generation/status.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { useGeneration } from '#web/data/board/use-board.ts'
import { cancelGeneration, requestGeneration } from '#web/data/generations.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { keptWithBoard } from '#web/data/live/kept-with-board.ts'
import { uploadPicture } from '#web/data/pictures/send-pictures.ts'
import { createStore, type Store, useStore } from '#web/data/store.ts'
import { useBoardSession } from '#web/features/board/board-session.ts'
import { useGo } from '#web/features/compose/use-go.ts'
import { announce } from '#web/ui/announce.ts'
import { hasCorrections } from './cut-out/corrections.ts'
import { type EditorDraft, type Executor, editRequest, emptyEdit } from './editor-draft.ts'
import { isUntouched, shapingSteps } from './selection/selection.ts'
import type { ShownSelection } from './selection/selection-layer.tsx'
import { editorTexts } from './texts.ts'
import type { Editor } from './use-editor.ts'

/** An edit that was asked for: nothing or why it failed, being sent, and then its generation. */
type Run =
  | { readonly state: 'none'; readonly problem: string | null }
  | { readonly state: 'sending' }
  | {
      readonly state: 'sent'
      readonly id: string
      readonly problem: string | null
      readonly isSeen: boolean
      readonly endedAtMs: number | null
    }

const noRun: Run = { state: 'none', problem: null }

/** The runs of the images of a board: they go on while their editor is closed. */
const runsOn = keptWithBoard(() => new Map<string, Store<Run>>())

/** The cut-outs of a board that have corrections, by the image that was cut out. */
const correctedOn = keptWithBoard(() => new Map<string, Run>())

const isCorrectedOn = (board: BoardStore, run: Run | undefined) =>
  run?.state === 'sent' && board.getGeneration(run.id) !== undefined && hasCorrections(board, run.id)

/**
 * The run of an image as its editor is opened: results that were seen before are not shown again. A cut-out with corrections is, where the
 * editor is opened to cut out.
 */
function openRun(board: BoardStore, { id: imageId }: { readonly id: string }, operation: EditOperation): Store<Run> {
  const [runs, corrected] = [runsOn(board), correctedOn(board)]
  const store = runs.get(imageId) ?? createStore(noRun)
  runs.set(imageId, store)
  const run = store.get()
  if (run.state === 'sent' && run.isSeen) {
    if (isCorrectedOn(board, run)) corrected.set(imageId, run)
    store.set(noRun)
  }
  const kept = corrected.get(imageId)
  const isAskedFor = operation === 'remove-background' && store.get().state === 'none'
  if (kept && isAskedFor && isCorrectedOn(board, kept)) store.set(kept)
  return store
}

/** The longest that a card is missing on a board which is read again, in milliseconds: after that it was deleted. */
const maxMissingMs = 2_000

/** Why a generation has no picture; null while it is running, or where it has one. */
export function failureOf(generation: GenerationShape): string | null {
  if (!generation.images.every(({ status }) => hasEnded(status))) return null
  if (generation.images.some(({ status }) => status === 'completed')) return null
  const reason = generation.images.find(({ error }) => error)?.error?.message
  return reason ?? editorTexts.stopped
}

/** An edit to send: its draft, and the executor that makes it. */
type EditOrder = { readonly draft: EditorDraft; readonly executor: Executor | null }

/** Sends edits of the image of the editor, and follows the last until it has results. */
export function useRun(editor: Editor, selection: ShownSelection) {
  const { board } = useBoardSession()
  const { image, generation, offers, areOffersLost } = editor
  const [store] = useState(() => openRun(board, image, editor.draft.operation))
  const run = useStore(store)
  const made = useGeneration(board, run.state === 'sent' ? run.id : '', (each) => each)
  const failure = made ? failureOf(made) : null
  const arrived = made?.images.filter(({ status }) => status === 'completed').length ?? 0

  const fail = useEffectEvent((reason: string) => {
    // Selection and words stay, so that it can be tried again.
    store.set({ state: 'none', problem: reason })
    announce(reason)
  })
  useEffect(() => {
    if (failure !== null) fail(failure)
  }, [failure])
  const isMissing = run.state === 'sent' && made === undefined
  useEffect(() => {
    if (!isMissing) return
    const timer = setTimeout(() => fail(editorTexts.deleted), maxMissingMs)
    return () => clearTimeout(timer)
  }, [isMissing])
  useEffect(() => {
    if (arrived === 0) return
    announce(editorTexts.arrived(arrived))
    const shown = store.get()
    if (shown.state === 'sent') store.set({ ...shown, isSeen: true })
  }, [arrived, store])

  async function send({ draft, executor }: EditOrder) {
    const now = store.get()
    if (!executor || now.state === 'sending' || (now.state === 'sent' && !now.isSeen)) return
    store.set({ state: 'sending' })
    const source = { projectId: board.projectId, cardId: generation.id, imageId: image.id }
    const hasMask = usesMask(draft.operation) && !isUntouched(draft.selection)
    try {
      const id = await sendingEdit(board.projectId, async () => {
        const mask = hasMask ? await uploadMask(await selection.maskFile()) : null
        const request = editRequest(draft, source, { executor, maskUploadId: mask?.id ?? null })
        // The same selection again is another upload: the steps say that it is the same.
        const intent = {
          ...editRequest(draft, source, { executor, maskUploadId: null }),
          steps: hasMask ? shapingSteps(draft.selection) : [],
        }
        return (await requestGeneration(request, intent)).id
      })
      const sent = { state: 'sent', id, problem: null, isSeen: false } as const
      const requested = board.getGeneration(id)
      store.set({ ...sent, endedAtMs: requested && hasEnded(requested.status) ? Date.now() : null })
      const stop = liveSession().onGenerationEnd((ended) => {
        const shown = store.get()
        if (shown.state !== 'sent' || shown.id !== id) stop()
        else if (ended.id === id) store.set({ ...shown, endedAtMs: Date.now() })
      })
    } catch (error) {
      store.set(noRun)
      throw error
    }
  }
  const failed = { title: editorTexts.failed, fallback: editorTexts.tryAgain }
  const state = offers.length === 0 && !areOffersLost ? 'reading' : 'ready'
  const prepared = useGo({ reason: editor.reason, state, failed, send: () => send(editor) })
  const ownOffer = offers.find(({ operation }) => operation === 'remove-background')
  const own = ownOffer?.executors.find(({ executor }) => executor === thisMachine) ?? null
  const cuttingOut = (draft: EditorDraft) => ({
    ...({ reason: own ? null : editorTexts.noExecutor, state, failed } as const),
    send: () => send({ draft: { ...draft, operation: 'remove-background' }, executor: own }),
  })
  const whole = useGo(cuttingOut(emptyEdit))
  const selected = useGo(cuttingOut(editor.draft))

  return {
    isSending: run.state === 'sending',
    isRunning: run.state === 'sending' || (run.state === 'sent' && arrived === 0),
    /** The generation whose results have begun to arrive; null before. */
    results: arrived > 0 && made ? made : null,
    /** When all of them had come; null before. Milliseconds since 1970. */
    endedAtMs: run.state === 'sent' ? run.endedAtMs : null,
    running: made ?? null,
    problem: run.state === 'sending' ? null : run.problem,
    /** Sends what is prepared, also in place of results. */
    go: prepared.go,
    /** Cuts the subject of the whole picture out, on this machine, whatever is prepared. */
    cutOut: whole.go,
    /** Cuts out what is selected, or the subject, on this machine, whatever other model is chosen. */
    cutOutSelected: selected.go,
    stop() {
      if (run.state !== 'sent') return
      void cancelGeneration(run.id).catch((error: unknown) =>
        store.set({ ...run, problem: errorMessage(error, editorTexts.notStopped) }),
      )
    },
    /** Back to the picture, for another edit. */
    leave: () => store.set(noRun),
  }
}

/** Sends an edit as a task of the live session, which goes on whatever page is shown. */
export async function sendingEdit<Value>(projectId: string, send: () => Promise<Value>): Promise<Value> {
  const task = liveSession().tasks.begin({ projectId, text: editorTexts.task })
  try {
    return await send()
  } finally {
    task.end()
  }
}

/** Uploads the mask of an edit. */
export const uploadMask = (file: File) =>
  uploadPicture(file, { onProgress: () => {}, signal: new AbortController().signal, kind: 'mask' })

export type EditRun = ReturnType<typeof useRun>
