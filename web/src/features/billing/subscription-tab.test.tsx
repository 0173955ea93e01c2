import { afterEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { openApp } from '#web/testing/app-under-test.tsx'
import { lostConnection, refuse } from '#web/testing/fake-server.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const tabs = () =>
  page
    .getByRole('tab')
    .elements()
    .map(({ textContent }) => textContent)

afterEach(() => {
  vi.restoreAllMocks()
})

describe('the tab of the subscription', () => {
  it('opens the portal in a new tab, which has no handle on this one', async () => {
    const tab = { close: vi.fn(), opener: window, location: { href: '' } }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    await openApp('/manage-account?tab=billing', {
      replies: { billing: { portal: () => ({ url: '/billing-portal' }) } },
    })
    await button('Manage Subscription').click()
    await expect.element(page.getByText('Redirecting you to manage your subscription...')).toBeVisible()
    await expect.poll(() => tab.location.href).toBe(`${location.origin}/billing-portal`)
    expect(tab.opener).toBeNull()
  })

  it('says why the portal did not open, and closes the tab that was meant for it', async () => {
    const tab = { close: vi.fn(), opener: window, location: { href: '' } }
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
    await openApp('/manage-account?tab=billing', { replies: { billing: { portal: lostConnection } } })
    await button('Manage Subscription').click()
    await expect.element(page.getByText('Failed to open billing portal')).toBeVisible()
    expect(tab.close).toHaveBeenCalledOnce()
  })

  it('is not there where credits are switched off', async () => {
    await openApp('/manage-account?tab=billing', { replies: { credits: { get: () => refuse('not-found') } } })
    await expect.element(page.getByLabelText('First Name')).toBeVisible()
    await expect.poll(tabs).toEqual(['Profile', 'Model keys', 'Your models', 'API & agents'])
  })

  it('stands between the profile and the model keys otherwise', async () => {
    await openApp('/manage-account')
    await expect.poll(tabs).toEqual(['Profile', 'Billing & Subscription', 'Model keys', 'Your models', 'API & agents'])
  })
})

describe('the page of the billing portal', () => {
  it('keeps the plan that was chosen where the change fails, and changes it on the next try', async () => {
    const server = await openApp('/billing-portal', { replies: { billing: { changePlan: lostConnection } } })
    await page.getByRole('radio', { name: /^Max/ }).click()
    await button('Change to Max').click()
    await expect.element(page.getByText('The plan could not be changed. Try again in a moment.')).toBeVisible()
    await expect.element(page.getByRole('radio', { name: /^Max/ })).toBeChecked()
    server.reply({
      billing: {
        changePlan: () => ({
          plan: 'max',
          nextPlan: null,
          periodEnd: '2026-12-21T10:00:00.000Z',
          provider: 'local',
          allowsUpgrade: true,
          isPastDue: false,
          history: [],
        }),
      },
    })
    await button('Change to Max').click()
    await expect.element(page.getByText('You are on Max now.')).toBeVisible()
  })
})
