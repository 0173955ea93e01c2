import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { expectFocused, openByKey } from '#web/testing/composer.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'

const cardId = uuid(2)
const card = () => document.querySelector<HTMLElement>(`[data-card="${cardId}"]`)
const panel = (name: string) => page.getByRole('dialog', { name, exact: true })
const text = page.getByPlaceholder('Describe what you want to create...')

/** Opens the canvas of an account that may use sizes beyond 1K, on its only card. */
async function openCard() {
  const server = await openApp(`/project/${uuid(1)}?card=${cardId}`, {
    account: { models: listedModels(), plan: 'basic' },
  })
  await expect.poll(card).not.toBeNull()
  return server
}

async function createBranch(option: 'Enhance' | 'Remix'): Promise<void> {
  const kinds = page.getByRole('dialog', { name: 'Create New Branch' })
  await openByKey(cardId, 'b', kinds)
  await kinds.getByRole('button', { name: option }).click()
  await expect.element(panel(option)).toBeVisible()
}

describe('the prompt panel of a branch', () => {
  it('has the models before it is opened, so that Go works from its first moment', async () => {
    const { requests } = await openCard()
    await expect.poll(() => requests.map(({ path }) => path)).toContain('/api/models')
  })

  it('is filled and focused; Escape gives the focus back to the card', async () => {
    await openCard()
    await createBranch('Enhance')
    await expect.element(panel('Enhance').getByText('from image 1 of 4')).toBeVisible()
    await expect.element(text).toHaveValue('Improve quality and add more details')
    await expectFocused(text)
    await userEvent.keyboard('{Escape}')
    await expect.element(panel('Enhance')).not.toBeInTheDocument()
    await expect.poll(() => document.activeElement === card()).toBe(true)
  })

  it('keeps its text when it is closed by accident, for each kind separately', async () => {
    await openCard()
    await createBranch('Remix')
    await text.fill('as a woodcut')
    await page.getByRole('button', { name: 'Resolution: 1K' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await createBranch('Enhance')
    await expect.element(text).toHaveValue('Improve quality and add more details')
    await userEvent.keyboard('{Escape}')
    await createBranch('Remix')
    await expect.element(text).toHaveValue('as a woodcut')
    await expect.element(page.getByRole('button', { name: 'Resolution: 2K' })).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
  })

  it('waits with as many images as were asked for', async () => {
    const server = await openCard()
    server.reply({ generations: { request: () => new Promise<never>(() => {}) } })
    await createBranch('Remix')
    await panel('Remix').getByRole('button', { name: 'More' }).click()
    await page.getByRole('radio', { name: '2 images' }).click({ force: true })
    await page.getByRole('button', { name: 'Done' }).click()
    await panel('Remix')
      .getByRole('button', { name: /^Go, 2 images/ })
      .click()
    await expect.poll(() => document.querySelectorAll('[data-awaited] .tile').length).toBe(2)
  })

  it('says why Go by its keys makes nothing', async () => {
    await openCard()
    await createBranch('Remix')
    await text.fill(' ')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expectText('Please enter a prompt')
  })

  it('shows why there is no raw mode', async () => {
    await openCard()
    await createBranch('Remix')
    await expect
      .element(panel('Remix').getByRole('button', { name: 'Raw' }))
      .toHaveAttribute('data-tooltip', 'Sketch has no raw mode.')
  })
})
