import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { type Attachment, withAttachment, withoutAttachment } from '#domain/prompt/attachment.ts'
import { type AskedModel, type ModelsState, modelsState, useWithinPlan } from '#web/data/models.ts'
import { usePromptHistory } from '#web/data/prompt-history/use-prompt-history.ts'
import { modelsQuery } from '#web/data/queries.ts'
import { type SpreadPlan, spreadPlan } from '#web/data/spread/spread-plan.ts'
import { type BoardSession, useBoardSession, useCard, useOverlay } from '#web/features/board/board-session.ts'
import type { Composing } from '#web/features/board/overlays.ts'
import { composePanelTexts } from '#web/features/compose/texts.ts'
import { Button } from '#web/ui/button.tsx'
import { FloatingPanel } from '#web/ui/floating-panel.tsx'
import { useKeys } from '#web/ui/keyboard.ts'
import { tryAgain } from '#web/ui/page-states.tsx'
import { AttachmentChips } from '../attachments.tsx'
import { ComposerChips } from '../composer-chips.tsx'
import { GoButton } from '../go-button.tsx'
import { PictureDrop } from '../picture-drop.tsx'
import { CapNote } from './cap-note.tsx'
import { type ComposeDraft, composeDraftsOf, optionTexts } from './compose-drafts.ts'
import { composeModel } from './compose-model.ts'
import { reopenLeftPanel, startKeepingPanel, useSelectAsset } from './left-panel.ts'
import { ModelMenu } from './model-menu.tsx'
import { startPlacingPanel } from './panel-place.tsx'
import { sendComposed } from './send-composed.ts'
import './compose-panel.css'

/** The prompt composer of the canvas, for a branch or a new generation. Renders nothing while closed. */
export function ComposePanel() {
  const session = useBoardSession()
  const composing = useOverlay(session, 'compose')?.composing
  useEffect(() => {
    reopenLeftPanel(session)
    return startKeepingPanel(session)
  }, [session])
  if (!composing) return null
  const key = composing.kind === 'new' ? 'new' : `${composing.kind} ${composing.source.imageId}`
  return <OpenPanel key={key} composing={composing} />
}

/** 'from image 2 of 4'; null for a new generation. */
function originOf({ board }: BoardSession, composing: Composing): string | null {
  if (composing.kind === 'new') return null
  const images = board.getGeneration(composing.source.parentId)?.images ?? []
  const place = images.findIndex(({ id }) => id === composing.source.imageId)
  return composePanelTexts.fromImage(place + 1, images.length)
}

function OpenPanel({ composing }: { composing: Composing }) {
  const session = useBoardSession()
  const parentId = composing.kind === 'new' ? null : composing.source.parentId
  const drafts = composeDraftsOf(session.board.projectId)
  const draft = useSyncExternalStore(drafts.subscribe, () => drafts.read(composing))
  const query = useQuery(modelsQuery)
  const { data: models = [] } = query
  const parent = useCard(parentId ?? '', (generation) => generation) ?? null
  const model = useWithinPlan(composeModel(models, { chosen: draft.modelName, parent }))
  const plan = spreadPlan(draft, model, models)
  const panel = useRef<HTMLElement>(null)

  useLayoutEffect(
    () => (panel.current ? startPlacingPanel(panel.current, session, composing) : undefined),
    [session, composing],
  )
  useEffect(() => {
    const text = panel.current?.querySelector('textarea')
    text?.focus({ preventScroll: true })
    text?.setSelectionRange(text.value.length, text.value.length)
  }, [])
  useEffect(() => {
    if (parentId === null) return
    // Closes the panel when its parent is deleted, here or in another tab.
    return session.board.onArrange(() => {
      if (!session.board.getGeneration(parentId)) session.overlays.close('compose')
    })
  }, [session, parentId])

  const navigate = useNavigate()

  /** Read at each use: uploads arrive asynchronously. */
  const change = (part: (now: ComposeDraft) => Partial<ComposeDraft>) => {
    const now = drafts.read(composing)
    drafts.keep(composing, { ...now, ...part(now) })
  }
  const close = () => {
    session.overlays.close('compose')
    if (parentId) document.querySelector<HTMLElement>(`[data-card="${parentId}"]`)?.focus({ preventScroll: true })
  }
  const go = () => {
    const seePlans = () => void navigate({ to: '/pricing' })
    if (plan.cards.length > 0 && draft.prompt.trim() !== '')
      void sendComposed(session, composing, { draft, plan, writtenIn: 'panel', seePlans })
  }
  useKeys('panel', [['Mod+Enter', go]], { within: panel })
  useKeys('panel', [['Escape', () => session.overlays.close('compose')]], { within: panel, reach: 'page' })

  const title = composing.kind === 'new' ? composePanelTexts.newGeneration : optionTexts(composing.kind).name
  return (
    <FloatingPanel
      title={title}
      closeLabel={composePanelTexts.close}
      className="compose-panel"
      panelRef={panel}
      closesFrom="inside"
      subtitle={<p className="min-w-0 truncate text-12 text-muted">{originOf(session, composing)}</p>}
      actions={
        <>
          {modelsState(query) === 'failed' && (
            <Button kind="line" size="small" onClick={() => void query.refetch()}>
              {tryAgain}
            </Button>
          )}
          {model && <ModelMenu model={model} models={models} onChoose={(modelName) => change(() => ({ modelName }))} />}
        </>
      }
      onClose={close}
    >
      {parentId !== null && <CapNote parentId={parentId} />}
      <Written composing={composing} draft={draft} model={model} onChange={change} />
      <PanelFooter
        prompt={draft.prompt}
        plan={plan}
        model={model}
        models={modelsState(query)}
        onCancel={close}
        onGo={go}
      />
    </FloatingPanel>
  )
}

type WrittenProps = {
  composing: Composing
  draft: ComposeDraft
  model: AskedModel | null
  onChange(part: (now: ComposeDraft) => Partial<ComposeDraft>): void
}

/** The attachments, the text, and the chips under it. */
function Written({ composing, draft, model, onChange }: WrittenProps) {
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
            aria-label={composePanelTexts.prompt}
            placeholder={composePanelTexts.placeholder}
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
          settings={draft}
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
  model: AskedModel | null
  models: ModelsState
  onCancel(): void
  onGo(): void
}

/** The price, Go, and the close button. */
function PanelFooter({ onCancel, ...go }: PanelFooterProps) {
  return (
    <footer>
      <Button kind="quiet" size="small" className="order-1" onClick={onCancel}>
        {composePanelTexts.cancel}
      </Button>
      <GoButton {...go} busy={false} size="small" />
    </footer>
  )
}
