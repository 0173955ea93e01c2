import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolationsInBothThemes } from '#web/testing/app-under-test.tsx'
import { button, draw, editor, openEditor, operation, words } from '#web/testing/image-editor.ts'

beforeEach(() => page.viewport(1440, 900))
afterEach(() => page.viewport(1440, 900))

/** Opens the editor in a large window, where the tools of a picture are in view, and makes the window small. */
async function openIn(width: number, height: number): Promise<void> {
  await openEditor()
  await page.viewport(width, height)
}

/** Whether a press in the middle of an element reaches it. */
const isFree = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

describe('the editor on a phone', () => {
  it('keeps its tools above the words, however many lines are typed', async () => {
    await openIn(390, 844)
    const brush = button('Brush')
    const clear = button('Clear')
    const areFree = () => isFree(brush.element()) && isFree(clear.element())
    const field = words.element()
    const areAbove = () =>
      [brush, clear].every((tool) => tool.element().getBoundingClientRect().bottom <= field.getBoundingClientRect().top)
    await expect.poll(() => areAbove() && areFree()).toBe(true)
    const oneLine = field.clientHeight
    await words.fill('A wooden boat\nwith a red sail\nand a lantern\nat the bow\nin the evening')
    field.focus()
    await expect.poll(() => field.clientHeight).toBeGreaterThan(oneLine + 40)
    await expect.poll(() => areAbove() && areFree()).toBe(true)
    expect(editor.element().scrollWidth).toBe(390)
    await expectNoViolationsInBothThemes()
  })

  it('has at hand what the panel sets: a slider, and the factor', async () => {
    await openIn(390, 844)
    const options = editor.getByRole('toolbar', { name: 'Options of the tool' })
    await operation('Adjust').click()
    await expect.poll(() => options.element().scrollWidth - options.element().clientWidth).toBe(0)
    await options.getByRole('combobox', { name: 'What to adjust' }).selectOptions('warmth')
    await options.getByRole('slider', { name: 'Warmth' }).fill('40')
    await expect.element(button('Save as a branch')).not.toHaveAttribute('aria-disabled')
    await expectNoViolationsInBothThemes()
    await operation('Upscale').click()
    await options.getByRole('button', { name: '4×' }).click()
    await expect.element(editor.getByText(/^Upscale 4× to/)).toBeVisible()
    await expectNoViolationsInBothThemes()
  })

  it('fades a row where it is cut, at the end that is cut', async () => {
    await openIn(390, 844)
    await button('Select an object').click()
    const options = editor.getByRole('toolbar', { name: 'Options of the tool' }).element()
    expect(options.scrollWidth).toBeGreaterThan(options.clientWidth)
    const fades = () => ['--fade-start', '--fade-end'].map((end) => getComputedStyle(options).getPropertyValue(end))
    await expect.poll(fades).toEqual(['0px', '32px'])
    options.scrollLeft = options.scrollWidth
    await expect.poll(fades).toEqual(['32px', '0px'])
    await button('Eraser').click()
    const short = editor.getByRole('toolbar', { name: 'Options of the tool' }).element()
    await expect.poll(() => getComputedStyle(short).getPropertyValue('--fade-end')).toBe('0px')
  })

  it('shows which operation is chosen, however it was chosen', async () => {
    await openIn(390, 844)
    await button('Adjust').first().click()
    await expect.poll(() => isFree(operation('Adjust').element())).toBe(true)
    await button('Brush').click()
    await expect.poll(() => isFree(operation('Change this part').element())).toBe(true)
  })

  it('says in the place of the price that nothing can do an operation, with the way out', async () => {
    await openIn(390, 844)
    await operation('Change with words').click()
    await expect.element(editor.getByText('Nothing here can do it yet.')).toBeVisible()
    await expect.element(editor.getByRole('link', { name: 'Connect models' })).toHaveAttribute('href', '/models')
  })

  it.each([
    [390, 844],
    [768, 1024],
  ])('says in the place of the price why Go can not be pressed, at %i × %i', async (width, height) => {
    await openIn(width, height)
    await expect.element(editor.getByText('Select the part first.')).toBeVisible()
  })
})

describe.each([
  [390, 844],
  [768, 1024],
])('results of an edit at %i × %i', (width, height) => {
  it('leave the picture free, and have what was done and the other images of the card at hand', async () => {
    await openIn(width, height)
    draw([0.2, 0.2], [0.6, 0.6])
    await words.fill('a red sail')
    await button(/^Go,/).click()
    await expect.element(button('Choose 1')).toBeVisible()
    const record = editor.getByText('What was done', { exact: true })
    await expect.element(record).not.toBeVisible()
    const panel = editor.getByRole('complementary').element().getBoundingClientRect()
    const picture = document.querySelector('.edit-picture')?.getBoundingClientRect()
    const results = document.querySelector('.edit-results')?.getBoundingClientRect()
    expect(picture?.bottom).toBeLessThanOrEqual(Math.min(panel.top, results?.top ?? 0))
    expect(panel.top > (results?.bottom ?? 0) || panel.bottom < (results?.top ?? 0)).toBe(true)
    for (const name of ['Choose 1', /^Done$/, 'Discard all', 'Slider'])
      expect(isFree(button(name).element())).toBe(true)
    await button('What was done').click()
    await expect.element(record).toBeVisible()
    await expectNoViolationsInBothThemes()
    await button(/^The same change on images/).click()
    await button('Image 1').click()
    await expect.poll(() => isFree(button('Reject').element())).toBe(true)
  })
})
