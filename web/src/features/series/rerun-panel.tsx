import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import { formatPrice } from '#domain/format.ts'
import { generationRefusal } from '#web/data/generations.ts'
import { type AskedModel, modelsQuery } from '#web/data/models/models.ts'
import { requestSeries } from '#web/data/series.ts'
import { type BoardSession, useCard } from '#web/features/board/board-session.ts'
import { fitWithPlaces } from '#web/features/board/view-moves.ts'
import { ModelMenu } from '#web/features/compose/canvas/model-menu.tsx'
import { composeModel } from '#web/features/compose/canvas/use-canvas-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { FloatingPanel } from '#web/ui/floating-panel.tsx'
import { useKeys } from '#web/ui/keyboard.ts'
import { showToast } from '#web/ui/toast.ts'
import {
  forgetRerunDraft,
  keepRerunDraft,
  missingModels,
  mostRerunCards,
  type RerunDraft,
  readRerunDraft,
  rerunRequest,
} from './rerun-request.ts'
import { placeBefore, stepPlace } from './series-bar.tsx'
import { seriesTexts } from './texts.ts'

const texts = seriesTexts.rerun

/**
 * Changes a card and generates everything below it again. Shows the placeholders and the price before it is requested.
 */
export function RerunPanel({ session, cardId }: { session: BoardSession; cardId: string }) {
  const card = useCard(cardId, (generation) => generation)
  const { data: models } = useQuery(modelsQuery)
  useEffect(() => {
    if (!card) session.overlays.close('rerun')
  }, [session, card])
  const model = models && card && composeModel(models, { chosen: null, parent: card })
  return card && models && model ? <OpenRerun session={session} card={card} first={model} models={models} /> : null
}

type OpenRerunProps = { session: BoardSession; card: GenerationShape; first: AskedModel; models: readonly ModelShape[] }

function OpenRerun({ session, card, first, models }: OpenRerunProps) {
  const { board, planned } = session
  const [draft, setDraft] = useState(() => readRerunDraft(card.id) ?? { prompt: card.prompt, modelName: null })
  const { prompt, modelName: chosen } = draft
  const change = (part: Partial<RerunDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    keepRerunDraft(card.id, next)
  }
  const model = models.find(({ name }) => name === chosen) ?? first
  const node = useRef<HTMLElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const navigate = useNavigate()
  const close = () => session.overlays.close('rerun')
  const request = useMemo(
    () => rerunRequest(board, card.id, { change: { prompt, model }, models }),
    [board, card, prompt, model, models],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once; from then on the person looks where they like
  useEffect(() => {
    text.current?.focus({ preventScroll: true })
    fitWithPlaces(session, [card.id], request.steps.map(stepPlace))
  }, [])
  useEffect(() => {
    planned.set(
      request.steps.map((step, place) => ({
        key: `planned ${place}`,
        place: stepPlace(step),
        from: placeBefore(request.steps, step.dependsOn),
        prompt: step.prompt ?? '',
      })),
    )
    return () => planned.set([])
  }, [planned, request])

  const cards = request.steps.length
  const [missing] = missingModels(request, models)
  const reason =
    cards > mostRerunCards
      ? texts.tooMany(mostRerunCards)
      : missing
        ? texts.missing(missing)
        : prompt.trim() === ''
          ? texts.blank
          : null
  const priced = request.steps.some(({ modelOf }) => modelOf) ? texts.creditsAtMost : texts.credits
  const price = request.price === 0 ? texts.free : priced(formatPrice(request.price))
  const go = async () => {
    if (reason) return
    close()
    try {
      await requestSeries(request, { rerun: card.id, prompt, modelName: model.name })
      forgetRerunDraft(card.id, draft)
    } catch (error) {
      const { failed: title, failedWithoutReason: fallback } = seriesTexts
      const seePlans = () => void navigate({ to: '/pricing' })
      showToast(generationRefusal(error, { title, fallback, seePlans }))
      // If the user has opened something else meanwhile, that one stays; the draft is kept.
      if (session.overlays.inSlot('lineage') === null) session.overlays.open({ kind: 'rerun', cardId: card.id })
    }
  }
  useKeys('panel', [['Mod+Enter', () => void go()]], { within: node })
  return (
    <FloatingPanel
      title={texts.title}
      closeLabel={seriesTexts.close}
      className="side-panel"
      panelRef={node}
      closesFrom="both"
      onClose={close}
    >
      <div className="rerun-body">
        <p className="text-12 text-muted">{texts.text(cards)}</p>
        <textarea
          ref={text}
          aria-label={texts.prompt}
          rows={4}
          value={prompt}
          onChange={(event) => change({ prompt: event.target.value })}
        />
        <ModelMenu model={model} models={models} onChoose={(name) => change({ modelName: name })} />
      </div>
      <footer className="apply-footer">
        <span className="mr-auto text-12 text-muted tabular-nums">{price}</span>
        <Button kind="go" size="small" reason={reason} aria-label={texts.goFor(cards, price)} onClick={() => void go()}>
          {texts.go}
        </Button>
      </footer>
    </FloatingPanel>
  )
}
