import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { generationFor, openByKey } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'

const projectId = uuid(1)
const root = completedGeneration(2, { prompt: 'a lake at dawn' })
const child = completedGeneration(10, {
  prompt: 'a lake at night',
  parentGenerationId: root.id,
  parentImageId: root.images[0]?.id ?? null,
  branchKind: 'remix',
  canvasY: 10_500,
})
const hill = completedGeneration(11, { prompt: 'a hill at dawn', canvasX: 11_000 })
const kinds = page.getByRole('dialog', { name: 'Create New Branch' })
const text = page.getByPlaceholder('Describe what you want to create...')

async function remixHill(): Promise<void> {
  await openByKey(hill.id, 'b', kinds)
  await kinds.getByRole('button', { name: 'Remix' }).click()
  await expect.element(text).toBeVisible()
}

describe('a change that is applied to another card', () => {
  it('is asked for as a branch of that card, and leaves the draft of its own as it is', async () => {
    const { requests } = await openApp(`/project/${projectId}?card=${root.id}`, {
      account: { models: listedModels(), generations: [root, child, hill] },
      replies: { generations: { request: generationFor } },
    })
    await remixHill()
    await text.fill('as a woodcut')
    await userEvent.keyboard('{Escape}')
    await expect.element(text).not.toBeInTheDocument()
    const change = page.getByRole('button', { name: 'Apply this change to…' })
    await openByKey(child.id, 'w', change)
    await change.click()
    const applying = page.getByRole('dialog', { name: 'Apply this change' })
    await applying.getByRole('button', { name: /a hill at dawn/ }).click()
    await applying.getByRole('button', { name: /^Go/ }).click()
    const asked = () => requests.find(({ method, path }) => method === 'POST' && path === '/api/generations')?.body
    await expect
      .poll(asked)
      .toMatchObject({ prompt: 'a hill at night', parentGenerationId: hill.id, branchKind: 'remix' })
    await remixHill()
    await expect.element(text).toHaveValue('as a woodcut')
  })
})
