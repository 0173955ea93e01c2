import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import { canvasOrigin } from '#domain/layout/card.ts'
import { noSpread, type Spread } from '#domain/series/spread.ts'
import type { Draft } from '#web/data/drafts/parse-draft.ts'
import { type SpreadPlan, seriesRequest } from '#web/data/drafts/spread-plan.ts'
import { rememberSentPrompt } from '#web/data/drafts/use-prompt-history.ts'
import { generationRefusal, requestGeneration } from '#web/data/generations.ts'
import type { AskedModel, ModelsState } from '#web/data/models/models.ts'
import { requestSeries } from '#web/data/series.ts'
import { showToast } from '#web/ui/toast.ts'
import { changeDraft, draft } from './draft.ts'
import { whyNotGo } from './go-button.tsx'
import { promptTexts } from './texts.ts'

/** From the press of Go to the hand-over to the project's page. */
const handOverMs = 1_500

/** The card that the project's page opens on. */
type FirstCard = Pick<GenerationShape, 'id' | 'projectId'>

type GoOptions = {
  model: AskedModel | null
  models: ModelsState
  /** The cards that Go will create. */
  plan: SpreadPlan
  projectId: string | null
  onHandOver(card: FirstCard): void
}

/** Go: requests the images and, 1.5 seconds after the press, opens the project's page. */
export function useGo({ model, models, plan, projectId, onHandOver }: GoOptions) {
  const [isBusy, setBusy] = useState(false)
  const navigate = useNavigate()
  const visit = useRef(new AbortController())
  useEffect(() => {
    const here = new AbortController()
    visit.current = here
    return () => here.abort()
  }, [])

  const go = async () => {
    if (isBusy) return
    const written = draft.get()
    const reason = whyNotGo(written.prompt, { model, models, count: plan.count })
    if (reason || !model)
      return showToast({ kind: 'error', title: promptTexts.error, description: reason ?? promptTexts.noModel })
    const pressedAt = performance.now()
    const { signal: left } = visit.current
    setBusy(true)
    try {
      const first = await ask(plan, { spread: written.spread, projectId })
      rememberSentPrompt(written.prompt.trim())
      await waitUnless(left, pressedAt + handOverMs - performance.now())
      changeDraft(draftAfter(written, draft.get()))
      // A user who has left the page meanwhile is not redirected.
      if (!left.aborted) onHandOver(first)
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

/** Waits for this many milliseconds, or until the signal is aborted. */
const waitUnless = (signal: AbortSignal, ms: number): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
    setTimeout(resolve, Math.max(0, ms))
  })

/** The part of the draft that stays after it was sent: the settings, and anything written meanwhile. */
const draftAfter = (sent: Draft, now: Draft): Partial<Draft> => ({
  ...(now.prompt === sent.prompt && { prompt: '' }),
  ...(now.spread === sent.spread && { spread: noSpread }),
  attachments: now.attachments.filter(
    ({ kind, id }) => kind !== 'prompt' || !sent.attachments.some((each) => each.kind === kind && each.id === id),
  ),
})

type Asking = { readonly spread: Spread; readonly projectId: string | null }

/** Requests one card, or a series of them. */
async function ask(plan: SpreadPlan, { spread, projectId }: Asking): Promise<FirstCard> {
  const [only] = plan.cards
  if (plan.cards.length === 1 && only) {
    return requestGeneration({ ...only.body, projectId })
  }
  const request = seriesRequest(plan, { spread, projectId, from: canvasOrigin })
  const series = await requestSeries(request)
  return { id: series.steps[0]?.generationId ?? '', projectId: series.projectId }
}
