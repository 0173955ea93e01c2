import type { GenerationShape } from '#contract/cards/generation.ts'
import type { BoardChange } from '#domain/board/change.ts'
import type { StepEffect } from '#domain/board/undo-steps.ts'
import { tidyCanvas } from '#domain/layout/tidy-up.ts'
import { failure, success } from '#domain/result.ts'
import { listGenerations } from '#server/cards/generation-rows.ts'
import type { AsyncResult } from '#server/db/refusal.ts'
import type { AgentCaller } from '../agent-tool.ts'
import { findCard } from '../find-named.ts'

type Arrange = Extract<BoardChange, { kind: 'place' | 'collapse' }>
type Written = { readonly card: string; readonly x?: number; readonly y?: number; readonly collapsed?: boolean }

/** The changes of cards that are named by an agent. */
export async function namedChanges(
  call: AgentCaller,
  changes: readonly { [Name in keyof Written]: Written[Name] | undefined }[],
): AsyncResult<Arrange[]> {
  const named: Arrange[] = []
  for (const { card: written = '', x, y, collapsed } of changes) {
    const found = await findCard(call, written)
    if (!found.ok) return found
    const generationId = found.value.id
    if ((x === undefined) !== (y === undefined)) return failure({ code: 'invalid', message: 'x and y go together.' })
    if (x !== undefined && y !== undefined) named.push({ kind: 'place', generationId, canvasX: x, canvasY: y })
    if (collapsed !== undefined) named.push({ kind: 'collapse', generationId, isCollapsed: collapsed })
  }
  return named.length > 0 ? success(named) : failure({ code: 'invalid', message: 'Give x and y, or collapsed.' })
}

/** The effects that changes of a board would have, beside its present state. */
export async function effectsOf(
  { deps, userId }: AgentCaller,
  projectId: string,
  changes: readonly Arrange[],
): Promise<StepEffect[]> {
  const { items } = await listGenerations(deps, userId, projectId)
  const cards = new Map(items.map((each) => [each.id, each]))
  return changes.flatMap((change): StepEffect[] => {
    const { generationId } = change
    const now = cards.get(generationId)
    if (!now) return []
    if (change.kind === 'collapse')
      return now.isCollapsed === change.isCollapsed ? [] : [{ kind: 'folded', generationId, to: change.isCollapsed }]
    const from = { x: now.canvasX, y: now.canvasY }
    return [{ kind: 'placed', generationId, from, to: { x: change.canvasX, y: change.canvasY } }]
  })
}

/** A program has no window: most screens are about as wide. */
const defaultWindowRatio = 1.6

/** Where the cards of a whole board lie when it is tidied: from its top left corner, children from left to right. */
function tidiedPlaces(cards: readonly GenerationShape[]) {
  const ids = new Set(cards.map(({ id }) => id))
  const children = Map.groupBy(
    cards.toSorted((a, b) => a.canvasX - b.canvasX || a.canvasY - b.canvasY),
    ({ parentGenerationId }) =>
      parentGenerationId !== null && ids.has(parentGenerationId) ? parentGenerationId : null,
  )
  const roots = new Set((children.get(null) ?? []).map(({ id }) => id))
  const corner = {
    x: Math.min(...cards.map(({ canvasX }) => canvasX)),
    y: Math.min(...cards.map(({ canvasY }) => canvasY)),
  }
  return tidyCanvas({
    roots: cards.filter(({ id }) => roots.has(id)).map(({ id }) => id),
    childrenOf: (id) => (children.get(id) ?? []).map((child) => child.id),
    corner,
    windowRatio: defaultWindowRatio,
  })
}

/** The changes that lay a whole board out as trees. */
export const tidyChanges = (cards: readonly GenerationShape[]): Arrange[] =>
  tidiedPlaces(cards).map(({ id, x, y }) => ({ kind: 'place', generationId: id, canvasX: x, canvasY: y }))
