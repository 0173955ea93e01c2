import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { project, uuid } from '#contract/testing/builders.ts'
import { openApp } from '#web/testing/app-under-test.tsx'

const made = project({ id: uuid(9), title: 'New Project' })

it('leads from a first project to the page for its first prompt, not to its empty canvas', async () => {
  await openApp('/project', {
    account: { projects: [], generations: [] },
    replies: { projects: { create: () => made, get: () => made } },
  })
  await page.getByRole('button', { name: 'New Project' }).click()
  await expect.poll(() => location.pathname + location.search).toBe(`/image?project=${uuid(9)}`)
})
