import { useEffect, useLayoutEffect, useRef } from 'react'
import { withWords } from '#domain/prompt/with-words.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { type BoardSession, useBoardSession, useOverlay } from '#web/features/board/board-session.ts'
import type { Composing } from '#web/features/board/overlays.ts'
import { composePanelTexts } from '#web/features/compose/texts.ts'
import { PromptField } from '#web/features/prompts/field/prompt-field.tsx'
import { savedSettingsOf } from '#web/features/prompts/field/saved-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { FloatingPanel } from '#web/ui/floating-panel.tsx'
import { useKeys } from '#web/ui/keyboard.ts'
import { tryAgain } from '#web/ui/page-states.tsx'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { AttachmentChips, PictureDrop } from '../attachments.tsx'
import { ComposerChips } from '../composer-chips.tsx'
import { GoButton, offerOf } from '../go-button.tsx'
import { CapNote } from './cap-note.tsx'
import { optionTexts } from './compose-drafts.ts'
import { useSelectAsset } from './left-panel.ts'
import { ModelMenu } from './model-menu.tsx'
import { startPlacingPanel } from './place-panel.ts'
import { sendComposed } from './send-composed.ts'
import { type CanvasDraft, useCanvasDraft, useCanvasPrompt } from './use-canvas-draft.ts'
import { useCanvasGo } from './use-canvas-go.ts'
import './compose-panel.css'

/** The prompt composer of the canvas, for a branch or a new generation. Renders nothing while closed. */
export function ComposePanel() {
  const session = useBoardSession()
  const composing = useOverlay(session, 'compose')?.composing
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
  const written = useCanvasDraft(composing, parentId)
  const { draft, model, models, allModels, plan, change } = written
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

  const close = () => {
    session.overlays.close('compose')
    if (parentId) document.querySelector<HTMLElement>(`[data-card="${parentId}"]`)?.focus({ preventScroll: true })
  }
  const { reason, go } = useCanvasGo(written, () =>
    sendComposed(session, composing, { draft, plan, writtenIn: 'panel' }),
  )
  useKeys('panel', [['Mod+Enter', go]], { within: panel })
  useKeys('panel', [['Escape', () => session.overlays.close('compose')]], { within: panel, reach: 'page' })

  const title = composing.kind === 'new' ? composePanelTexts.newGeneration : optionTexts(composing.kind).name
  return (
    <FloatingPanel
      title={title}
      closeLabel={composePanelTexts.close}
      part="compose-panel"
      panelRef={panel}
      closesFrom="inside"
      lead={composing.kind !== 'new' && <SourcePicture imageId={composing.source.imageId} />}
      subtitle={<p className="min-w-0 truncate text-12 text-muted">{originOf(session, composing)}</p>}
      actions={
        <>
          {models === 'failed' && (
            <Button kind="line" size="small" onClick={written.readModels}>
              {tryAgain}
            </Button>
          )}
          {model && (
            <ModelMenu model={model} models={allModels} onChoose={(modelName) => change(() => ({ modelName }))} />
          )}
        </>
      }
      onClose={close}
    >
      {parentId !== null && <CapNote parentId={parentId} />}
      <Written composing={composing} written={written} />
      <footer>
        <Button kind="quiet" size="small" className="order-1" onClick={close}>
          {composePanelTexts.cancel}
        </Button>
        <GoButton offer={offerOf(plan)} reason={reason} busy={false} size="small" onGo={go} />
      </footer>
    </FloatingPanel>
  )
}

/** The image that a branch starts from, in the head of its panel. */
function SourcePicture({ imageId }: { imageId: string }) {
  const { source } = useDecoded(imageAddress(imageId, 64))
  return (
    <span className="compose-source w-10 flex-none overflow-hidden rounded-8 bg-raised">
      {source && <img className="size-full object-cover" src={source} alt="" />}
    </span>
  )
}

type WrittenProps = { composing: Composing; written: CanvasDraft }

/** The attachments, the text, and the chips under it. */
function Written({ composing, written }: WrittenProps) {
  const { draft, model, plan, change, attach, detach } = written
  const selectAsset = useSelectAsset(composing)
  const session = useBoardSession()
  const { history, editing } = useCanvasPrompt(written)
  const shared = { attachments: draft.attachments, model, disabled: false, onDetach: detach }
  return (
    <>
      <div className="compose-field rounded-[10px] bg-well p-1">
        <PictureDrop onAttach={attach} onSelectAsset={selectAsset}>
          <AttachmentChips {...shared} />
          <PromptField
            editing={editing}
            label={composePanelTexts.prompt}
            sentTo={shared}
            model={model}
            settings={savedSettingsOf(draft)}
            projectId={session.board.projectId}
            placeholder={composePanelTexts.placeholder}
            rows={3}
            onKeyDown={history.stepByKey}
          />
        </PictureDrop>
      </div>
      <div className="flex flex-wrap gap-x-0.5 gap-y-0 py-2 max-sm:-mx-3 max-sm:scrollbar-none max-sm:flex-nowrap max-sm:overflow-x-auto max-sm:px-3">
        <ComposerChips
          {...shared}
          settings={draft}
          spread={draft.spread}
          cards={plan.count}
          onSpread={(spread) => change(() => ({ spread }))}
          onChange={(settings) => change(() => settings)}
          onAddWords={(words) => change((now) => ({ prompt: withWords(now.prompt, words) }))}
          onAttach={attach}
          onSelectAsset={selectAsset}
        />
      </div>
    </>
  )
}
