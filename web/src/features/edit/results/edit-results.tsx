import { GitBranch, Info, RefreshCw, Star } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { GenerationShape } from '#contract/cards/generation.ts'
import type { ImageShape } from '#contract/cards/image.ts'
import { operationTitle } from '#domain/edit/operation.ts'
import { formatPrice } from '#domain/format.ts'
import { finishedImages, hasEnded } from '#domain/generation/status.ts'
import { useGeneration } from '#web/data/board/use-board.ts'
import { imageAddress, uploadAddress } from '#web/data/pictures/image-address.ts'
import { useBoardSession } from '#web/features/board/board-session.ts'
import { deleteCards } from '#web/features/board/cards/delete-selected.ts'
import { toggleFeedback } from '#web/features/board/cards/picture-actions.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useKeys } from '#web/ui/keyboard.ts'
import { dialogOf, Segments } from '../controls.tsx'
import { executorName } from '../editor-panel.tsx'
import { EditorPanelBody } from '../editor-parts.tsx'
import { EditStage, useStageView } from '../stage/edit-stage.tsx'
import { editorTexts } from '../texts.ts'
import { ComparedPicture, type CompareView, canBeLaidOver, compareViews } from './compared-picture.tsx'
import { canReject, OnSiblings, type Sibling, Verdict, wordsOf } from './siblings.tsx'
import './edit-results.css'

type EditResultsProps = {
  /** The image that was edited, and its card. */
  source: ImageShape
  parent: GenerationShape
  made: GenerationShape
  /** When all of them had come; null before. Milliseconds since 1970. */
  endedAtMs: number | null
  /** The same edit on other images of the card. */
  siblings: readonly Sibling[]
  /** Index of the shown one; 0: the edit itself. */
  at: number
  onShow(index: number): void
  onAsked(siblings: readonly Sibling[]): void
  /** The bar and the buttons at the top of the editor. */
  top(controls: ReactNode): ReactNode
  /** Closes the editor. */
  onDone(): void
  /** Edits this result. */
  onGoOn(cardId: string, imageId: string): void
  /** Back to the picture and its selection. */
  onAgain(): void
  /** Selects again what was selected. */
  onUseMask(maskId: string): void
}

