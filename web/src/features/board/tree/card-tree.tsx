import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { useBoardView, useCard } from '../board-context.ts'
import { revealCard } from '../reveal-card.ts'
import { selectOnly, toggleSelected } from '../selection.ts'
import { boardForest } from './board-forest.ts'
import { treeTexts } from './texts.ts'
import { type Forest, lastOfBranch, nextCard, previousCard, standing } from './walk-tree.ts'

/** How many cards before and after the current one are in the page. */
const reach = 12

/** The cards around one, in the order of the tree. */
function around(forest: Forest, id: string): string[] {
  const found = [id]
  for (let before = previousCard(forest, id), left = reach; before !== null && left > 0; left--) {
    found.unshift(before)
    before = previousCard(forest, before)
  }
  for (let after = nextCard(forest, id), left = reach; after !== null && left > 0; left--) {
    found.push(after)
    after = nextCard(forest, after)
  }
  return found
}

/**
 * All cards as a tree, for people who listen to the page: up and down walk it, left goes to the parent, right to the first
 * branch. The canvas follows. Only the part around the current card is in the page.
 */
export function CardTree() {
  const view = useBoardView()
  const cards = useSettledCards(view.board)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new arrangement is a new forest
  const forest = useMemo(() => boardForest(view.board), [view.board, cards])
  const [wanted, setWanted] = useState<string | null>(null)
  const shouldFocus = useRef(false)
  const list = useRef<HTMLDivElement>(null)
  const current = wanted !== null && view.board.cards.has(wanted) ? wanted : forest.roots()[0]

  useEffect(() => {
    if (!shouldFocus.current || current === undefined) return
    shouldFocus.current = false
    list.current?.querySelector<HTMLElement>(`[data-tree-card="${current}"]`)?.focus()
  }, [current])

  if (current === undefined) return null

  const go = (id: string | null | undefined) => {
    if (id == null) return
    shouldFocus.current = true
    setWanted(id)
  }
  const press = (event: KeyboardEvent) => {
    const [firstRoot] = forest.roots()
    const lastRoot = forest.roots().at(-1)
    if (event.key === 'ArrowDown') go(nextCard(forest, current))
    else if (event.key === 'ArrowUp') go(previousCard(forest, current))
    else if (event.key === 'ArrowLeft') go(forest.parentOf(current))
    else if (event.key === 'ArrowRight') go(forest.childrenOf(current)[0])
    else if (event.key === 'Home') go(firstRoot)
    else if (event.key === 'End') go(lastRoot && lastOfBranch(forest, lastRoot))
    else if (event.key === ' ') toggleSelected(view, current)
    else return
    event.preventDefault()
  }

  return (
    <div ref={list} role="tree" aria-label={treeTexts.label} className="sr-only" onKeyDown={press}>
      {around(forest, current).map((id) => (
        <TreeCard
          key={id}
          id={id}
          forest={forest}
          isCurrent={id === current}
          onFocus={() => {
            setWanted(id)
            if (!view.selection.get().has(id)) selectOnly(view, id)
            revealCard(view, id)
          }}
        />
      ))}
    </div>
  )
}

type TreeCardProps = { id: string; forest: Forest; isCurrent: boolean; onFocus(): void }

const TreeCard = memo(function TreeCard({ id, forest, isCurrent, onFocus }: TreeCardProps) {
  const { board } = useBoardView()
  const prompt = useCard(id, (generation) => generation.prompt) ?? ''
  const model = useCard(id, (generation) => generation.model) ?? ''
  const status = useCard(id, (generation) => generation.status) ?? 'completed'
  const ready = useCard(id, ({ images }) => images.filter((image) => image.status === 'completed').length) ?? 0
  const total = useCard(id, ({ images }) => images.length) ?? 0
  const { level, place, count } = standing(forest, id)
  const isExpanded = forest.childrenOf(id).length > 0 ? true : undefined
  const isCollapsed = board.cards.get(id)?.isCollapsed ?? false
  return (
    <div
      role="treeitem"
      data-tree-card={id}
      tabIndex={isCurrent ? 0 : -1}
      aria-level={level}
      aria-posinset={place}
      aria-setsize={count}
      aria-expanded={isExpanded}
      aria-selected={isCurrent}
      aria-label={treeTexts.card({ prompt, model, status, ready, total, isCollapsed })}
      onFocus={onFocus}
    />
  )
})
