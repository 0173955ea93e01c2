import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectNoViolations } from '#web/testing/app-under-test.tsx'
import { button, editor, expectText, openEditor, operation } from '#web/testing/image-editor.ts'

const picture = () => document.querySelector('.edit-picture')

afterEach(() => vi.restoreAllMocks())

describe('the picture of the editor', () => {
  it('has no checkers while it is loading; one that does not load says so, and is tried again', async () => {
    // Fails as often as it is tried, without the time between.
    const decode = vi.spyOn(HTMLImageElement.prototype, 'decode').mockRejectedValue(new Error('lost'))
    const wait = window.setTimeout
    vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
      wait(run, (ms ?? 0) >= 1_000 ? 0 : ms)) as typeof setTimeout)
    await openEditor()
    const lost = editor.getByRole('alert')
    await expectText(lost, /^The picture did not load. Check your connection./)
    expect(picture()?.getAttribute('data-loading')).toBe('lost')
    await expectNoViolations()
    decode.mockResolvedValue(undefined)
    await button('Try again').click()
    await expect.element(lost).not.toBeInTheDocument()
    await expect.poll(() => picture()?.getAttribute('data-loading')).toBe('shown')
  })

  it('says that it is loading', async () => {
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockReturnValue(new Promise(() => {}))
    const shown = new AbortController()
    for (const end of ['load', 'error'])
      document.addEventListener(end, (event) => event.stopPropagation(), { capture: true, signal: shown.signal })
    await openEditor()
    await expect.element(editor.getByRole('status').filter({ hasText: 'Loading the picture' })).toBeInTheDocument()
    await expectNoViolations()
    shown.abort()
  })

  it('is edited without a network on a server of this machine, as by every other Go', async () => {
    await openEditor()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    await operation('Upscale').click()
    await expect.element(button(/^Go/)).not.toHaveAttribute('aria-disabled')
    await expect.element(editor.getByText('Waits for the network', { exact: true })).not.toBeInTheDocument()
    vi.restoreAllMocks()
    dispatchEvent(new Event('online'))
  })
})
