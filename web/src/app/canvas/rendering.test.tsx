import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { queryClient } from '#web/data/http/query-client.ts'
import { projectQuery } from '#web/data/projects.ts'
import { renderCount } from '#web/testing/count-renders.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { openBoard, projectId } from '#web/testing/fake-board.ts'

const card = completedGeneration(2, { canvasX: 10_000, canvasY: 10_000 })

/** Opens the board, presses a first key, and waits until nothing of it is rendered for a while. */
async function openAtRest() {
  const board = await openBoard({ cards: [card] })
  // The first key loads what menus need.
  await userEvent.keyboard('{ArrowLeft}')
  for (let before = -1; before !== renderCount(); ) {
    before = renderCount()
    await new Promise((done) => setTimeout(done, 1_000))
  }
  return board
}

it('renders nothing while the view moves over the same cards and is saved', async () => {
  const { requests } = await openAtRest()
  const saved = () => requests.filter(({ path }) => path.endsWith('/canvas-state')).length
  const [rendersBefore, savedBefore] = [renderCount(), saved()]
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(saved).toBe(savedBefore + 1)
  expect(renderCount() - rendersBefore).toBe(0)
})

it('renders nothing when the project reports another newest image', async () => {
  const board = await openAtRest()
  const before = renderCount()
  board.send('project-changed', { seq: 20_000, projectId, thumbnailImageId: uuid(77), generationCount: 8 })
  await expect.poll(() => queryClient.getQueryData(projectQuery(projectId).queryKey)?.generationCount).toBe(8)
  // What is notified of it would render in a task after this one.
  await new Promise((done) => setTimeout(done, 100))
  expect(renderCount() - before).toBe(0)
})
