import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '#web/testing/app-under-test.tsx'

describe('the page of the plans for a signed-in user', () => {
  it('marks the current plan, and links to the change to another one', async () => {
    await openApp('/pricing', {
      account: { plan: 'pro' },
      replies: { billing: { checkout: ({ plan }) => ({ url: `/billing-portal?plan=${plan}` }) } },
    })
    const pro = page.getByRole('region', { name: 'Pro' }).getByRole('button')
    await expect.element(pro).toHaveTextContent('Current plan')
    await expect.element(pro).toBeDisabled()
    await page.getByRole('button', { name: 'Choose Basic' }).click()
    await expect.poll(() => location.pathname + location.search).toBe('/billing-portal?plan=basic')
    await expect.element(page.getByRole('radio', { name: /^Basic/ })).toBeChecked()
    await expect.element(page.getByText('This server takes no payment.')).toBeVisible()
  })
})
