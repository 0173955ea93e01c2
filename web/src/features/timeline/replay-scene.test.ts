import { describe, expect, it } from 'vitest'
import type { HistoryEntry } from '#domain/history/replay.ts'
import { generationWith } from '#web/data/testing/builders.ts'
import { createReplayScene, type TodaysBoard } from './replay-scene.ts'

const here = generationWith({ id: 'here' })
const gone = generationWith({ id: 'gone', parentGenerationId: 'here' })
const board: TodaysBoard = {
  cards: new Map([['here', { id: 'here', parentId: null, x: 5, y: 0, isCollapsed: false, createdAt: 0, order: 0 }]]),
  face: () => undefined,
  getGeneration: (id) => (id === 'here' ? here : undefined),
}
const entry = (at: number, kind: HistoryEntry['kind'], cardId: string, x = 0): HistoryEntry => ({
  at,
  kind,
  cardId,
  x,
  y: 0,
})
const past = () =>
  createReplayScene(board, {
    deleted: [gone],
    entries: [
      entry(1, 'made', 'here'),
      entry(2, 'made', 'purged'),
      entry(3, 'made', 'gone', 900),
      entry(4, 'moved', 'here', 5),
      entry(5, 'deleted', 'gone', 900),
    ],
  })
const shown = ({ scene }: ReturnType<typeof past>) => [...scene.cards.values()].map(({ id, x }) => [id, x])

describe('a canvas in the past', () => {
  it('equals today’s at first', () => expect(shown(past())).toEqual([['here', 5]]))

  it('shows deleted cards where they were, with their branches, and notifies its subscribers', () => {
    const scene = past()
    const changed: string[] = []
    scene.scene.onChange((ids) => changed.push(...ids))
    scene.goTo(2)
    expect(shown(scene)).toEqual([
      ['here', 0],
      ['gone', 900],
    ])
    expect(scene.scene.childrenOf('here')).toEqual(['gone'])
    expect(scene.scene.face('gone')?.prompt).toBe(gone.prompt)
    expect(scene.scene.index.get('gone')).toMatchObject({ x: 900 })
    expect(new Set(changed)).toEqual(new Set(['here', 'gone']))
    expect(scene.deletedSince()).toEqual(['gone'])
  })

  it('leaves out permanently deleted cards', () => expect(past().replay.entries).toHaveLength(4))
})
