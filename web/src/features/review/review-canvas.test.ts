import { expect, it, vi } from 'vitest'
import { createStore } from '#web/data/store.ts'
import { reviewScene } from './review-canvas.tsx'
import { shownOf } from './review-state.ts'
import { boardWith, cardWith } from './testing/builders.ts'

it('the canvas of a link is notified of new, deleted and changed cards, and of no others', () => {
  const [root, still, gone] = [cardWith('root'), cardWith('still'), cardWith('gone', { parentGenerationId: 'root' })]
  const shown = createStore(shownOf(boardWith([root, still, gone])))
  const scene = reviewScene(shown)
  expect([...(scene.childrenOf('root') ?? [])]).toEqual(['gone'])
  const heard = vi.fn()
  const stop = scene.onChange(heard)

  const moved = { ...root, canvasX: 900, images: root.images.slice(1) }
  const added = cardWith('added', { parentGenerationId: 'still' })
  shown.set(shownOf(boardWith([moved, still, added])))
  expect(heard.mock.calls).toEqual([[['root', 'added', 'gone']]])
  expect([...scene.cards.values()].map(({ id, x, order }) => [id, x, order])).toEqual([
    ['still', 0, 1],
    ['root', 900, 0],
    ['added', 0, 2],
  ])
  expect(scene.face('root')?.images).toHaveLength(1)
  expect(scene.face('gone')).toBeUndefined()
  expect([...(scene.childrenOf('root') ?? [])]).toEqual([])
  expect([...(scene.childrenOf('still') ?? [])]).toEqual(['added'])

  shown.set(shownOf(boardWith([moved, still, added])))
  stop()
  shown.set(shownOf(boardWith([])))
  expect(heard).toHaveBeenCalledTimes(1)
})
