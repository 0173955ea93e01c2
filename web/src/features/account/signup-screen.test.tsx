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

  it('shows a refusal beside the fields in a window at 200 %', async () => {
    await page.viewport(720, 450)
    await openApp('/signup', {
      plain: {
        ...visitor,
        'POST /api/auth/sign-up/email': () =>
          Response.json({ code: 'unavailable', message: 'Try again in a moment.' }, { status: 503 }),
      },
    })
    await page.getByLabelText('First name').fill('Mara')
    await page.getByLabelText('Email').fill('mara@orchard.studio')
    await page.getByLabelText('Password', { exact: true }).fill('orchard-pears')
    await page.getByRole('button', { name: 'Sign up' }).click()
    const toast = () => document.querySelector('[data-sonner-toast]')?.getBoundingClientRect() ?? new DOMRect()
    await expect.poll(() => toast().width).toBeGreaterThan(0)
    await expect
      .poll(() => {
        const { left, right, top, bottom } = toast()
        return [...document.querySelectorAll('main input, main button[type=submit]')].filter((field) => {
          const box = field.getBoundingClientRect()
          return box.left < right && left < box.right && box.top < bottom && top < box.bottom
        })
      })
      .toEqual([])
    expect(toast().bottom).toBeLessThanOrEqual(450)
  })

  it.each(['/signup', '/login'])('at %s leads a user who is signed in to the front page', async (path) => {
    await openApp(path)
    await expect.poll(() => location.pathname).toBe('/')
  })
})
