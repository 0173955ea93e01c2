import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { shownModel } from '#domain/generation/origin.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { useSettledCards } from '#web/data/board/use-board.ts'
import { useBoardSession, useCard } from '../board-session.ts'
import { selectOnly, toggleSelected } from '../selection.ts'
import { treeTexts } from '../texts.ts'
import { revealCard } from '../view-moves.ts'

/** Number of cards before and after the current one that are rendered. */
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
 * All cards as a tree, for screen readers: up and down step through it, left goes to the parent, right to the first
 * branch. The canvas follows. Only the part around the current card is rendered.
 */
export function CardTree() {
  const session = useBoardSession()
  const cards = useSettledCards(session.board)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new arrangement is a new forest
  const forest = useMemo(() => boardForest(session.board), [session.board, cards])
  const [wanted, setWanted] = useState<string | null>(null)
  const shouldFocus = useRef(false)
  const list = useRef<HTMLDivElement>(null)
  const current = wanted !== null && session.board.cards.has(wanted) ? wanted : forest.roots()[0]

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
    else if (event.key === ' ') toggleSelected(session, current)
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
            if (!session.selection.get().cards.has(id)) selectOnly(session, id)
            revealCard(session, id)
          }}
        />
      ))}
    </div>
  )
}

type TreeCardProps = { id: string; forest: Forest; isCurrent: boolean; onFocus(): void }

const TreeCard = memo(function TreeCard({ id, forest, isCurrent, onFocus }: TreeCardProps) {
  const { board } = useBoardSession()
  const prompt = useCard(id, (generation) => generation.prompt) ?? ''
  const model = useCard(id, (generation) => shownModel(generation.model)) ?? ''
  const status = useCard(id, (generation) => generation.status) ?? 'completed'
  const ready = useCard(id, ({ images }) => images.filter((image) => image.status === 'completed').length) ?? 0
  const total = useCard(id, ({ images }) => images.length) ?? 0
  // The arrangement follows a deletion a moment later.
  if (!board.cards.has(id)) return null
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

/** The cards of a board as a forest, older before younger. The roots are collected once for each arrangement. */
function boardForest({ cards, childrenOf }: Pick<BoardStore, 'cards' | 'childrenOf'>): Forest {
  let roots: readonly string[] | null = null
  const byAge = (ids: Iterable<string>) =>
    [...ids].sort((a, b) => (cards.get(a)?.order ?? 0) - (cards.get(b)?.order ?? 0))
  const parentOf = (id: string) => {
    const parentId = cards.get(id)?.parentId ?? null
    return parentId !== null && cards.has(parentId) ? parentId : null
  }
  return {
    parentOf,
    childrenOf: (id) => byAge(childrenOf(id) ?? []),
    roots() {
      roots ??= byAge([...cards.keys()].filter((id) => parentOf(id) === null))
      return roots
    },
  }
}

/** A forest of cards, as far as navigation needs it. */
export type Forest = {
  /** Cards without a parent, in order. */
  roots(): readonly string[]
  childrenOf(id: string): readonly string[]
  parentOf(id: string): string | null
}

const siblingsOf = (forest: Forest, id: string): readonly string[] => {
  const parent = forest.parentOf(id)
  return parent === null ? forest.roots() : forest.childrenOf(parent)
}

/** The next card in preorder; null after the last. */
export function nextCard(forest: Forest, id: string): string | null {
  const [child] = forest.childrenOf(id)
  if (child !== undefined) return child
  for (let at: string | null = id; at !== null; at = forest.parentOf(at)) {
    const siblings = siblingsOf(forest, at)
    const next = siblings[siblings.indexOf(at) + 1]
    if (next !== undefined) return next
  }
  return null
}

/** The last card of a branch in preorder. */
export function lastOfBranch(forest: Forest, id: string): string {
  let last = id
  for (let child = forest.childrenOf(last).at(-1); child !== undefined; child = forest.childrenOf(last).at(-1))
    last = child
  return last
}

/** The previous card in preorder; null before the first. */
export function previousCard(forest: Forest, id: string): string | null {
  const siblings = siblingsOf(forest, id)
  const before = siblings[siblings.indexOf(id) - 1]
  return before === undefined ? forest.parentOf(id) : lastOfBranch(forest, before)
}

/** The position of a card in the tree; all from 1. */
export function standing(forest: Forest, id: string): { level: number; place: number; count: number } {
  let level = 1
  for (let parent = forest.parentOf(id); parent !== null; parent = forest.parentOf(parent)) level++
  const siblings = siblingsOf(forest, id)
  return { level, place: siblings.indexOf(id) + 1, count: siblings.length }
}
