import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { GenerationShape, RequestGenerationInput } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import { generationRefusal } from '#web/data/generation-refusal.ts'
import { requestGeneration } from '#web/data/generations.ts'
import type { ModelsState } from '#web/data/models-state.ts'
import { rememberSentPrompt } from '#web/data/prompt-history/sent-prompts.ts'
import { showToast } from '#web/ui/toast.ts'
import { changeDraft, draft } from './draft.ts'
import { generationRequest } from './generation-request.ts'
import { promptTexts } from './texts.ts'
import { whyNotGo } from './why-not-go.ts'

/** From the press of Go to the hand-over to the project's page. */
const handOverMs = 1_500

type GoOptions = {
  model: ModelShape | null
  models: ModelsState
  projectId: string | null
  onHandOver(generation: GenerationShape): void
}

/** Go: asks for the images and, 1.5 seconds after the press, hands over to the project's page. */
export function useGo({ model, models, projectId, onHandOver }: GoOptions) {
  const [isBusy, setBusy] = useState(false)
  const { keyOf, forgetKey } = useRequestKey()
  const navigate = useNavigate()
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])

  const go = async () => {
    if (isBusy) return
    const written = draft.get()
    const reason = whyNotGo(written.prompt, model, models)
    if (reason || !model)
      return showToast({ kind: 'error', title: promptTexts.error, description: reason ?? promptTexts.noModel })
    const pressedAt = performance.now()
    setBusy(true)
    try {
      const request: RequestGenerationInput = { ...generationRequest(written, model), projectId }
      const generation = await requestGeneration(request, keyOf(request))
      rememberSentPrompt(request.prompt)
      const leftMs = Math.max(0, pressedAt + handOverMs - performance.now())
      await new Promise((resolve) => setTimeout(resolve, leftMs))
      // What it shows is done with; how it looks stays for the next one, as the settings do.
      forgetKey()
      changeDraft({ prompt: '', attachments: written.attachments.filter(({ kind }) => kind !== 'prompt') })
      // Whoever has left the page meanwhile is not dragged away from where they are.
      if (isHere.current) onHandOver(generation)
    } catch (error) {
      showToast(
        generationRefusal(error, {
          title: promptTexts.failed,
          fallback: promptTexts.failedWithoutReason,
          seePlans: () => void navigate({ to: '/pricing' }),
        }),
      )
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, go }
}

/** The idempotency key of a request: the same as before as long as the same is asked for, so that one whose answer was lost is not made twice. */
function useRequestKey() {
  const last = useRef({ body: '', key: '' })
  return {
    keyOf(request: RequestGenerationInput): string {
      const body = JSON.stringify(request)
      if (last.current.body !== body) last.current = { body, key: crypto.randomUUID() }
      return last.current.key
    },
    /** It was made: asking for the same again makes another one. */
    forgetKey() {
      last.current = { body: '', key: '' }
    },
  }
}
