import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { visitor } from '#web/testing/fake-account.ts'

describe('the sign-up', () => {
  it('refuses a password of five characters without asking the server', async () => {
    const { requests } = await openApp('/signup', { plain: visitor })
    await page.getByLabelText('First Name').fill('Maya')
    await page.getByLabelText('Email').fill('maya@orchard.studio')
    await page.getByLabelText('Password', { exact: true }).fill('12345')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expectText('Password must be at least 6 characters long')
    await expect.element(page.getByText('Invalid password')).toBeVisible()
    await expect.element(page.getByLabelText('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    expect(requests.filter(({ path }) => path.includes('/sign-up/'))).toEqual([])
  })

  it.each(['/signup', '/login'])('at %s leads a user who is signed in to the front page', async (path) => {
    await openApp(path)
    await expect.poll(() => location.pathname).toBe('/')
  })
})
