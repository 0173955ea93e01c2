import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectNoViolations, openApp } from '#web/testing/app-under-test.tsx'
import { lostConnection } from '#web/testing/fake-server.ts'

const tiles = () => [...document.querySelectorAll<HTMLElement>('[data-asset]')]

describe('the assets', () => {
  it('is empty at first, with a hint how to start', async () => {
    await openApp('/assets', { account: { generations: [] } })
    await expect.element(page.getByText('No assets yet. Start creating!')).toBeVisible()
    await page.getByRole('main').getByRole('link', { name: 'Create an Image' }).click()
    await expect.poll(() => location.pathname).toBe('/image')
  })

  it('is empty, and logs the reason, when the images cannot be loaded', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await openApp('/assets', { replies: { assets: { list: () => lostConnection() } } })
    await expect.element(page.getByText('No assets yet. Start creating!')).toBeVisible()
    await expect.poll(() => logged.mock.calls.flat().join(' ')).toContain('The assets could not be loaded')
    logged.mockRestore()
  })

  it('shows ten placeholders while loading', async () => {
    await openApp('/assets', { replies: { assets: { list: () => new Promise<never>(() => {}) } } })
    const loading = page.getByRole('status', { name: 'Loading your images' })
    await expect.element(loading).toBeInTheDocument()
    expect(loading.element().querySelectorAll('.shimmer')).toHaveLength(10)
  })

  it('is navigated with the arrow keys', async () => {
    await openApp('/assets')
    await expect.poll(() => tiles().length).toBe(4)
    const [first, second] = tiles()
    first?.focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(() => document.activeElement === second).toBe(true)
    await userEvent.keyboard('{ArrowLeft}')
    await expect.poll(() => document.activeElement === first).toBe(true)
  })

  it('are filtered to those that were brought in', async () => {
    const { requests } = await openApp('/assets')
    const chip = page.getByRole('button', { name: 'Brought in' })
    await chip.click()
    await expect.element(chip).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => location.search).toBe('?origin=brought-in')
    await expect.poll(() => requests.some(({ path }) => path.includes('origin=brought-in'))).toBe(true)
  })

  it('are put on the canvas of a project', async () => {
    const { requests } = await openApp('/assets', {
      replies: { projects: { bringAssets: () => ({ generations: [], refused: [] }) } },
    })
    await expect.poll(() => tiles().length).toBe(4)
    tiles()[0]?.focus()
    await userEvent.keyboard('{Control>}a{/Control}')
    await expect.element(page.getByRole('button', { name: 'Put on canvas' })).toBeVisible()
    await expectNoViolations()
    await page.getByRole('button', { name: 'Put on canvas' }).click()
    await page.getByRole('menuitem').first().click()
    await expect.element(page.getByText('Put on Walled garden')).toBeVisible()
    const sent = requests.find(({ method, path }) => method === 'POST' && path.endsWith('/pictures/copies'))
    expect(Object(sent?.body).imageIds).toHaveLength(4)
  })

  it('does not redirect to another site', async () => {
    await openApp('/assets?choosing=image&back=%2F%2Fevil.example')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => location.pathname).toBe('/image')
  })
})
