import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import { hasEnded } from '#domain/generation/status.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { useGeneration } from '#web/data/board/use-board.ts'
import { cancelGeneration, generationRefusal, requestGeneration } from '#web/data/generations.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { liveSession } from '#web/data/live/current-session.ts'
import { keptWithBoard } from '#web/data/live/kept-with-board.ts'
import { uploadPicture } from '#web/data/pictures/send-pictures.ts'
import { createStore, type Store, useStore } from '#web/data/store.ts'
import { useBoardSession } from '#web/features/board/board-session.ts'
import { announce } from '#web/ui/announce.ts'
import { showToast } from '#web/ui/toast.ts'
import { editRequest } from './editor-draft.ts'
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

/** The run of an image as its editor is opened: results that were seen before are not shown again. */
function openRun(board: BoardStore, imageId: string): Store<Run> {
  const runs = runsOn(board)
  const store = runs.get(imageId) ?? createStore(noRun)
  runs.set(imageId, store)
  const run = store.get()
  if (run.state === 'sent' && run.isSeen) store.set(noRun)
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

/** Sends the edit of the editor, and follows it until it has results. */
export function useRun(editor: Editor, selection: ShownSelection) {
  const { board } = useBoardSession()
  const [store] = useState(() => openRun(board, editor.image.id))
  const run = useStore(store)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const made = useGeneration(board, run.state === 'sent' ? run.id : '', (generation) => generation)
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

  async function start() {
    const { draft, doer, image, generation } = editor
    if (!doer) return
    store.set({ state: 'sending' })
    const task = liveSession().tasks.begin({ projectId: board.projectId, text: editorTexts.task })
    const source = { projectId: board.projectId, cardId: generation.id, imageId: image.id }
    const hasMask = !isUntouched(draft.selection) && editor.selectsWith !== null
    try {
      const mask = hasMask
        ? await uploadPicture(await selection.maskFile(), {
            onProgress: () => {},
            signal: new AbortController().signal,
            kind: 'mask',
          })
        : null
      const request = editRequest(draft, source, { doer, maskUploadId: mask?.id ?? null })
      // The same selection again is another upload: the steps say that it is the same.
      const intent = {
        ...editRequest(draft, source, { doer, maskUploadId: null }),
        steps: hasMask ? shapingSteps(draft.selection) : [],
      }
      const { id } = await requestGeneration(request, intent)
      const sent = { state: 'sent', id, problem: null, isSeen: false } as const
      const made = board.getGeneration(id)
      store.set({ ...sent, endedAtMs: made && hasEnded(made.status) ? Date.now() : null })
      const stop = liveSession().onGenerationEnd((ended) => {
        const shown = store.get()
        if (shown.state !== 'sent' || shown.id !== id) stop()
        else if (ended.id === id) store.set({ ...shown, endedAtMs: Date.now() })
      })
    } catch (error) {
      const { failed: title, tryAgain: fallback } = editorTexts
      const refusal = generationRefusal(error, { title, fallback })
      store.set({ state: 'none', problem: refusal.description })
      if (refusal.action || !isOpen.current) showToast(refusal)
    } finally {
      task.end()
    }
  }

  return {
    isSending: run.state === 'sending',
    isRunning: run.state === 'sending' || (run.state === 'sent' && arrived === 0),
    /** The generation whose results have begun to arrive; null before. */
    results: arrived > 0 && made ? made : null,
    /** When all of them had come; null before. Milliseconds since 1970. */
    endedAtMs: run.state === 'sent' ? run.endedAtMs : null,
    running: made ?? null,
    problem: run.state === 'sending' ? null : run.problem,
    send: async () => (run.state === 'none' ? start() : undefined),
    /** Sends the same edit once more, in place of results. */
    again: start,
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

export type EditRun = ReturnType<typeof useRun>
