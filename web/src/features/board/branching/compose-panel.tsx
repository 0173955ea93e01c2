import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { ModelShape } from '#contract/model.ts'
import { type Attachment, withAttachment, withoutAttachment } from '#domain/prompt/attachment.ts'
import { type ModelsState, modelsState, useWithinPlan } from '#web/data/models.ts'
import { usePromptHistory } from '#web/data/prompt-history/use-prompt-history.ts'
import { modelsQuery } from '#web/data/queries.ts'
import { hiddenSpreadPlan, type SpreadPlan } from '#web/data/spread/spread-plan.ts'
import { useStore } from '#web/data/store.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { tryAgain } from '#web/ui/load-failed.tsx'
import { useBoardView, useCard } from '../board-context.ts'
import type { BoardView } from '../board-view.ts'
import { CapNote } from '../lineage/cost/cap-note.tsx'
import { optionTexts } from './branch-kinds.ts'
import type { ComposeDraft } from './compose-drafts.ts'
import { composeModel, underShownName } from './compose-model.ts'
import type { Composing } from './composing.ts'
import { reopenLeftPanel, startKeepingPanel } from './left-panel.ts'
import { ModelMenu } from './model-menu.tsx'
import { usePanelParts } from './panel-parts.ts'
import { sendComposed } from './send-composed.ts'
import { startPlacingPanel } from './start-placing-panel.ts'
import { branchingTexts } from './texts.ts'
import { useEscapeElsewhere } from './use-escape-elsewhere.ts'
import { useSelectAsset } from './use-select-asset.ts'

/** The panel in which a branch or a new generation is written; nothing while none is. */
export function ComposePanel() {
  const view = useBoardView()
  const composing = useStore(view.composing)
  useEffect(() => {
    reopenLeftPanel(view)
    return startKeepingPanel(view)
  }, [view])
  if (!composing) return null
  const key = composing.kind === 'new' ? 'new' : `${composing.kind} ${composing.source.imageId}`
  return <OpenPanel key={key} composing={composing} />
}

/** 'from image 2 of 4'; null for a new generation. */
function originOf({ board }: BoardView, composing: Composing): string | null {
  if (composing.kind === 'new') return null
  const images = board.getGeneration(composing.source.parentId)?.images ?? []
  const place = images.findIndex(({ id }) => id === composing.source.imageId)
  return branchingTexts.fromImage(place + 1, images.length)
}

