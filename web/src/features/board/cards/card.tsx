import { ArrowUp, Bot, ChevronDown, ChevronUp, type LucideIcon, Pencil, RefreshCw } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import type { BranchKind } from '#contract/cards/generation.ts'
import { commonFailure } from '#domain/generation/common-failure.ts'
import { shownModel } from '#domain/generation/origin.ts'
import { isPending } from '#domain/generation/status.ts'
import { cardForm } from '#domain/layout/picture-box.ts'
import { totalCost } from '#domain/lineage/branch-cost.ts'
import { sketchModel } from '#domain/models/sketch-model.ts'
import { formStyle } from '#web/canvas/card-form.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { LazySlot, offlinePart } from '#web/ui/lazy-part.tsx'
import { settingsText, singleFacts } from '../board-scene.ts'
import { useBoardSession, useCard, useSelect } from '../board-session.ts'
import { pathToRoots } from '../selection.ts'
import { boardTexts } from '../texts.ts'
import { onCardFocus } from '../view-moves.ts'
import { useDragCard, useFollowDrag } from './drag-cards.ts'
import { useGrowth } from './growth.ts'
import { ImageSlot } from './image-slot.tsx'

/** Tools raised over a card that is in use. */
const cardLift = offlinePart(async () => (await import('./card-lift.tsx')).CardLift)
const failedPanel = offlinePart(async () => (await import('./failed-panel.tsx')).FailedPanel)

type CardProps = { id: string; x: number; y: number; isCollapsed: boolean; order: number }

/** One generation: its prompt, images and settings. Subscribes to the board part by part. */
export const Card = memo(function Card({ id, x, y, isCollapsed, order }: CardProps) {
  const session = useBoardSession()
  const { board, selection, hovered, pointed, traced, dragged, hits, pulsed } = session
  const prompt = useCard(id, (generation) => generation.prompt)
  const parentPrompt = useCard(id, ({ parentGenerationId }) =>
    parentGenerationId === null ? null : (board.getGeneration(parentGenerationId)?.prompt ?? null),
  )
  const model = useCard(id, (generation) => shownModel(generation.model))
  const settings = useCard(id, settingsText)
  const branchKind = useCard(id, (generation) => generation.branchKind)
  const form = useCard(id, ({ images }) => cardForm(images))
  // The price of an image would reveal its model.
  const cost = useCard(id, totalCost)
  const maker = useCard(id, ({ madeBy }) => madeBy?.name)
  const imageCount = useCard(id, (generation) => generation.images.length)
  const failure = useCard(id, ({ images }) => commonFailure(images)) ?? null
  const isSelected = useSelect(selection, ({ cards }) => cards.has(id) && (cards.size === 1 ? 'alone' : 'together'))
  const isDimmed = useSelect(hits, (found) => found !== null && !found.has(id))
  const isJoined = useSelect(traced, (branch) => branch?.parentId === id || branch?.childId === id)
  const isPulsed = useSelect(pulsed, (pulsedId) => pulsedId === id)
  const isRunning = useCard(id, ({ status }) => isPending(status))
  const isDragged = useSelect(dragged, (moved) => moved?.cards.has(id) ?? false)
  const [wasInUse, setInUse] = useState(false)
  const element = useRef<HTMLElement>(null)
  useFollowDrag(id, element)
  useGrowth(element, id, { x, y })
  const startDrag = useDragCard(id)
  const onFocus = onCardFocus(session, id)

  const toggle = () =>
    editBoard(
      board,
      [{ kind: 'collapse', generationId: id, isCollapsed: !isCollapsed }],
      boardTexts.collapsed(isCollapsed ? 'expanded' : 'collapsed', 1),
    )

  if (prompt === undefined || parentPrompt === undefined || !form) return null
  return (
    <article
      ref={element}
      data-card={id}
      data-drag={isSelected ? 'touch' : ''}
      aria-label={boardTexts.card(prompt, parentPrompt)}
      // A card takes the focus, so that arrows can move it and Delete can ask.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is handled by keys
      tabIndex={0}
      className="card"
      data-selected={isSelected || undefined}
      data-dimmed={isDimmed || undefined}
      data-collapsed={isCollapsed || undefined}
      data-joined={isJoined || undefined}
      data-pulse={isPulsed || undefined}
      data-dragging={isDragged ? '' : undefined}
      style={{ ...formStyle(form), transform: `translate(${x}px, ${y}px)`, zIndex: `var(--raised-card, ${order})` }}
      onPointerDown={(event) => element.current && startDrag(event.nativeEvent, element.current)}
      // Not 'enter': React sends none where the element below the pointer was removed, as when the card appears under
      // it.
      onPointerOver={() => {
        hovered.set(id)
        setInUse(true)
      }}
      onPointerLeave={() => {
        if (hovered.get() === id) hovered.set(null)
        if (pointed.get()?.cardId === id) pointed.set(null)
      }}
      onFocus={(event) => {
        setInUse(true)
        onFocus(event)
      }}
    >
      {/* Mounted on first use: they are a third of what the browser does for a card in every frame. */}
      {(wasInUse || isSelected === 'alone') && <LazySlot part={cardLift} props={{ id, isCollapsed }} />}
      {branchKind && <KindMark cardId={id} kind={branchKind} isRunning={isRunning ?? false} />}
      {!isCollapsed && (
        <div className="card-pictures">
          {Array.from({ length: imageCount ?? 0 }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an image slot is identified by its place
            <ImageSlot key={place} cardId={id} place={place} />
          ))}
          {failure !== null && <LazySlot part={failedPanel} props={{ cardId: id, code: failure }} />}
        </div>
      )}
      {!isCollapsed && imageCount === 1 && <SingleFacts id={id} />}
      <footer className="card-caption">
        <p className="card-prompt" dir="auto">
          {prompt}
        </p>
        <div className="card-facts">
          {isRunning && <GeneratingNote />}
          <CardFacts model={model ?? ''} settings={settings ?? ''} cost={cost ?? 0} />
          {maker !== undefined && (
            <span className="card-maker" data-tooltip={boardTexts.madeBy(maker)}>
              <Bot aria-hidden="true" />
              {boardTexts.madeBy(maker)}
            </span>
          )}
          <button type="button" className="card-toggle" aria-expanded={!isCollapsed} onClick={toggle}>
            {isCollapsed ? boardTexts.expand : boardTexts.collapse}
            {isCollapsed ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
          </button>
        </div>
      </footer>
    </article>
  )
})

