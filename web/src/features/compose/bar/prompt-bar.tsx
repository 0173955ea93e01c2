import { ArrowUp, Check, ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PromptedBranchKind } from '#contract/cards/generation.ts'
import { changedPrompt } from '#domain/prompt/prompt-text.ts'
import { imageAddress } from '#web/data/pictures/image-address.ts'
import { useStore } from '#web/data/store.ts'
import { useBoardSession, useCard, useSelect } from '#web/features/board/board-session.ts'
import { type ImageInHand, useImageInHand } from '#web/features/board/cards/image-in-hand.ts'
import { openPromptBar, showPlace } from '#web/features/board/cards/new-cards.ts'
import { selectNone } from '#web/features/board/selection.ts'
import { promptBarTexts, promptTexts } from '#web/features/compose/texts.ts'
import { PromptField } from '#web/features/prompts/field/prompt-field.tsx'
import { savedSettingsOf } from '#web/features/prompts/field/saved-settings.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { type KeyPress, useKeys } from '#web/ui/keyboard.ts'
import { tryAgain } from '#web/ui/page-states.tsx'
import { DropdownMenu } from '#web/ui/popups.tsx'
import { useDecoded } from '#web/ui/use-decoded.ts'
import { AttachmentChips, PictureDrop } from '../attachments.tsx'
import { CapNote } from '../canvas/cap-note.tsx'
import { composeDraftsOf, optionTexts, prefilledPrompts } from '../canvas/compose-drafts.ts'
import { reopenLeftPanel, startKeepingPanel, useSelectAsset } from '../canvas/left-panel.ts'
import { ModelMenu } from '../canvas/model-menu.tsx'
import { sendComposed } from '../canvas/send-composed.ts'
import { type CanvasDraft, useCanvasDraft, useCanvasPrompt } from '../canvas/use-canvas-draft.ts'
import { useCanvasGo } from '../canvas/use-canvas-go.ts'
import { GoButton, offerOf } from '../go-button.tsx'
import { ModelRatioChip } from '../ratio-chip.tsx'
import { StyleChip } from '../style-chip.tsx'
import { BarSettings, SetChips } from './bar-settings.tsx'
import { composingOf } from './landing-place.tsx'
import './prompt-bar.css'

/**
 * The prompt composer at the bottom of the canvas. With an image in hand Go makes a branch of it, else a new card in the
 * view. It leaves while a panel or a lineage view needs its place; its words stay.
 * @param props.above Is shown with it, above it.
 */
export function PromptBar({ above }: { above: ReactNode }) {
  const session = useBoardSession()
  useEffect(() => {
    reopenLeftPanel(session)
    return startKeepingPanel(session)
  }, [session])
  const isCovered = useSelect(
    session.overlays,
    () => (session.overlays.inSlot('composer') ?? session.overlays.inSlot('lineage')) !== null,
  )
  return isCovered ? null : <VisibleBar above={above} />
}

