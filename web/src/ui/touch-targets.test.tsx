import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cdp, type Locator, page, userEvent } from 'vitest/browser'
import { editPageTexts } from '#web/features/edit/page/texts.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { openByKeys } from '#web/testing/composer.ts'
import { garden } from '#web/testing/describe-screens.ts'

const targetPixels = 44

const emulateTouch = (enabled: boolean) => cdp().send('Emulation.setTouchEmulationEnabled', { enabled })

/** The height in which a press in the middle of an element meets it, in pixels. */
function pressedHeight(target: Locator): number {
  const element = target.element()
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const isMet = (y: number) => element.contains(document.elementFromPoint((left + right) / 2, y))
  let [first, end] = [Math.ceil(top), Math.floor(bottom)]
  while (isMet(first - 1)) first -= 1
  while (isMet(end)) end += 1
  return end - first
}

describe('a touch target', () => {
  beforeEach(async () => {
    await page.viewport(390, 844)
    await emulateTouch(true)
  })
  afterEach(() => emulateTouch(false))

  it('is 44 px high where a button is painted lower', async () => {
    await openApp('/no/such/page')
    const home = page.getByRole('link', { name: 'Return to Home' })
    await expect.element(home).toBeVisible()
    expect(pressedHeight(home)).toBeGreaterThanOrEqual(targetPixels)
  })

  it('is 44 px high in the bars of the canvas', async () => {
    await openApp(`/project/${garden.generations?.[0]?.projectId}`, { account: garden })
    for (const name of ['Canvas commands', /^Rename/, /Zoom to 100%/]) {
      const button = page.getByRole('button', { name })
      await expect.element(button).toBeVisible()
      expect(button.element().getBoundingClientRect().height, String(name)).toBeGreaterThanOrEqual(targetPixels)
    }
  })

  it('is 44 px high at the mark that returns to Home and the suggestions of a page', async () => {
    await openApp('/edit', { account: garden })
    const targets = [
      page.getByRole('link', { name: 'Espalier', exact: true }),
      page.getByRole('button', { name: editPageTexts.suggested[0] }),
    ]
    for (const target of targets) {
      await expect.element(target).toBeVisible()
      target.element().scrollIntoView({ block: 'center' })
      expect(pressedHeight(target), target.element().outerHTML).toBeGreaterThanOrEqual(targetPixels)
    }
  })

  it('is 44 px high in a list of choices of the dialog that shares a canvas', async () => {
    await openApp(`/project/${garden.generations?.[0]?.projectId}`, { account: garden })
    await page.getByRole('button', { name: 'Share for review' }).click()
    const list = page.getByLabelText('Open for')
    await expect.element(list).toBeVisible()
    expect(pressedHeight(list)).toBeGreaterThanOrEqual(targetPixels)
  })

  it('is 44 px high in a menu', async () => {
    await openApp('/edit', { account: garden })
    await page.getByRole('button', { name: 'Account' }).click()
    const item = page.getByRole('menuitem').first()
    await expect.element(item).toBeVisible()
    expect(item.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(targetPixels)
  })

  it('is 44 px high in the list of commands, also on a tablet', async () => {
    await page.viewport(768, 1024)
    await openApp('/edit', { account: garden })
    await expect.element(page.getByRole('link', { name: 'Espalier', exact: true })).toBeVisible()
    await userEvent.keyboard('{Control>}k{/Control}')
    const command = page.getByRole('option').first()
    await expect.element(command).toBeVisible()
    expect(command.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(targetPixels)
  })

  it('is 44 px high in the panel of the assistant: its modes, and what a request is about', async () => {
    const model = { own: null, server: { provider: 'anthropic', model: 'claude-sonnet-5' } } as const
    await openApp(`/project/${garden.generations?.[0]?.projectId}`, {
      account: garden,
      replies: {
        assistant: { setup: () => model },
        projects: { assistantRuns: () => ({ items: [], nextCursor: null }) },
      },
    })
    const panel = page.getByRole('dialog', { name: 'Assistant' })
    await openByKeys('{Control>}.{/Control}', panel)
    await userEvent.type(panel.getByRole('textbox', { name: 'Ask the assistant' }), '@')
    await expect.element(page.getByRole('listbox')).toBeVisible()
    await userEvent.keyboard('{ArrowDown}{Enter}')
    const about = panel.getByRole('button', { name: /^Leave out/ })
    for (const target of [panel.getByRole('button', { name: 'Plan', exact: true }), about]) {
      await expect.element(target).toBeVisible()
      const { width, height } = target.element().getBoundingClientRect()
      expect(Math.min(width, height), target.element().outerHTML).toBeGreaterThanOrEqual(targetPixels)
    }
  })
})
