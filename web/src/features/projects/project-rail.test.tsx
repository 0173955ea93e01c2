import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '#web/testing/app-under-test.tsx'

describe('the rail of projects', () => {
  it('shows when a project was created on hover, and opens it', async () => {
    await openApp('/image')
    const thumbnail = page.getByRole('navigation', { name: 'Projects' }).getByRole('link', { name: 'Walled garden' })
    await thumbnail.hover()
    await expect.element(page.getByText('21 November 2026')).toBeVisible()
    await thumbnail.click()
    await expect.poll(() => location.pathname).toBe('/project/00000000-0000-4000-8000-000000000001')
  })
})