function VisibleBar({ above }: { above: ReactNode }) {
  const session = useBoardSession()
  const state = useStore(session.promptBar)
  const bar = useRef<HTMLElement>(null)
  const [kind, setKind] = useState<PromptedBranchKind>('remix')
  const inHand = useImageInHand()
  const { target } = composeDraftsOf(session.board.projectId).read('bar')
  const written = useCanvasDraft('bar', (target ?? inHand)?.cardId ?? null)
  const { draft, plan, change } = written
  const { from, isLost, letGo } = useTarget(written)
  useEffect(() => {
    if (session.board.size.get() > 0) return
    // The keyboard of a phone would cover the page.
    if (matchMedia('(hover: hover)').matches) openPromptBar(session)
    else session.promptBar.set('open')
  }, [session])

  /** Whether the next Go leaves the bar open, and the image in hand. */
  const keepsHand = useRef(false)
  const { reason, go: goOnce } = useCanvasGo(
    written,
    async () => {
      const composing = composingOf(session, kind, from)
      if (!keepsHand.current) {
        fold()
        selectNone(session)
      }
      showPlace(session, composing.place)
      await sendComposed(session, composing, { draft, plan, writtenIn: 'bar' })
    },
    isLost ? promptBarTexts.branchesFromNothing : null,
  )
  const go = ({ shiftKey }: Pick<KeyPress, 'shiftKey'>) => {
    keepsHand.current = shiftKey
    goOnce()
  }
  const fold = () => {
    session.promptBar.set('rest')
    if (document.activeElement instanceof HTMLElement && bar.current?.contains(document.activeElement))
      document.activeElement.blur()
  }
  const foldOrLetGo = () => {
    if (state === 'open') {
      fold()
      if (from) document.querySelector<HTMLElement>(`[data-card="${from.cardId}"]`)?.focus({ preventScroll: true })
      return true
    }
    // The page clears other selections.
    if (!target || (inHand && inHand.imageId !== target.imageId)) return false
    letGo()
    return true
  }
  const choose = (chosen: PromptedBranchKind) => {
    setKind(chosen)
    const isPrefilled = [...Object.values(prefilledPrompts), ''].includes(draft.prompt.trim())
    if (isPrefilled) change((now) => changedPrompt(now, prefilledPrompts[chosen]))
    openPromptBar(session)
  }
  useKeys(
    'panel',
    [
      ['Mod+Enter', go],
      ['Mod+Shift+Enter', go],
    ],
    { within: bar },
  )
  useKeys('panel', [['Escape', foldOrLetGo]], { within: bar, reach: 'both' })

  return (
    <section ref={bar} className="prompt-bar" data-state={state} aria-label={promptBarTexts.label}>
      {above}
      <BarContent written={written} reason={reason} onGo={go}>
        {from && <BranchFrom inHand={from} kind={kind} onChoose={choose} onLetGo={letGo} />}
        {isLost && <LostImage onLetGo={letGo} />}
      </BarContent>
    </section>
  )
}

/**
 * The image that Go branches from: the one in hand when the words were written, until the user lets go of it. `isLost` where it was
 * deleted meanwhile: Go makes no new card in place of its branch.
 */
function useTarget({ draft, change }: CanvasDraft) {
  const session = useBoardSession()
  const inHand = useImageInHand()
  const { target } = draft
  const isThere =
    useCard(target?.cardId ?? '', ({ images }) => images.some(({ id }) => id === target?.imageId)) ?? false
  const hasWords = draft.prompt.trim() !== ''
  const keep = useEffectEvent((next: ImageInHand | null) => change(() => ({ target: next })))
  const { cardId, imageId } = inHand ?? {}
  useEffect(() => {
    if (!hasWords && target) keep(null)
    if (hasWords && !target && cardId !== undefined && imageId !== undefined) keep({ cardId, imageId })
  }, [hasWords, target, cardId, imageId])
  return {
    from: target ? (isThere ? target : null) : inHand,
    isLost: hasWords && target !== null && !isThere,
    letGo() {
      selectNone(session)
      keep(null)
    },
  }
}

type BarContentProps = {
  written: CanvasDraft
  reason: string | null
  onGo(event: Pick<KeyPress, 'shiftKey'>): void
  children: ReactNode
}

/** The words, their attachments, and the fixed places; pictures may be dropped anywhere on it. */
function BarContent({ written, reason, onGo, children }: BarContentProps) {
  const session = useBoardSession()
  const { draft, plan, model, models, allModels, change, detach } = written
  const selectAsset = useSelectAsset('bar')
  const { history, editing } = useCanvasPrompt(written)
  const attach: CanvasDraft['attach'] = (attachment) => {
    written.attach(attachment)
    openPromptBar(session)
  }
  const shared = { attachments: draft.attachments, model, disabled: false, onDetach: detach }
  const press = (event: KeyboardEvent) => {
    if (history.stepByKey(event) || event.key !== 'Enter' || event.shiftKey || draft.prompt.includes('\n')) return
    event.preventDefault()
    onGo(event)
  }
  return (
    <PictureDrop onAttach={attach} onSelectAsset={selectAsset}>
      <AttachmentChips {...shared} />
      {children}
      <PromptField
        editing={editing}
        label={promptTexts.label}
        sentTo={shared}
        model={model}
        settings={savedSettingsOf(draft)}
        projectId={session.board.projectId}
        aria-keyshortcuts="/"
        placeholder={promptTexts.placeholder}
        className="bar-text"
        rows={1}
        onFocus={() => session.promptBar.set('open')}
        onKeyDown={press}
      />
      <SetChips written={written} />
      <div className="bar-places">
        {models === 'failed' && (
          <Button kind="line" size="small" onClick={written.readModels}>
            {tryAgain}
          </Button>
        )}
        {model && (
          <ModelMenu model={model} models={allModels} onChoose={(modelName) => change(() => ({ modelName }))} />
        )}
        <StyleChip {...shared} onAttach={attach} />
        <ModelRatioChip
          settings={draft}
          model={model}
          disabled={false}
          onChange={(settings) => change(() => settings)}
        />
        <BarSettings written={{ ...written, attach }} onSelectAsset={selectAsset} />
        <div className="bar-end">
          <GoButton offer={offerOf(plan)} reason={reason} busy={false} size="medium" onGo={onGo} />
        </div>
      </div>
      <IconButton label={promptBarTexts.write} className="bar-write" onClick={() => openPromptBar(session)}>
        <ArrowUp />
      </IconButton>
    </PictureDrop>
  )
}

