import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { openApp } from '#web/testing/app-under-test.tsx'
import { projectId } from '#web/testing/fake-board.ts'

const emulate = (value: 'active' | 'none') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
const focusedStyle = () => getComputedStyle(document.activeElement ?? document.body).outlineStyle
const focusedRole = () => document.activeElement?.getAttribute('role') ?? document.activeElement?.localName

describe('with forced colors, where no background shows it, the focus', () => {
  beforeEach(() => emulate('active'))
  afterEach(() => emulate('none'))

  it('has an outline in the list of a select', async () => {
    await openApp(`/project/${projectId}`)
    await page.getByRole('button', { name: 'Share for review' }).click()
    const list = page.getByRole('dialog', { name: 'Share this canvas' }).getByLabelText('Open for')
    await expect.element(list).toBeVisible()
    ;(list.element() as HTMLElement).focus()
    await userEvent.keyboard(' ')
    await expect.poll(focusedRole).toBe('option')
    expect(focusedStyle()).toBe('solid')
  })

  it('has an outline in a menu', async () => {
    await openApp(`/project/${projectId}`)
    const button = page.getByRole('button', { name: 'Canvas commands' })
    await expect.element(button).toBeVisible()
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(focusedRole).toBe('menuitem')
    expect(focusedStyle()).toBe('solid')
  })
})
