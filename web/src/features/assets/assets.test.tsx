import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '#web/testing/app-under-test.tsx'
import { lostConnection } from '#web/testing/fake-server.ts'

const tiles = () => [...document.querySelectorAll<HTMLElement>('[data-asset]')]

describe('the assets', () => {
  it('begin empty, and say how to start', async () => {
    await openApp('/assets', { account: { generations: [] } })
    await expect.element(page.getByText('No assets yet. Start creating!')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Create an Image' }).click()
    await expect.poll(() => location.pathname).toBe('/image')
  })

  it('are empty, and log why, when they could not be loaded', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await openApp('/assets', { replies: { assets: { list: () => lostConnection() } } })
    await expect.element(page.getByText('No assets yet. Start creating!')).toBeVisible()
    await expect.poll(() => logged.mock.calls.flat().join(' ')).toContain('The assets could not be loaded')
    logged.mockRestore()
  })

  it('show ten placeholders while they load', async () => {
    await openApp('/assets', { replies: { assets: { list: () => new Promise<never>(() => {}) } } })
    const loading = page.getByRole('status', { name: 'Loading your images' })
    await expect.element(loading).toBeInTheDocument()
    expect(loading.element().querySelectorAll('.shimmer')).toHaveLength(10)
  })

  it('are walked through with the arrows', async () => {
    await openApp('/assets')
    await expect.poll(() => tiles().length).toBe(4)
    const [first, second] = tiles()
    first?.focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => document.activeElement === second).toBe(true)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => document.activeElement === first).toBe(true)
  })

  it('do not lead to another site', async () => {
    await openApp('/assets?choosing=image&back=%2F%2Fevil.example')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => location.pathname).toBe('/image')
  })
})