const LetGo = ({ onPress }: { onPress(): void }) => (
  <IconButton size="small" className="bar-let-go" label={promptBarTexts.letGo} onClick={onPress}>
    <X />
  </IconButton>
)

/** In the place of the image that was deleted. */
function LostImage({ onLetGo }: { onLetGo(): void }) {
  return (
    <div className="bar-branch">
      <div className="bar-hand" role="status">
        <span className="bar-thumbnail" />
        <small className="text-danger">{promptBarTexts.lost}</small>
        <LetGo onPress={onLetGo} />
      </div>
    </div>
  )
}

const kinds = ['enhance', 'remix'] as const satisfies readonly PromptedBranchKind[]

type BranchFromProps = {
  inHand: ImageInHand
  kind: PromptedBranchKind
  onChoose(kind: PromptedBranchKind): void
  onLetGo(): void
}

/** The image that Go branches from, and the kind of the branch. */
function BranchFrom({ inHand: { cardId, imageId }, kind, onChoose, onLetGo }: BranchFromProps) {
  const place = useCard(cardId, ({ images }) => images.findIndex(({ id }) => id === imageId) + 1) ?? 1
  const count = useCard(cardId, ({ images }) => images.length) ?? 1
  return (
    <div className="bar-branch">
      <div className="bar-hand">
        <Thumbnail key={imageId} cardId={cardId} imageId={imageId} />
        <small className="bar-branch-words tabular-nums">{promptBarTexts.branchFrom(place, count)}</small>
        <KindMenu kind={kind} onChoose={onChoose} />
        <LetGo onPress={onLetGo} />
      </div>
      <CapNote parentId={cardId} />
    </div>
  )
}

/** The image in small; its average color until it is loaded, and without a connection. */
function Thumbnail({ cardId, imageId }: ImageInHand) {
  const color = useCard(cardId, ({ images }) => images.find(({ id }) => id === imageId)?.averageColor)
  const { source } = useDecoded(imageAddress(imageId, 64))
  return (
    <span className="bar-thumbnail" style={{ backgroundColor: color ?? undefined }}>
      {source && <img src={source} alt="" />}
    </span>
  )
}

function KindMenu({ kind, onChoose }: Pick<BranchFromProps, 'kind' | 'onChoose'>) {
  const { name } = optionTexts(kind)
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="chip" aria-label={promptBarTexts.kind(name)}>
        {name}
        <ChevronDown aria-hidden="true" className="text-muted" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="start"
          sideOffset={8}
          collisionPadding={16}
          aria-label={promptBarTexts.kinds}
          className="popover menu"
          // The text takes the focus instead.
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          <DropdownMenu.RadioGroup value={kind}>
            {kinds.map((each) => (
              <DropdownMenu.RadioItem
                key={each}
                value={each}
                className="menu-item h-auto py-1.5"
                onSelect={() => onChoose(each)}
              >
                <span>
                  <span className="block">{optionTexts(each).name}</span>
                  <span className="block text-12 text-muted">{optionTexts(each).text}</span>
                </span>
                <DropdownMenu.ItemIndicator className="ml-auto">
                  <Check aria-hidden="true" />
                </DropdownMenu.ItemIndicator>
              </DropdownMenu.RadioItem>
            ))}
          </DropdownMenu.RadioGroup>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
