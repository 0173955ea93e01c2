import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolationsInBothThemes } from '#web/testing/app-under-test.tsx'
import { button, editor, openEditor, operation, words } from '#web/testing/image-editor.ts'

beforeEach(() => page.viewport(390, 844))
afterEach(() => page.viewport(1440, 900))

/** Whether a press in the middle of an element reaches it. */
const isFree = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

describe('the editor on a phone', () => {
  it('keeps its tools above the words, however many lines are typed', async () => {
    await openEditor()
    const brush = button('Brush')
    const clear = button('Clear')
    await expect.poll(() => isFree(brush.element()) && isFree(clear.element())).toBe(true)
    const before = brush.element().getBoundingClientRect().top
    await words.fill('A wooden boat\nwith a red sail\nand a lantern\nat the bow\nin the evening')
    words.element().focus()
    await expect.poll(() => brush.element().getBoundingClientRect().top).toBeLessThan(before - 40)
    expect(isFree(brush.element())).toBe(true)
    expect(isFree(clear.element())).toBe(true)
    expect(editor.element().scrollWidth).toBe(390)
    await expectNoViolationsInBothThemes()
  })

  it('has at hand what the panel sets: a slider, and the factor', async () => {
    await openEditor()
    const options = editor.getByRole('toolbar', { name: 'Options of the tool' })
    await operation('Adjust').click()
    await options.getByRole('combobox', { name: 'What to adjust' }).selectOptions('warmth')
    await options.getByRole('slider', { name: 'Warmth' }).fill('40')
    await expect.element(button('Save as a branch')).not.toHaveAttribute('aria-disabled')
    await expectNoViolationsInBothThemes()
    await operation('Upscale').click()
    await options.getByRole('button', { name: '4×' }).click()
    await expect.element(editor.getByText(/^Upscale 4× to/)).toBeVisible()
    await expectNoViolationsInBothThemes()
  })
})
