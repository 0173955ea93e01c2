import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { dialog, generationFor, go, promptField } from '#web/testing/composer.ts'
import { listedModels } from '#web/testing/fake-catalogue.ts'
import type { FakeServer } from '#web/testing/fake-server.ts'

const cardId = uuid(2)
const card = () => document.querySelector<HTMLElement>(`[data-card="${cardId}"]`)
const bar = page.getByRole('region', { name: 'Prompt bar' })
const inHand = bar.getByText('Remix')
const settings = bar.getByRole('button', { name: 'Settings' })
const landing = () => document.querySelector('.landing-place')
const sent = ({ requests }: FakeServer) =>
  requests.filter(({ path, method }) => method === 'POST' && path === '/api/generations').map(({ body }) => body)
const boxesOf = (...selectors: string[]) =>
  selectors.map((selector) => {
    const { x, y, width } = document.querySelector(`.prompt-bar ${selector}`)?.getBoundingClientRect() ?? new DOMRect()
    return [selector, Math.round(x), Math.round(y), Math.round(width)]
  })
const places = () => boxesOf('.model-chip', '[data-attach=style]', '.ratio-chip', '.bar-settings', '.go-button')

async function open(): Promise<FakeServer> {
  const models = listedModels().map((model) => ({
    ...model,
    name: model.isDefault ? 'atelier-1 of the house (Atelier)' : model.name,
    prices: { '1K': 180, '2K': 180, '4K': 180 },
  }))
  const server = await openApp(`/project/${uuid(1)}?card=${cardId}`, {
    account: { models, plan: 'basic' },
    replies: { generations: { request: generationFor } },
  })
  await expect.poll(card).not.toBeNull()
  return server
}

async function takeImage(): Promise<void> {
  const picture = () => card()?.querySelectorAll('.picture-open')[1]
  await expect.poll(picture).toBeDefined()
  picture()?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  await expect.element(inHand).toBeVisible()
}

describe('the prompt bar of fixed places', () => {
  it('is 56 high at rest, and keeps every place from the model to Go when it opens', async () => {
    await open()
    await takeImage()
    const height = () => document.querySelector('.prompt-bar')?.getBoundingClientRect().height
    await expect.poll(height).toBe(56)
    await expect.poll(() => document.querySelector('.prompt-bar .model-chip')).not.toBeNull()
    const atRest = places()
    await promptField.click()
    await expect.poll(height).toBe(112)
    expect(places()).toEqual(atRest)
  })

  it('cuts nothing and scrolls nowhere, also with a long name, from 640 pixels on', async () => {
    await open()
    await takeImage()
    await promptField.click()
    for (const width of [640, 768, 1180, 1440]) {
      await page.viewport(width, 900)
      const content = () => document.querySelector('.prompt-bar > .picture-drop')
      await expect.poll(() => (content()?.scrollWidth ?? 1) - (content()?.clientWidth ?? 0)).toBeLessThanOrEqual(0)
      const right = document.querySelector('.prompt-bar .go-button')?.getBoundingClientRect().right ?? 9_999
      expect(right).toBeLessThanOrEqual((content()?.getBoundingClientRect().right ?? 0) + 0.5)
      expect(document.querySelector('.prompt-bar .go-button')?.getBoundingClientRect().width).toBe(64)
    }
    await page.viewport(1440, 900)
  })

  it('shows in a chip what is set, and sets it back', async () => {
    await open()
    await promptField.click()
    await settings.click()
    await dialog('Settings').getByRole('button', { name: '2K' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(bar.getByText('2K')).toBeVisible()
    await bar.getByRole('button', { name: 'Back to 1K' }).click()
    await expect.element(bar.getByText('2K')).not.toBeInTheDocument()
  })

  it('counts the cards of words and axes alike in its settings, the dialog and at Go', async () => {
    await open()
    await promptField.fill('a {red|blue} door')
    await settings.click()
    await expect.element(dialog('Settings').getByRole('button', { name: 'Several 2 cards' })).toBeVisible()
    await dialog('Settings')
      .getByRole('button', { name: /^Several/ })
      .click()
    for (const name of ['1:1', '16:9']) await dialog('Make several').getByRole('checkbox', { name }).click()
    await expect.element(dialog('Make several').getByText('4 cards')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(go).toHaveAccessibleName(/^Go, 4 cards/)
    await expect.element(bar.getByText('4 cards', { exact: true })).toBeVisible()
  })

  it('folds after Go, and lets go of the image', async () => {
    const server = await open()
    await takeImage()
    await promptField.fill('by evening light')
    await go.click()
    await expect.poll(() => sent(server)).toHaveLength(1)
    expect(sent(server)[0]).toMatchObject({ parentGenerationId: cardId })
    await expect.element(bar).toHaveAttribute('data-state', 'rest')
    await expect.element(inHand).not.toBeInTheDocument()
  })

  it('stays open with the image in hand where Shift was held at Go', async () => {
    const server = await open()
    await takeImage()
    await promptField.fill('by evening light')
    await userEvent.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}')
    await expect.poll(() => sent(server)).toHaveLength(1)
    await expect.element(bar).toHaveAttribute('data-state', 'open')
    await expect.element(inHand).toBeVisible()
  })

  it('shows where the branch lands from the first letter on', async () => {
    await open()
    await takeImage()
    await promptField.click()
    await expect.element(bar).toHaveAttribute('data-state', 'open')
    expect(landing()).toBeNull()
    await userEvent.keyboard('a')
    await expect.poll(landing).not.toBeNull()
  })

  it('folds by Escape from anywhere on the canvas, and lets go by the next', async () => {
    await open()
    await takeImage()
    await promptField.fill('by evening light')
    const undo = page.getByRole('button', { name: 'Fit to view' })
    ;(undo.element() as HTMLElement).focus()
    await userEvent.keyboard('{Escape}')
    await expect.element(bar).toHaveAttribute('data-state', 'rest')
    await expect.element(inHand).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(inHand).not.toBeInTheDocument()
    await expect.element(promptField).toHaveValue('by evening light')
  })

  it('goes by Enter while the text is one line; Shift and Enter breaks it', async () => {
    const server = await open()
    await promptField.fill('a heron')
    await userEvent.keyboard('{Shift>}{Enter}{/Shift}by a lake{Enter}')
    await expect.element(promptField).toHaveValue('a heron\nby a lake\n')
    expect(sent(server)).toHaveLength(0)
    await promptField.fill('a heron')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent(server)).toHaveLength(1)
  })
})
