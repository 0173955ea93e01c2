import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { openEditor } from '#web/testing/image-editor.ts'

const dialogs = () => document.querySelectorAll('[role="dialog"]').length
const openLightbox = async () => {
  await page.getByRole('button', { name: 'Open image 2 of 4' }).first().dblClick()
  await expect.element(page.getByRole('dialog', { name: 'Image 2 of 4', exact: true })).toBeVisible()
}
/** The entry of the history comes once all that an opening does is done. */
const entryIsThere = () => expect.poll(() => Object(history.state).espalierOverlay).toBe(true)

describe('the Back button', () => {
  it('closes the lightbox and stays on the canvas, with one entry however often it is opened', async () => {
    await openApp(`/project/${uuid(1)}?card=${uuid(2)}`)
    await openLightbox()
    await entryIsThere()
    const before = history.length
    history.back()
    await expect.poll(dialogs).toBe(0)
    expect(location.pathname).toBe(`/project/${uuid(1)}`)
    await openLightbox()
    await entryIsThere()
    expect(history.length).toBe(before)
  })

  it('has no entry left after what was open was closed otherwise', async () => {
    await openApp(`/project/${uuid(1)}?card=${uuid(2)}`)
    await openLightbox()
    await entryIsThere()
    await userEvent.keyboard('{Escape}')
    await expect.poll(dialogs).toBe(0)
    await expect.poll(() => Object(history.state).espalierOverlay).not.toBe(true)
    expect(location.pathname).toBe(`/project/${uuid(1)}`)
  })

  it('closes the editor that replaced the lightbox, whose entry it has', async () => {
    await openEditor()
    await userEvent.keyboard('{Escape}')
    await expect.poll(dialogs).toBe(0)
    await openLightbox()
    await entryIsThere()
    const before = history.length
    await userEvent.keyboard('e')
    await expect.element(page.getByRole('dialog', { name: 'Edit image 2 of 4' })).toBeVisible()
    expect(history.length).toBe(before)
    history.back()
    await expect.poll(dialogs).toBe(0)
    expect(location.pathname).toBe(`/project/${uuid(1)}`)
  })
})