/** The results of an edit beside the picture before: one is chosen, or all are discarded. */
export function EditResults({ source, parent, made, endedAtMs, siblings, at, top, ...on }: EditResultsProps) {
  const { onShow, onAsked, onDone, onGoOn, onAgain, onUseMask } = on
  const session = useBoardSession()
  const { board } = session
  const dialog = useRef<Element | null>(null)
  const [view, setView] = useState<CompareView>('slider')
  const [isBeforeHeld, setBeforeHeld] = useState(false)
  const [isRecordOpen, setRecordOpen] = useState(false)
  const shown = siblings.find(({ id }) => id === board.getGeneration(id)?.id && id === siblings[at - 1]?.id)
  const group = useGeneration(board, shown?.id ?? made.id, (generation) => generation) ?? made
  const [shownId, setShownId] = useState<string | null>(null)
  const finished = finishedImages(group.images)
  const image = finished.find(({ id }) => id === shownId) ?? finished[0]
  // The first that has come stays shown when one with a lower number comes later.
  if (image && image.id !== shownId) setShownId(image.id)
  const before = shown ? (parent.images.find(({ id }) => id === group.parentImageId) ?? source) : source

  const choose = () => {
    if (!image) return
    if (!image.feedback.includes('star')) toggleFeedback(board, image.id, 'star')
    onDone()
  }
  const discard = () => {
    deleteCards(board, [made.id, ...siblings.map(({ id }) => id)])
    onDone()
  }
  /** Accepts or rejects what was made of a sibling, and shows the next. */
  const judge = (verdict: 'accept' | 'reject') => {
    if (!shown || (verdict === 'accept' ? !image : !canReject(group))) return
    if (verdict === 'accept' && image && !image.feedback.includes('star')) toggleFeedback(board, image.id, 'star')
    if (verdict === 'reject') deleteCards(board, [group.id])
    const left = verdict === 'reject' ? siblings.filter(({ id }) => id !== shown.id) : siblings
    onAsked(left)
    onShow(verdict === 'reject' ? Math.min(at, left.length) : Math.min(at + 1, left.length))
  }
  useKeys(
    'dialog',
    [
      ...finished.map(({ id, orderNum }) => [String(orderNum + 1), () => setShownId(id)] as const),
      ['\\', () => setBeforeHeld(true)],
      ['Enter', () => (shown ? judge('accept') : false)],
      ['Delete', () => (shown ? judge('reject') : false)],
      ['Backspace', () => (shown ? judge('reject') : false)],
    ],
    { within: dialog },
  )

  // A sibling without a result yet shows what it is made of.
  const onStage = image ?? before
  const stage = useStageView({ x: 0, y: 0, width: onStage.width, height: onStage.height })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key that was pressed is released anywhere in the editor
    <div
      ref={dialogOf(dialog)}
      className="contents"
      onKeyUp={(event) => event.key === '\\' && setBeforeHeld(false)}
      onBlur={() => setBeforeHeld(false)}
    >
      <div className="edit-room" data-results>
        {top(
          <>
            {image && canBeLaidOver(group.edit, before, image) && (
              <div className="edit-options island scroll-row">
                <Segments<CompareView>
                  label={editorTexts.view}
                  value={view}
                  values={compareViews.map((value) => ({ value, text: editorTexts[value] }))}
                  onChange={setView}
                />
              </div>
            )}
            <IconButton
              label={editorTexts.whatWasDone}
              className="ml-auto hidden max-lg:inline-grid"
              aria-expanded={isRecordOpen}
              onClick={() => setRecordOpen(!isRecordOpen)}
            >
              <Info />
            </IconButton>
          </>,
        )}
        <EditStage
          image={{ ...onStage, prompt: image ? group.prompt : parent.prompt }}
          view={stage}
          area={{ x: 0, y: 0, width: onStage.width, height: onStage.height }}
          turned={0}
          begin={() => null}
          brush={null}
          onPicture={
            image && (
              <ComparedPicture
                key={`over ${image.id}`}
                edit={group.edit}
                before={before}
                after={image}
                view={view}
                isBeforeHeld={isBeforeHeld}
              />
            )
          }
        />
        <div className="edit-results absolute bottom-5 left-1/2 z-tools flex max-w-[calc(100%_-_32px)] -translate-x-1/2 items-center gap-5 rounded-20 bg-panel py-2.5 pr-3.5 pl-2.5 shadow-(--shadow-float) max-sm:bottom-[84px] max-sm:left-2 max-sm:w-[calc(100%_-_16px)] max-sm:max-w-none max-sm:translate-none max-sm:flex-col max-sm:items-stretch max-sm:gap-3">
          <ResultThumbs
            before={before}
            images={group.images}
            chosen={image?.id ?? null}
            onHoldBefore={setBeforeHeld}
            onShow={setShownId}
          />
          <div className="min-w-0">
            <p className="mb-2.5 flex max-w-[320px] items-center gap-1.5 text-[12px] text-muted">
              <GitBranch className="w-3.5 flex-none" aria-hidden="true" />
              <span className="truncate">
                {editorTexts.savedAs} {parent.prompt}
              </span>
            </p>
            <div className="flex gap-2">
              {shown ? (
                <Verdict made={group} hasResult={image !== undefined} onJudge={judge} />
              ) : (
                image && (
                  <>
                    <Button kind="solid" onClick={choose}>
                      <Star aria-hidden="true" />
                      {editorTexts.choose(image.orderNum + 1)}
                    </Button>
                    <Button kind="line" onClick={() => onGoOn(group.id, image.id)}>
                      {editorTexts.goOn(image.orderNum + 1)}
                    </Button>
                    <IconButton label={editorTexts.again} onClick={onAgain}>
                      <RefreshCw />
                    </IconButton>
                  </>
                )
              )}
            </div>
          </div>
        </div>
      </div>
      <aside className="edit-panel" data-results data-open={isRecordOpen || undefined} aria-label={editorTexts.results}>
        <header>
          <h2>{editorTexts.title}</h2>
        </header>
        <EditorPanelBody>
          <WhatWasDone made={group} endedAtMs={group.id === made.id ? endedAtMs : null} onUseMask={onUseMask} />
          <OnSiblings
            parent={parent}
            source={source}
            made={made}
            siblings={siblings}
            at={at}
            onShow={(index) => {
              onShow(index)
              // On a phone the record lies over the verdict.
              setRecordOpen(false)
            }}
            onAsked={onAsked}
          />
        </EditorPanelBody>
        <footer className="edit-two">
          <Button kind="line" onClick={discard}>
            {editorTexts.discard}
          </Button>
          <Button kind="solid" onClick={onDone}>
            {editorTexts.done}
          </Button>
        </footer>
      </aside>
    </div>
  )
}

