import { describe, expect, it } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { openApp } from '#web/testing/app-under-test.tsx'
import { projectId } from '#web/testing/fake-board.ts'

const dialog = page.getByRole('dialog', { name: 'Share this canvas' })
const list = dialog.getByLabelText('Open for')
const isDialogOpen = () => document.querySelector('[role="dialog"]') !== null
const isListOpen = () => list.element().matches(':open')

/** Opens a dialog over the canvas, with the focus on a list of it. */
async function openDialog() {
  await openApp(`/project/${projectId}`)
  await page.getByRole('button', { name: 'Share for review' }).click()
  await expect.element(list).toBeVisible()
  ;(list.element() as HTMLElement).focus()
}

/** Presses the mouse as a person does, at the left of the page, below its bar. */
async function pressOutside() {
  const { left = 0, top = 0 } = window.frameElement?.getBoundingClientRect() ?? {}
  for (const type of ['mousePressed', 'mouseReleased'] as const)
    await cdp().send('Input.dispatchMouseEvent', { type, x: left + 6, y: top + 300, button: 'left', clickCount: 1 })
}

describe('select', () => {
  it('looks as the menus do', async () => {
    await openDialog()
    await userEvent.keyboard(' ')
    const { borderRadius, padding } = getComputedStyle(list.element(), '::picker(select)')
    expect([getComputedStyle(list.element()).appearance, borderRadius, padding]).toEqual(['base-select', '12px', '4px'])
  })

  it('closes its list by Escape, and not the dialog around it', async () => {
    await openDialog()
    await userEvent.keyboard(' ')
    await expect.poll(isListOpen).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.poll(isListOpen).toBe(false)
    expect(isDialogOpen()).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.poll(isDialogOpen).toBe(false)
  })

  it('closes its list by a press outside, and not the dialog around it', async () => {
    await openDialog()
    await userEvent.keyboard(' ')
    await expect.poll(isListOpen).toBe(true)
    await pressOutside()
    await expect.poll(() => isDialogOpen() && isListOpen()).toBe(false)
    expect(isDialogOpen()).toBe(true)
    await pressOutside()
    await expect.poll(isDialogOpen).toBe(false)
  })

  it('is chosen by letters and arrows, which reach no command of the canvas', async () => {
    await openDialog()
    await userEvent.keyboard(' ')
    await expect.poll(isListOpen).toBe(true)
    await userEvent.keyboard('u')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await expect.poll(isListOpen).toBe(false)
    await expect.element(list).toHaveValue('30-days')
    expect(isDialogOpen()).toBe(true)
  })
})
