import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolations, openApp } from '#web/testing/app-under-test.tsx'

const boxOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()

describe('the image page', () => {
  it.each([
    [1440, 900],
    [768, 1024],
    [390, 844],
    [720, 450],
  ] as const)('has the model below what scrolls, and covers nothing with it, at %d × %d', async (width, height) => {
    await page.viewport(width, height)
    await openApp('/image', { account: { projects: [], generations: [] } })
    await expect.poll(() => document.querySelectorAll('.starter-tile').length).toBe(6)
    const model = page.getByRole('button', { name: /^Model:/ })
    await model.element().scrollIntoView()
    await expect.element(model).toBeVisible()
    const { top, bottom } = model.element().getBoundingClientRect()
    expect(top).toBeGreaterThanOrEqual(boxOf('main').bottom)
    expect(bottom).toBeLessThanOrEqual(width < 640 ? height - 56 : height)
    expect(document.documentElement.scrollWidth).toBe(width)
    await expectNoViolations()
  })
})
