import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import {
  attached,
  chip,
  dialog,
  expectFocused,
  expectFocusOn,
  focus,
  generationFor,
  go,
  promptField,
} from '#web/testing/composer.ts'
import { listedModels, listedStyles } from '#web/testing/fake-catalogue.ts'

const account = { models: listedModels(), styles: listedStyles }

describe('the image page', () => {
  it('has the prompt in focus', async () => {
    await openApp('/image')
    await expectFocused(promptField)
  })

  it('has Go in the row of the chips', async () => {
    await openApp('/image', { account: { models: listedModels() } })
    const middleOf = (element: Element) => {
      const { y, height } = element.getBoundingClientRect()
      return Math.round(y + height / 2)
    }
    await expect.poll(() => Math.abs(middleOf(go.element()) - middleOf(chip('Style').element()))).toBeLessThan(3)
  })

  it('has nothing over the prompt and Go at 200 % zoom', async () => {
    await page.viewport(720, 450)
    await openApp('/image')
    const covers = (selector: string) =>
      [...document.querySelectorAll(selector)].some((element) => {
        const box = element.getBoundingClientRect()
        const own = document.querySelector('.prompt-box')?.getBoundingClientRect() ?? new DOMRect()
        return box.width > 0 && box.top < own.bottom && box.bottom > own.top
      })
    const pill = page.getByRole('button', { name: /^Model:/ })
    await expect.element(pill).toBeInTheDocument()
    pill.element().setAttribute('data-probe', '')
    await expect.poll(() => covers('[data-probe], #inspirations-button')).toBe(false)
    await page.viewport(1440, 900)
  })
})

describe('the composer by keyboard', () => {
  it('steps through sent prompts, and back to the draft', async () => {
    await openApp('/image', { account, replies: { generations: { request: generationFor } } })
    for (const prompt of ['a fig tree', 'a walled garden']) {
      await promptField.fill(prompt)
      await expect.element(go).not.toHaveAttribute('aria-disabled')
      await userEvent.keyboard('{Control>}{Enter}{/Control}')
      await expect.element(page.getByRole('button', { name: 'Generating...' })).toBeInTheDocument()
      await expect.poll(() => location.pathname, { timeout: 4_000 }).toMatch(/^\/project\//)
      await reloadApp('/image')
    }
    await promptField.fill('half a')
    for (const [key, prompt] of [
      ['ArrowUp', 'a walled garden'],
      ['ArrowUp', 'a fig tree'],
      ['ArrowUp', 'a fig tree'],
      ['ArrowDown', 'a walled garden'],
      ['ArrowDown', 'half a'],
    ]) {
      await userEvent.keyboard(`{Alt>}{${key}}{/Alt}`)
      await expect.element(promptField).toHaveValue(prompt)
    }
  })

  it('chooses a ratio with the arrows; the focus returns to the chip', async () => {
    await openApp('/image', { account })
    await focus(chip('Aspect ratio: 2:3'))
    await userEvent.keyboard('{Enter}')
    const ratios = dialog('Select Aspect Ratio')
    await expectFocusOn('input[type=radio]:checked')
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(ratios.getByText('Stories, short video and phone wallpapers.')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(ratios).not.toBeInTheDocument()
    await expectFocused(chip('Aspect ratio: 9:16'))
  })

  it('attaches one of the newest images', async () => {
    await openApp('/image', { account })
    await focus(chip('Image prompt'))
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.activeElement?.textContent).toBe('Upload')
    await expect.element(page.getByRole('button', { name: /^Attach “/ }).nth(1)).toBeVisible()
    await userEvent.keyboard('{Tab}{Tab}{ArrowRight}{Enter}')
    await expect.poll(attached).toEqual(['Prompt 1 A still lake between pine hills'])
  })
})

describe('the composer on a phone', () => {
  it('opens each dialog as a sheet from the bottom, as wide as the phone', async () => {
    await page.viewport(390, 844)
    await openApp('/image', { account })
    for (const [button, name] of [
      ['Style', 'Style'],
      ['Image prompt', 'Image prompt'],
      [/^Aspect ratio/, 'Select Aspect Ratio'],
      ['Inspirations', 'Prompt Inspirations'],
    ] as const) {
      await page.getByRole('button', { name: button, exact: true }).click()
      await expect.element(dialog(name)).toBeVisible()
      await expect
        .poll(() => {
          const { x, width, bottom } = dialog(name).element().getBoundingClientRect()
          return [x, width, Math.round(bottom)]
        })
        .toEqual([0, 390, 844])
      await dialog(name).getByRole('button', { name: 'Close' }).click()
      await expect.element(dialog(name)).not.toBeInTheDocument()
    }
  })

  it('inserts an inspiration', async () => {
    await page.viewport(390, 844)
    await openApp('/image', { account })
    await page.getByRole('button', { name: 'Inspirations' }).click()
    await page.getByRole('button', { name: /^A small cabin/ }).click()
    await expect.element(promptField).toHaveValue(expect.stringMatching(/^A small cabin/))
  })

  it('shows why a chip is disabled', async () => {
    await page.viewport(390, 844)
    await openApp('/image', { account })
    await expect.element(chip('Raw')).toHaveAttribute('aria-description', 'Sketch has no raw mode.')
    const tapAndRead = async () => {
      await chip('Raw').click({ force: true })
      return document.querySelector('.tooltip:popover-open')?.textContent
    }
    // The scroll that brings the chip into view hides the tooltip again.
    await expect.poll(tapAndRead, { interval: 300 }).toBe('Sketch has no raw mode.')
  })

  it.each(['/image', '/models'])('%s never scrolls sideways', async (path) => {
    await page.viewport(390, 844)
    await openApp(path, { account })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => document.documentElement.scrollWidth).toBe(390)
  })
})
