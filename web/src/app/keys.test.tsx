import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cdp, type Locator, page, userEvent } from 'vitest/browser'
import { openApp } from '#web/testing/app-under-test.tsx'
import { expectFocused, focus } from '#web/testing/composer.ts'
import { completedGeneration } from '#web/testing/fake-account.ts'
import { grip, openBoard, selectedCards } from '#web/testing/fake-board.ts'
import { lostConnection } from '#web/testing/fake-server.ts'
import { mouse } from '#web/testing/hands.ts'

const root = completedGeneration(2, { prompt: 'a lake at dawn' })
const noon = completedGeneration(3, { prompt: 'a lake at noon', canvasY: 10_500 })
const open = () => openBoard({ cards: [root, noon] })
const choose = async () => {
  await mouse.press(await grip(root))
  await expect.poll(selectedCards).toEqual([root.id])
}

/** Composes text in a field, as an input method does, and presses Enter to confirm it. */
async function composeAndConfirm(field: Locator, text: string): Promise<void> {
  await focus(field)
  const { send } = cdp()
  await send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 }
  await send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter })
  await send('Input.insertText', { text })
  await send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
}

beforeEach(() => vi.restoreAllMocks())

describe('a panel of the canvas', () => {
  it.each([
    ['the palette', '{Control>}k{/Control}', page.getByRole('combobox', { name: 'Type a command' })],
    ['the list of shortcuts', '?', page.getByRole('dialog', { name: 'Keyboard shortcuts' })],
    ['Find', '{Control>}f{/Control}', page.getByLabelText('Find by prompt or model')],
    ['the trash', '{Control>}k{/Control}Trash{Enter}', page.getByRole('dialog', { name: 'Trash' })],
  ])('gives the focus back when it closes: %s', async (_, keys, opened) => {
    await open()
    const undo = page.getByRole('button', { name: 'Canvas commands' })
    await focus(undo)
    await userEvent.keyboard(keys)
    await expect.element(opened).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(opened).not.toBeInTheDocument()
    await expectFocused(undo)
  })

  it('leaves the focus on the canvas where nothing had it', async () => {
    await open()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await userEvent.keyboard('{Control>}f{/Control}')
    const field = page.getByLabelText('Find by prompt or model')
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.activeElement?.className).toBe('canvas')
  })
})

describe("Enter that confirms an input method's composition", () => {
  it('runs no command of the palette', async () => {
    await open()
    await userEvent.keyboard('{Control>}k{/Control}')
    const field = page.getByRole('combobox', { name: 'Type a command' })
    for (const text of ['しん', 'n']) {
      await field.fill('')
      await composeAndConfirm(field, text)
      await expect.element(field).toHaveValue(text)
    }
    await userEvent.keyboard('{Escape}')
  })

  it('saves no half-composed title', async () => {
    const { requests } = await open()
    await page.getByRole('button', { name: /^Rename/ }).click()
    const title = page.getByRole('textbox', { name: 'Title' })
    await title.fill('')
    await composeAndConfirm(title, '湖')
    await expect.element(title).toHaveValue('湖')
    expect(requests.filter(({ path }) => path.endsWith('/changes'))).toEqual([])
    await userEvent.keyboard('{Escape}')
  })

  it('steps to no other hit of the search', async () => {
    await open()
    await userEvent.keyboard('{Control>}f{/Control}')
    const field = page.getByLabelText('Find by prompt or model')
    await field.fill('a lak')
    await expect.element(page.getByText('1 of 2')).toBeVisible()
    await composeAndConfirm(field, 'e')
    await expect.element(field).toHaveValue('a lake')
    await expect.element(page.getByText('1 of 2')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('2 of 2')).toBeVisible()
    await userEvent.keyboard('{Escape}')
  })

  it('chooses no model', async () => {
    await openApp('/image')
    await page.getByRole('button', { name: /^Model/ }).click()
    const field = page.getByRole('combobox', { name: /Filter/ })
    await composeAndConfirm(field, 's')
    await expect.element(field).toHaveValue('s')
    await userEvent.keyboard('{Escape}')
  })
})

describe('the space bar', () => {
  const space = { key: ' ', code: 'Space', windowsVirtualKeyCode: 32 }
  const canvas = () => document.querySelector<HTMLElement>('.canvas')

  it('is left to a select in a dialog over the canvas', async () => {
    await open()
    await page.getByRole('button', { name: 'Share for review' }).click()
    const dialog = page.getByRole('dialog', { name: /^Share/ })
    await expect.element(dialog.getByRole('combobox').first()).toBeVisible()
    const choice = dialog.getByRole('combobox').first().element()
    if (choice instanceof HTMLElement) choice.focus()
    const press = new KeyboardEvent('keydown', { key: ' ', code: 'Space', bubbles: true, cancelable: true })
    choice.dispatchEvent(press)
    expect(press.defaultPrevented).toBe(false)
    expect(canvas()?.dataset.grab).toBeUndefined()
    await userEvent.keyboard('{Escape}')
  })

  it('is released when the window loses the focus', async () => {
    const board = await open()
    await mouse.press({ x: 80, y: 600 })
    await cdp().send('Input.dispatchKeyEvent', { type: 'keyDown', ...space })
    await expect.poll(() => canvas()?.dataset.grab).toBe('')
    dispatchEvent(new Event('blur'))
    await expect.poll(() => canvas()?.dataset.grab).toBeUndefined()
    await mouse.drag(await grip(root), { x: 40, y: 0 })
    await expect.poll(() => board.stored(root)?.canvasX).toBe(root.canvasX + 40)
    await cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', ...space })
  })
})

describe('Ctrl+C', () => {
  it('copies the prompt of a card, and is left to the browser where text is selected', async () => {
    await open()
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const presses: KeyboardEvent[] = []
    const listening = new AbortController()
    addEventListener('keydown', (event) => event.key === 'c' && presses.push(event), { signal: listening.signal })
    await choose()
    await userEvent.keyboard('{Control>}c{/Control}')
    await expect.poll(() => write.mock.calls).toEqual([['a lake at dawn']])
    const words = () => document.querySelector('.toast [data-title]')
    await expect.poll(words).not.toBeNull()
    getSelection()?.selectAllChildren(words() ?? document.body)
    await userEvent.keyboard('{Control>}c{/Control}')
    await expect.poll(() => presses.map(({ defaultPrevented }) => defaultPrevented)).toEqual([true, false])
    expect(write).toHaveBeenCalledTimes(1)
    listening.abort()
    getSelection()?.removeAllRanges()
  })
})

describe('a held key', () => {
  it('asks for one card, without repeats', async () => {
    const board = await openBoard({ cards: [root], replies: { generations: { request: lostConnection } } })
    await choose()
    const g = { key: 'g', code: 'KeyG', text: 'g', windowsVirtualKeyCode: 71 }
    for (const autoRepeat of [false, true, true, true])
      await cdp().send('Input.dispatchKeyEvent', { type: 'keyDown', autoRepeat, ...g })
    await cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', ...g })
    await expect.element(page.getByText('Not done', { exact: true })).toBeVisible()
    expect(board.asked()).toHaveLength(1)
  })
})