type ThumbsProps = {
  before: ImageShape
  images: readonly ImageShape[]
  chosen: string | null
  onHoldBefore(isHeld: boolean): void
  onShow(imageId: string): void
}

/** The picture before, which is shown while it is held, and each result; those that are still made shimmer. */
function ResultThumbs({ before, images, chosen, onHoldBefore, onShow }: ThumbsProps) {
  return (
    <fieldset className="edit-thumbs flex items-center gap-2" aria-label={editorTexts.results}>
      <button
        className="aria-pressed:font-medium"
        type="button"
        aria-label={editorTexts.holdBefore}
        onPointerDown={() => onHoldBefore(true)}
        onPointerUp={() => onHoldBefore(false)}
        onPointerLeave={() => onHoldBefore(false)}
      >
        <img src={imageAddress(before.id, 256)} alt="" draggable={false} />
        <span>{editorTexts.before}</span>
      </button>
      <span className="h-14 w-px bg-hairline" />
      {images.map((image) => {
        const number = image.orderNum + 1
        if (image.status === 'completed')
          return (
            <button
              key={image.id}
              type="button"
              aria-label={editorTexts.result(number)}
              aria-pressed={image.id === chosen}
              onClick={() => onShow(image.id)}
            >
              <img src={imageAddress(image.id, 256)} alt="" draggable={false} />
              <span className="tabular-nums">{number}</span>
            </button>
          )
        return (
          <span key={image.id} className="edit-thumb-waiting" data-tooltip={image.error?.message}>
            <i className={hasEnded(image.status) ? '' : 'shimmer'} />
            <span>{hasEnded(image.status) ? '–' : '…'}</span>
          </span>
        )
      })}
    </fieldset>
  )
}

type WhatWasDoneProps = { made: GenerationShape; endedAtMs: number | null; onUseMask(maskId: string): void }

function WhatWasDone({ made, endedAtMs, onUseMask }: WhatWasDoneProps) {
  const { edit, editRecord, executor } = made
  if (!edit) return null
  const words = wordsOf(made)
  const seconds = endedAtMs === null ? null : secondsBetween(made.createdAt, endedAtMs)
  const maskId = editRecord?.maskId ?? null
  return (
    <section className="edit-record" aria-label={editorTexts.whatWasDone}>
      <h3>{editorTexts.whatWasDone}</h3>
      <p className="lightbox-prompt">{words === '' ? operationTitle[edit.operation] : words}</p>
      <dl className="edit-facts grid grid-cols-[84px_minmax(0,1fr)] text-13 [&_dt]:text-muted">
        {maskId && (
          <>
            <dt>{editorTexts.selection}</dt>
            <dd className="edit-masks flex items-center gap-1.5">
              <img src={uploadAddress(maskId, 64)} alt="" />
              <Button kind="line" size="small" onClick={() => onUseMask(maskId)}>
                {editorTexts.useAgain}
              </Button>
            </dd>
            {edit.operation !== 'remove-background' && (
              <>
                <dt>{editorTexts.outside}</dt>
                <dd>{editorTexts.unchanged}</dd>
              </>
            )}
          </>
        )}
        <dt>{editorTexts.executor}</dt>
        <dd>{executorName(executor ?? '')}</dd>
        <dt>{editorTexts.cost}</dt>
        <dd>
          {editorTexts.costOf(
            made.price === 0 ? editorTexts.free : editorTexts.credits(formatPrice(made.price)),
            seconds,
          )}
        </dd>
      </dl>
    </section>
  )
}

/** The seconds from when it was asked for, at least 1. */
export const secondsBetween = (createdAt: string, endedAtMs: number) =>
  Math.max(1, (endedAtMs - Date.parse(createdAt)) / 1_000)
