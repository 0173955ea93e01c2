import { ArrowDown, ArrowUp, Sprout } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ModelShape } from '#contract/models/model.ts'
import type { SavedPromptShape } from '#contract/prompts/saved-prompt.ts'
import { canvasOrigin } from '#domain/layout/card.ts'
import { withAttachment, withoutAttachment } from '#domain/prompt/attachment.ts'
import { changedPrompt } from '#domain/prompt/prompt-text.ts'
import { withWords } from '#domain/prompt/with-words.ts'
import { noSpread, type Spread } from '#domain/series/spread.ts'
import { type ChoosingPurpose, takeChosenAssets } from '#web/data/chosen-assets.ts'
import { type Command, offerCommands } from '#web/data/commands.ts'
import { type Draft, wordsLeft } from '#web/data/drafts/parse-draft.ts'
import { type SpreadPlan, seriesRequest, spreadPlan } from '#web/data/drafts/spread-plan.ts'
import { type Direction, rememberSentPrompt, usePromptHistory } from '#web/data/drafts/use-prompt-history.ts'
import { requestGeneration } from '#web/data/generations.ts'
import { controlsByModel } from '#web/data/models/controls-by-model.ts'
import type { ModelsState } from '#web/data/models/models.ts'
import { requestSeries } from '#web/data/series.ts'
import { useStore } from '#web/data/store.ts'
import { chosenModel } from '#web/features/models/picker/default-model.ts'
import { PromptField } from '#web/features/prompts/field/prompt-field.tsx'
import { savedModel, savedPicture, savedSettingsOf } from '#web/features/prompts/field/saved-settings.ts'
import { usePromptEditing } from '#web/features/prompts/field/use-prompt-editing.ts'
import { AttachmentChips, PictureDrop } from './attachments.tsx'
import { ComposerChips, type ComposerChipsProps } from './composer-chips.tsx'
import { changeDraft, draft } from './draft.ts'
import { GoButton, offerOf, whyNotGo } from './go-button.tsx'
import { promptTexts } from './texts.ts'
import { useGo, type Visit } from './use-go.ts'
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
  const { prompt, improvedFrom, attachments, spread, ...wanted } = written
  const plan = spreadPlan(written, model, allModels, useStore(controlsByModel))
  const reason = whyNotGo(prompt, { model, models, count: plan.count })
  const { isBusy, go } = useGo({
    reason,
    state: models === 'loading' && prompt.trim() !== '' ? 'reading' : 'ready',
    failed: { title: promptTexts.failed, fallback: promptTexts.failedWithoutReason },
    send: (visit) => sendBox(visit, { plan, projectId, onHandOver }),
  })
  const history = usePromptHistory(prompt, (shown) => changeDraft({ prompt: shown, improvedFrom: null }))
  const editing = usePromptEditing({
    text: { prompt, improvedFrom },
    onChange(text) {
      history.endWalk()
      changeDraft(text)
    },
    onSettings: (saved) => void applySaved(saved, allModels),
  })

  usePromptCommands({
    canGo: () => !isBusy && reason === null,
    go,
    walk: history.step,
  })

  const { field } = editing
  useEffect(() => {
    // The keyboard of a phone would cover the page.
    if (matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true })
  }, [field])
  useEffect(() => {
    // Back from the assets page.
    for (const attachment of takeChosenAssets('image-page')) attach(attachment)
  }, [])

  const press = (event: KeyboardEvent) => {
    if (history.stepByKey(event)) return
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    if (!isBusy) go()
  }

  return (
    <div className="prompt-box">
      <PictureDrop onAttach={attach} onSelectAsset={onSelectAsset}>
        <AttachmentChips attachments={attachments} model={model} disabled={isBusy} onDetach={detach} />
        <PromptField
          editing={editing}
          label={promptTexts.label}
          sentTo={{ attachments, model }}
          model={model}
          settings={savedSettingsOf(written)}
          projectId={projectId}
          placeholder={promptTexts.placeholder}
          className="prompt-text"
          rows={3}
          disabled={isBusy}
          onKeyDown={press}
        />
      </PictureDrop>
      <div className="prompt-foot">
        <div className="prompt-chips">
          <ComposerChips
            settings={wanted}
            attachments={attachments}
            spread={spread}
            cards={plan.count}
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
          <GoButton offer={offerOf(plan)} reason={reason} busy={isBusy} size="medium" onGo={go} />
        </div>
      </div>
    </div>
  )
}

/** Takes the model and the settings of a saved prompt, and its style once it was read, unless another text is written by then. */
async function applySaved(saved: SavedPromptShape, models: readonly ModelShape[]): Promise<void> {
  const model = savedModel(saved, models)
  if (model) chosenModel.set(model.value)
  changeDraft(savedPicture(saved))
  if (saved.settings?.style === undefined) return
  const { prompt } = draft.get()
  const { savedStyle } = await import('#web/features/prompts/field/saved-style.ts')
  const style = await savedStyle(saved)
  if (style && draft.get().prompt === prompt) attach(style)
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

type SendOptions = {
  /** The cards that Go will create. */
  plan: SpreadPlan
  projectId: string | null
  onHandOver(card: FirstCard): void
}

/** Requests the images and, 1.5 seconds after the press, opens the project's page; not where the user has left this one. */
async function sendBox({ left, isHere }: Visit, { plan, projectId, onHandOver }: SendOptions): Promise<void> {
  const pressedAt = performance.now()
  const written = draft.get()
  const first = await ask(plan, { spread: written.spread, projectId })
  rememberSentPrompt(written.prompt.trim())
  await waitUnless(left, pressedAt + handOverMs - performance.now())
  changeDraft(draftAfter(written, draft.get()))
  if (isHere()) onHandOver(first)
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
  ...changedPrompt(now, wordsLeft(now.prompt, sent.prompt)),
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