/** Beside a single picture, on its lower edge. */
function SingleFacts({ id }: { id: string }) {
  const left = useCard(id, (generation) => singleFacts(generation)?.left)
  const pixels = useCard(id, (generation) => singleFacts(generation)?.pixels)
  const day = useCard(id, (generation) => singleFacts(generation)?.day)
  const createdAt = useCard(id, (generation) => generation.createdAt)
  if (pixels === undefined || left === undefined || left === null) return null
  return (
    <p className="card-single-facts" style={{ left }}>
      <span>{pixels}</span>
      <time dateTime={createdAt}>{day}</time>
    </p>
  )
}

const kindIcons: Readonly<Record<BranchKind, LucideIcon>> = { enhance: ArrowUp, remix: RefreshCw, edit: Pencil }

type KindMarkProps = { cardId: string; kind: BranchKind; isRunning: boolean }

/** The kind of branch of a card, where its line enters: lit with it. */
function KindMark({ cardId, kind, isRunning }: KindMarkProps) {
  const { board, selection } = useBoardSession()
  const isOnPath = useSelect(selection, ({ cards }) => pathToRoots(board.cards, cards).has(cardId))
  const Icon = kindIcons[kind]
  return (
    <span
      className="card-kind"
      role="img"
      aria-label={boardTexts.kinds[kind]}
      data-tooltip={boardTexts.kinds[kind]}
      data-lit={isOnPath || isRunning || undefined}
    >
      <Icon aria-hidden="true" />
    </span>
  )
}

type CardFactsProps = {
  model: string
  /** Of the images, in words; empty for none. */
  settings: string
  /** Hundredths of a credit; 0 is not shown. */
  cost: number
}

/** The facts in a card's footer: its model, the size of its images, and its cost. */
export function CardFacts({ model, settings, cost }: CardFactsProps) {
  return (
    <>
      <span className="font-medium text-ink">{model}</span>
      {model === sketchModel.name && (
        <span className="badge" data-tooltip={sketchModel.description}>
          {sketchModel.badge}
        </span>
      )}
      {settings !== '' && (
        <span className="card-settings tabular-nums">
          {settings}
          {cost > 0 && <span className="card-cost">{boardTexts.cost(cost)}</span>}
        </span>
      )}
    </>
  )
}

/** The note that a card's images are being generated. */
export function GeneratingNote() {
  return <span className="generating inline-flex items-center gap-[0.5em] font-medium">{boardTexts.generating}</span>
}
