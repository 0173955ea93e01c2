import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { generation, image, uuid } from '#contract/testing/builders.ts'
import { imageIdOf } from '#domain/generation/image-id.ts'
import type { BoardStore } from '#web/data/board/board-store.ts'
import { boardWith } from '#web/data/testing/boards.ts'
import { growArrivals, growthOf, startGrowth } from './growth.ts'

const projectId = uuid(1)
const parentId = uuid(10)
const imageId = imageIdOf(parentId, 1)
const card = (id: string, over: Partial<Parameters<typeof generation>[0]> = {}) =>
  generation({
    id,
    images: [0, 1, 2, 3].map((orderNum) => image({ id: imageIdOf(id, orderNum), generationId: id, orderNum })),
    ...over,
  })

const motion = (preference: 'reduce' | 'no-preference') =>
  vi.stubGlobal('matchMedia', () => ({ matches: preference === 'reduce' }))

/** The card of an event that says it was created. */
function arrive(board: BoardStore, id: string, over: Partial<Parameters<typeof generation>[0]>): void {
  const data = { ...card(id, { projectId, ...over }), seq: 11, generationId: id }
  board.receive({ name: 'generation-created', data })
}

describe('a branch that arrives', () => {
  let board: BoardStore
  beforeEach(() => {
    motion('no-preference')
    board = boardWith([card(parentId)])
  })
  afterEach(() => void vi.unstubAllGlobals())

  it('grows out of its parent image where it was requested on another device', () => {
    growArrivals({ board })
    arrive(board, uuid(20), { parentGenerationId: parentId, parentImageId: imageId, canvasX: 900, canvasY: 7 })
    const { from } = growthOf(uuid(20)) ?? {}
    expect(from?.width).toBeGreaterThan(0)
  })

  it('does not grow a second time where it was requested here', () => {
    vi.useFakeTimers()
    growArrivals({ board })
    startGrowth({ board }, uuid(21), { parentId, imageId })
    expect(growthOf(uuid(21))).toBeDefined()
    vi.advanceTimersByTime(1_000)
    arrive(board, uuid(21), { parentGenerationId: parentId, parentImageId: imageId, canvasX: 1_800, canvasY: 7 })
    expect(growthOf(uuid(21))).toBeUndefined()
    vi.useRealTimers()
  })

  it('appears at once where it has no parent, and where motion is reduced', () => {
    growArrivals({ board })
    arrive(board, uuid(22), { canvasX: 2_700, canvasY: 7 })
    motion('reduce')
    arrive(board, uuid(23), { parentGenerationId: parentId, parentImageId: imageId, canvasX: 3_600, canvasY: 7 })
    expect([growthOf(uuid(22)), growthOf(uuid(23))]).toEqual([undefined, undefined])
  })

  it('is left alone after the stop', () => {
    growArrivals({ board })()
    arrive(board, uuid(24), { parentGenerationId: parentId, parentImageId: imageId, canvasX: 4_500, canvasY: 7 })
    expect(growthOf(uuid(24))).toBeUndefined()
  })
})
