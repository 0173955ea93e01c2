import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import { hasEnded } from '#domain/generation/status.ts'
import { useGeneration } from '#web/data/board/use-board.ts'
import { cancelGeneration, generationRefusal, requestGeneration } from '#web/data/generations.ts'
import { errorMessage } from '#web/data/http/api-error.ts'
import { uploadPicture } from '#web/data/pictures/send-pictures.ts'
import { useBoardSession } from '#web/features/board/board-session.ts'
import { announce } from '#web/ui/announce.ts'
import { showToast } from '#web/ui/toast.ts'
import { editRequest } from './editor-draft.ts'
import { isUntouched, shapingSteps } from './selection/selection.ts'
import type { ShownSelection } from './selection/selection-layer.tsx'
import { editorTexts } from './texts.ts'
import type { Editor } from './use-editor.ts'

/** An edit that was asked for: nothing, being sent, and then its generation. */
type Run = { readonly state: 'none' | 'sending' } | { readonly state: 'sent'; readonly id: string }

const noRun: Run = { state: 'none' }

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
  const navigate = useNavigate()
  const [run, setRun] = useState<Run>(noRun)
  const [problem, setProblem] = useState<string | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const made = useGeneration(board, run.state === 'sent' ? run.id : '', (generation) => generation)
  const failure = made ? failureOf(made) : null
  const arrived = made?.images.filter(({ status }) => status === 'completed').length ?? 0

  const fail = useEffectEvent((reason: string) => {
    // Selection and words stay, so that it can be tried again.
    setProblem(reason)
    setRun(noRun)
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
    if (arrived > 0) announce(editorTexts.arrived(arrived))
  }, [arrived])

  async function start() {
    const { draft, doer, image, generation } = editor
    if (!doer) return
    setProblem(null)
    setRun({ state: 'sending' })
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
      if (isGone.current) return
      setRun({ state: 'sent', id })
    } catch (error) {
      if (isGone.current) return
      setRun(noRun)
      const { failed: title, tryAgain: fallback } = editorTexts
      const refusal = generationRefusal(error, { title, fallback, seePlans: () => void navigate({ to: '/pricing' }) })
      setProblem(refusal.description)
      if (refusal.action) showToast(refusal)
    }
  }

  return {
    isSending: run.state === 'sending',
    isRunning: run.state === 'sending' || (run.state === 'sent' && arrived === 0),
    /** The generation whose results have begun to arrive; null before. */
    results: arrived > 0 && made ? made : null,
    running: made ?? null,
    problem,
    send: async () => (run.state === 'none' ? start() : undefined),
    /** Sends the same edit once more, in place of results. */
    again: start,
    stop() {
      if (run.state !== 'sent') return
      void cancelGeneration(run.id).catch((error: unknown) => setProblem(errorMessage(error, editorTexts.notStopped)))
    },
    /** Back to the picture, for another edit. */
    leave: () => setRun(noRun),
  }
}

export type EditRun = ReturnType<typeof useRun>
