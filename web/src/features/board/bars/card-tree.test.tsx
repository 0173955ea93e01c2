import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { completedGeneration, fakeAccount } from '#web/testing/fake-account.ts'

it('the tree of cards loses a deleted card at once, also before the others have moved up', async () => {
  const kept = completedGeneration(2)
  const deleted = completedGeneration(10, { prompt: 'By night', parentGenerationId: kept.id, canvasY: 900 })
  const { send, isFollowed } = await openApp(`/project/${uuid(1)}`, {
    account: { ...fakeAccount, generations: [kept, deleted] },
  })
  const item = page.getByRole('treeitem', { name: 'By night' })
  await expect.element(item).toBeInTheDocument()
  await expect.poll(isFollowed).toBe(true)

  const tree = page.getByRole('tree').element()
  const placeless: string[] = []
  const watch = () => placeless.push(...[...tree.querySelectorAll('[aria-posinset="0"]')].map((each) => each.outerHTML))
  const observer = new MutationObserver(watch)
  observer.observe(tree, { subtree: true, childList: true, attributes: true })
  send('generation-deleted', { seq: 2, projectId: uuid(1), generationId: deleted.id, ids: [deleted.id] })
  await expect.element(item).not.toBeInTheDocument()
  watch()
  observer.disconnect()
  expect(placeless).toEqual([])
})
