import { ChevronDown, ChevronUp } from 'lucide-react'
import { memo, useRef, useState } from 'react'
import { totalCost } from '#domain/lineage/branch-cost.ts'
import { editBoard } from '#web/data/board/edit-board.ts'
import { useBoardView, useCard, useSelect } from './board-context.ts'
import { GeneratingNote } from './branching/awaited-card.tsx'
import { CardActions } from './card-actions.tsx'
import { CardMaking } from './card-making.tsx'
import { onCardFocus } from './reveal-card.ts'
import { boardTexts } from './texts.ts'
import { Tile } from './tile.tsx'
import { useDragCard } from './use-drag-card.ts'
import { useFollowDrag } from './use-follow-drag.ts'

type CardProps = { id: string; x: number; y: number; isCollapsed: boolean; order: number }

/** One generation: its prompt, its pictures, its settings. Reads itself from the board, part by part. */
export const Card = memo(function Card({ id, x, y, isCollapsed, order }: CardProps) {
  const view = useBoardView()
  const { board, selection, hovered, traced, dragged, hits, pulsed } = view
  const prompt = useCard(id, (generation) => generation.prompt)
  const parentPrompt = useCard(id, ({ parentGenerationId }) =>
    parentGenerationId === null ? null : (board.getGeneration(parentGenerationId)?.prompt ?? null),
  )
  const model = useCard(id, (generation) => generation.model)
  const settings = useCard(id, (generation) => generation.settings)
  // What an image costs would tell which model made it.
  const cost = useCard(id, (generation) => (board.hidesModel(id) ? 0 : totalCost(generation)))
  const imageCount = useCard(id, (generation) => generation.images.length)
  const isSelected = useSelect(selection, (ids) => ids.has(id) && (ids.size === 1 ? 'alone' : 'together'))
  const isDimmed = useSelect(hits, (found) => found !== null && !found.has(id))
  const isJoined = useSelect(traced, (branch) => branch?.parentId === id || branch?.childId === id)
  const isPulsed = useSelect(pulsed, (pulsedId) => pulsedId === id)
  const isRunning = useCard(id, ({ status }) => status === 'queued' || status === 'running')
  const isDragged = useSelect(dragged, (cards) => cards?.ids.has(id) ?? false)
  const [wasInUse, setInUse] = useState(false)
  const element = useRef<HTMLElement>(null)
  useFollowDrag(id, element)
  const startDrag = useDragCard(id)
  const onFocus = onCardFocus(view, id)

  const toggle = () =>
    editBoard(
      board,
      [{ kind: 'collapse', generationId: id, isCollapsed: !isCollapsed }],
      boardTexts.collapsed(isCollapsed ? 'expanded' : 'collapsed', 1),
    )

  if (prompt === undefined || parentPrompt === undefined || !settings) return null
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
      style={{ transform: `translate(${x}px, ${y}px)`, zIndex: `var(--raised-card, ${order})` }}
      onPointerDown={(event) => element.current && startDrag(event.nativeEvent, element.current)}
      // Not 'enter': React tells of none where what the pointer was on before is gone, as when the card comes up under it.
      onPointerOver={() => {
        hovered.set(id)
        setInUse(true)
      }}
      onPointerLeave={() => hovered.get() === id && hovered.set(null)}
      onFocus={(event) => {
        setInUse(true)
        onFocus(event)
      }}
    >
      {/* Before anybody points at it they would only cost: a third of what the browser does for a card in every frame. */}
      {(wasInUse || isSelected === 'alone') && <CardActions id={id} />}
      <p className="card-prompt">{prompt}</p>
      {!isCollapsed && (
        <div className="card-pictures">
          {Array.from({ length: imageCount ?? 0 }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what tells one tile from another
            <Tile key={place} cardId={id} place={place} />
          ))}
        </div>
      )}
      <footer className="card-footer">
        <CardMaking model={model ?? ''} settings={settings} cost={cost ?? 0} />
        {isRunning && <GeneratingNote />}
        <button type="button" className="card-toggle" aria-expanded={!isCollapsed} onClick={toggle}>
          {isCollapsed ? boardTexts.expand : boardTexts.collapse}
          {isCollapsed ? <ChevronDown aria-hidden="true" /> : <ChevronUp aria-hidden="true" />}
        </button>
      </footer>
    </article>
  )
})
