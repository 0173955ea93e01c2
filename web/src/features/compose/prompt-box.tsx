import { useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Sprout } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/generation.ts'
import type { ModelShape } from '#contract/model.ts'
import { canvasOrigin } from '#domain/layout/card.ts'
import { withAttachment, withoutAttachment } from '#domain/prompt/attachment.ts'
import { withWords } from '#domain/prompt/with-words.ts'
import { noSpread, type Spread } from '#domain/series/spread.ts'
import { type ChoosingPurpose, takeChosenAssets } from '#web/data/chosen-assets.ts'
import { type Command, offerCommands } from '#web/data/commands.ts'
import type { Draft } from '#web/data/drafts/parse-draft.ts'
import { type SpreadPlan, seriesRequest, spreadPlan } from '#web/data/drafts/spread-plan.ts'
import { type Direction, rememberSentPrompt, usePromptHistory } from '#web/data/drafts/use-prompt-history.ts'
import { generationRefusal, requestGeneration } from '#web/data/generations.ts'
import { controlsByModel } from '#web/data/models/controls-by-model.ts'
import type { AskedModel, ModelsState } from '#web/data/models/models.ts'
import { requestSeries } from '#web/data/series.ts'
import { useStore } from '#web/data/store.ts'
import { showToast } from '#web/ui/toast.ts'
import { AttachmentChips, PictureDrop } from './attachments.tsx'
import { ComposerChips, type ComposerChipsProps } from './composer-chips.tsx'
import { changeDraft, draft } from './draft.ts'
import { GoButton, whyNotGo } from './go-button.tsx'
import { promptTexts } from './texts.ts'
import './prompt.css'

const attach: ComposerChipsProps['onAttach'] = (attachment) =>
  changeDraft({ attachments: withAttachment(draft.get().attachments, attachment) })
const detach: ComposerChipsProps['onDetach'] = (attachment) =>
  changeDraft({ attachments: withoutAttachment(draft.get().attachments, attachment) })

type PromptBoxProps = {
  model: ModelShape | null
  models: ModelsState
  /** All models; empty while they are loading. */
  allModels: readonly ModelShape[]
  projectId: string | null
  onHandOver(card: Pick<GenerationShape, 'id' | 'projectId'>): void
  onSelectAsset(purpose: ChoosingPurpose): void
}

/** The prompt composer of the image page: attachments, text, chips and Go. */
export function PromptBox({ model, models, allModels, projectId, onHandOver, onSelectAsset }: PromptBoxProps) {
  const written = useStore(draft)
  const { prompt, attachments, spread, ...wanted } = written
  const plan = spreadPlan(written, model, allModels, useStore(controlsByModel))
  const { isBusy, go } = useGo({ model, models, plan, projectId, onHandOver })
  const history = usePromptHistory(prompt, (shown) => changeDraft({ prompt: shown }))

  usePromptCommands({
    canGo: () => !isBusy && whyNotGo(prompt, { model, models, count: plan.count }) === null,
    go: () => void go(),
    walk: history.step,
  })

  useEffect(() => {
    // Back from the assets page.
    for (const attachment of takeChosenAssets('image-page')) attach(attachment)
  }, [])

  const press = (event: KeyboardEvent) => {
    if (history.stepByKey(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void go()
  }

  return (
    <div className="prompt-box">
      <PictureDrop onAttach={attach} onSelectAsset={onSelectAsset}>
        <AttachmentChips attachments={attachments} model={model} disabled={isBusy} onDetach={detach} />
        <textarea
          dir="auto"
          aria-label={promptTexts.label}
          placeholder={promptTexts.placeholder}
          className="prompt-text"
          rows={3}
          disabled={isBusy}
          value={prompt}
          onChange={(event) => {
            history.endWalk()
            changeDraft({ prompt: event.target.value })
          }}
          onKeyDown={press}
        />
      </PictureDrop>
      <div className="prompt-foot">
        <div className="prompt-chips">
          <ComposerChips
            settings={wanted}
            attachments={attachments}
            spread={spread}
            model={model}
            disabled={isBusy}
            onChange={changeDraft}
            onAddWords={(words) => changeDraft({ prompt: withWords(draft.get().prompt, words) })}
            onSpread={(chosen) => changeDraft({ spread: chosen })}
            onAttach={attach}
            onDetach={detach}
            onSelectAsset={onSelectAsset}
          />
        </div>
        <div className="prompt-end">
          <GoButton
            prompt={prompt}
            plan={plan}
            model={model}
            models={models}
            busy={isBusy}
            size="medium"
            onGo={() => void go()}
          />
        </div>
      </div>
    </div>
  )
}

type Acts = { canGo(): boolean; go(): void; walk(direction: Direction): void }

/** Offers the commands of the prompt, while it is on the page. */
function usePromptCommands(acts: Acts): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const commands: Command[] = [
      {
        id: 'go',
        group: 'create',
        icon: Sprout,
        label: () => promptTexts.commands.go,
        keys: ['Mod+Enter'],
        canRun: () => latest.current.canGo(),
        run: () => latest.current.go(),
      },
      {
        id: 'older-prompt',
        group: 'create',
        icon: ArrowUp,
        label: () => promptTexts.commands.older,
        keys: ['Alt+ArrowUp'],
        canRun: () => true,
        run: () => latest.current.walk('older'),
      },
      {
        id: 'newer-prompt',
        group: 'create',
        icon: ArrowDown,
        label: () => promptTexts.commands.newer,
        keys: ['Alt+ArrowDown'],
        canRun: () => true,
        run: () => latest.current.walk('newer'),
      },
    ]
    return offerCommands({ reach: 'this-page', commands })
  }, [])
}

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
function useGo({ model, models, plan, projectId, onHandOver }: GoOptions) {
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
