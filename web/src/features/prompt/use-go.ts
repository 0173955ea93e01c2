import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import { canvasOrigin } from '#domain/layout/card.ts'
import { noSpread, type Spread } from '#domain/series/spread.ts'
import { generationRefusal } from '#web/data/generation-refusal.ts'
import { requestGeneration } from '#web/data/generations.ts'
import type { ModelsState } from '#web/data/models-state.ts'
import { rememberSentPrompt } from '#web/data/prompt-history/sent-prompts.ts'
import { requestSeries } from '#web/data/series.ts'
import { type SpreadPlan, seriesRequest } from '#web/data/spread/spread-plan.ts'
import { showToast } from '#web/ui/toast.ts'
import { changeDraft, draft } from './draft.ts'
import { promptTexts } from './texts.ts'
import { whyNotGo } from './why-not-go.ts'

/** From the press of Go to the hand-over to the project's page. */
const handOverMs = 1_500

/** The card that the project's page opens on. */
type FirstCard = Pick<GenerationShape, 'id' | 'projectId'>

type GoOptions = {
  model: ModelShape | null
  models: ModelsState
  /** What Go will make. */
  plan: SpreadPlan
  projectId: string | null
  onHandOver(card: FirstCard): void
}

/** Go: asks for the images and, 1.5 seconds after the press, hands over to the project's page. */
export function useGo({ model, models, plan, projectId, onHandOver }: GoOptions) {
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
    const reason = whyNotGo(written.prompt, { model, models, count: plan.count })
    if (reason || !model)
      return showToast({ kind: 'error', title: promptTexts.error, description: reason ?? promptTexts.noModel })
    const pressedAt = performance.now()
    setBusy(true)
    try {
      const first = await ask(plan, { spread: written.spread, projectId, keyOf })
      rememberSentPrompt(written.prompt.trim())
      const leftMs = Math.max(0, pressedAt + handOverMs - performance.now())
      await new Promise((resolve) => setTimeout(resolve, leftMs))
      // What it shows is done with; how it looks stays for the next one, as the settings do.
      forgetKey()
      changeDraft({
        prompt: '',
        spread: noSpread,
        attachments: written.attachments.filter(({ kind }) => kind !== 'prompt'),
      })
      // Whoever has left the page meanwhile is not dragged away from where they are.
      if (isHere.current) onHandOver(first)
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

type Asking = { readonly spread: Spread; readonly projectId: string | null; keyOf(request: object): string }

/** Asks for one card, or for a series of them. */
async function ask(plan: SpreadPlan, { spread, projectId, keyOf }: Asking): Promise<FirstCard> {
  const [only] = plan.cards
  if (plan.cards.length === 1 && only) {
    const request = { ...only.body, projectId }
    return requestGeneration(request, keyOf(request))
  }
  const request = seriesRequest(plan, { spread, projectId, from: canvasOrigin })
  const series = await requestSeries(request, keyOf(request))
  return { id: series.steps[0]?.generationId ?? '', projectId: series.projectId }
}

/** The idempotency key of a request: the same as before as long as the same is asked for, so that one whose answer was lost is not made twice. */
function useRequestKey() {
  const last = useRef({ body: '', key: '' })
  return {
    keyOf(request: object): string {
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