function OpenPanel({ composing }: { composing: Composing }) {
  const view = useBoardView()
  const parentId = composing.kind === 'new' ? null : composing.source.parentId
  const draft = useSyncExternalStore(view.drafts.subscribe, () => view.drafts.read(composing))
  const query = useQuery(modelsQuery)
  const { data: models = [] } = query
  const parentModel = parentId === null ? null : (view.board.asMade(parentId)?.model ?? null)
  const model = useWithinPlan(composeModel(models, { chosen: draft.modelName, parent: parentModel }))
  const isInherited = parentId !== null && draft.modelName === null && model?.name === parentModel
  const candidates = isInherited ? view.board.racingModels(parentId) : []
  const plan = hiddenSpreadPlan(draft, model, { models, candidates })
  const parentName = useCard(parentId ?? '', (generation) => generation.model) ?? null
  const shownModel = draft.modelName === null ? underShownName(model, { made: parentModel, shown: parentName }) : model
  const panel = useRef<HTMLElement>(null)

  useLayoutEffect(
    () => (panel.current ? startPlacingPanel(panel.current, view, composing) : undefined),
    [view, composing],
  )
  useEffect(() => {
    const text = panel.current?.querySelector('textarea')
    text?.focus({ preventScroll: true })
    text?.setSelectionRange(text.value.length, text.value.length)
  }, [])
  useEffect(() => {
    if (parentId === null) return
    // A parent that goes, here or in another tab, takes the panel along.
    return view.board.onArrange(() => {
      if (!view.board.getGeneration(parentId)) view.composing.set(null)
    })
  }, [view, parentId])

  const navigate = useNavigate()
  useEscapeElsewhere(() => view.composing.set(null))

  /** Read again each time: uploads arrive when they like. */
  const change = (part: (now: ComposeDraft) => Partial<ComposeDraft>) => {
    const now = view.drafts.read(composing)
    view.drafts.keep(composing, { ...now, ...part(now) })
  }
  const close = () => {
    view.composing.set(null)
    if (parentId) document.querySelector<HTMLElement>(`[data-card="${parentId}"]`)?.focus({ preventScroll: true })
  }
  const go = () => {
    const seePlans = () => void navigate({ to: '/pricing' })
    if (plan.cards.length > 0 && draft.prompt.trim() !== '')
      void sendComposed(view, composing, { draft, plan, writtenIn: 'panel', seePlans })
  }
  const press = (event: KeyboardEvent) => {
    // Keys of a list that the panel has opened belong to that list.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) go()
    else return
    event.preventDefault()
  }

  const title = composing.kind === 'new' ? branchingTexts.newGeneration : optionTexts(composing.kind).name
  return (
    <section ref={panel} role="dialog" aria-label={title} className="compose-panel" onKeyDown={press}>
      <header>
        <h2 className="font-semibold text-13">{title}</h2>
        <p className="min-w-0 truncate text-12 text-muted">{originOf(view, composing)}</p>
        <div className="ml-auto flex min-w-0 items-center">
          {modelsState(query) === 'failed' && (
            <Button kind="line" size="small" onClick={() => void query.refetch()}>
              {tryAgain}
            </Button>
          )}
          {shownModel && (
            <ModelMenu model={shownModel} models={models} onChoose={(modelName) => change(() => ({ modelName }))} />
          )}
          <IconButton size="small" label={branchingTexts.close} keys="Esc" onClick={close}>
            <X />
          </IconButton>
        </div>
      </header>
      {parentId !== null && <CapNote parentId={parentId} />}
      <Written composing={composing} draft={draft} model={shownModel} onChange={change} />
      <PanelFooter
        prompt={draft.prompt}
        plan={plan}
        model={shownModel}
        models={modelsState(query)}
        onCancel={close}
        onGo={go}
      />
    </section>
  )
}

type WrittenProps = {
  composing: Composing
  draft: ComposeDraft
  model: ModelShape | null
  onChange(part: (now: ComposeDraft) => Partial<ComposeDraft>): void
}

/** What is attached, the text, and the chips under it. */
function Written({ composing, draft, model, onChange }: WrittenProps) {
  const { AttachmentChips, ComposerChips, PictureDrop } = usePanelParts()
  const selectAsset = useSelectAsset(composing)
  const history = usePromptHistory(draft.prompt, (prompt) => onChange(() => ({ prompt })))
  const attach = (added: Attachment) => onChange((now) => ({ attachments: withAttachment(now.attachments, added) }))
  const detach = (gone: Pick<Attachment, 'kind' | 'id'>) =>
    onChange((now) => ({ attachments: withoutAttachment(now.attachments, gone) }))
  const shared = { attachments: draft.attachments, model, disabled: false, onDetach: detach }
  return (
    <>
      <div className="compose-field">
        <PictureDrop onAttach={attach} onSelectAsset={selectAsset}>
          <AttachmentChips {...shared} />
          <textarea
            aria-label={branchingTexts.prompt}
            placeholder={branchingTexts.placeholder}
            rows={3}
            value={draft.prompt}
            onChange={(event) => {
              history.endWalk()
              onChange(() => ({ prompt: event.target.value }))
            }}
            onKeyDown={history.stepByKey}
          />
        </PictureDrop>
      </div>
      <div className="compose-chips">
        <ComposerChips
          {...shared}
          wish={draft}
          spread={draft.spread}
          onSpread={(spread) => onChange(() => ({ spread }))}
          onChange={(settings) => onChange(() => settings)}
          onAttach={attach}
          onSelectAsset={selectAsset}
        />
      </div>
    </>
  )
}

type PanelFooterProps = {
  prompt: string
  plan: SpreadPlan
  model: ModelShape | null
  models: ModelsState
  onCancel(): void
  onGo(): void
}

/** What it will be and cost, and the two ways out of the panel. */
function PanelFooter({ onCancel, ...go }: PanelFooterProps) {
  const { GoButton } = usePanelParts()
  return (
    <footer>
      <Button kind="quiet" size="small" className="order-1" onClick={onCancel}>
        {branchingTexts.cancel}
      </Button>
      <GoButton {...go} busy={false} size="small" />
    </footer>
  )
}
