import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { BillingShape } from '#contract/money/billing.ts'
import type { PlanName } from '#domain/credits/plan.ts'
import { expectNoViolationsInBothThemes, expectText, openApp } from '#web/testing/app-under-test.tsx'
import { focus } from '#web/testing/composer.ts'

const periodEnd = '2026-12-21T10:00:00.000Z'
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const radio = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })

const history = (...entries: readonly [kind: string, toPlan: PlanName][]): BillingShape['history'] =>
  entries.map(([kind, toPlan], place) => ({
    id: String(place),
    kind,
    fromPlan: null,
    toPlan,
    createdAt: '2026-11-21T10:00:00.000Z',
  }))

/** Opens a page on a server on which a change of plan leads to this one. */
async function open(path: string, before: Partial<BillingShape>, after: Partial<BillingShape> = before) {
  const billing = (over: Partial<BillingShape>): BillingShape => ({
    plan: 'free',
    nextPlan: null,
    periodEnd,
    provider: 'local',
    allowsUpgrade: true,
    isPastDue: false,
    history: [],
    ...over,
  })
  let now = billing(before)
  return openApp(path, {
    account: { plan: now.plan },
    replies: {
      billing: {
        get: () => now,
        checkout: ({ plan }) => ({ url: `/billing-portal?plan=${plan}` }),
        changePlan() {
          now = billing(after)
          return now
        },
      },
    },
  })
}
const asked = ({ requests }: Awaited<ReturnType<typeof open>>) =>
  requests.filter(({ method }) => method === 'PUT').map(({ body }) => body)

describe('a plan', () => {
  it('is chosen in the dialog, by the keyboard alone, and changed in the portal', async () => {
    const server = await open('/image', {}, { plan: 'basic', history: history(['upgraded', 'basic']) })
    await focus(button(/^Daily compute limit consumed:/))
    await userEvent.keyboard('{Enter}')
    const dialog = page.getByRole('dialog', { name: 'Plans & Pricing' })
    await expect.element(dialog.getByRole('button', { name: 'Current plan' })).toBeDisabled()
    await focus(dialog.getByRole('button', { name: 'Choose Basic' }))
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => location.pathname + location.search).toBe('/billing-portal?plan=basic')
    await expect.element(radio('Basic')).toBeChecked()
    await focus(button('Change to Basic'))
    await userEvent.keyboard('{Enter}')
    await expectText('You are on Basic now.')
    await expectText('Upgraded to Basic')
    expect(asked(server)).toEqual([{ plan: 'basic' }])
  })

  it('is upgraded by the keys of its list', async () => {
    const server = await open(
      '/billing-portal',
      { plan: 'basic' },
      { plan: 'pro', history: history(['upgraded', 'pro']) },
    )
    await expect.element(button('Keep Basic')).toHaveAccessibleDescription('This is your plan already.')
    await focus(radio('Basic'))
    await userEvent.keyboard('{ArrowDown}')
    await expect.element(radio('Pro')).toBeChecked()
    await userEvent.keyboard('{Enter}')
    await expectText('Upgraded to Pro')
    expect(asked(server)).toEqual([{ plan: 'pro' }])
  })

  it('is downgraded at the end of the month', async () => {
    await open('/billing-portal', { plan: 'pro' }, { plan: 'pro', nextPlan: 'basic' })
    await radio('Basic').click()
    await button('Change to Basic').click()
    await expectText('Basic begins on 21 December 2026.')
    await expectText('Your plan Pro until 21 December 2026, then Basic')
  })

  it('is kept where a smaller one was planned', async () => {
    const server = await open('/billing-portal', { plan: 'pro', nextPlan: 'free' }, { plan: 'pro' })
    await expectText('Your plan Pro until 21 December 2026, then Free')
    await radio('Pro').click()
    await button('Keep Pro').click()
    await expectText('You are on Pro now.')
    await expect.element(page.getByText(/^Your plan Pro$/)).toBeVisible()
    expect(asked(server)).toEqual([{ plan: 'pro' }])
  })

  it('keeps its events in a history, also on the account page', async () => {
    const events = history(['cancelled', 'free'], ['kept', 'pro'], ['downgraded', 'basic'], ['upgraded', 'pro'])
    await open('/manage-account?tab=billing', { plan: 'pro', nextPlan: 'free', history: events })
    await expectText('Your plan Pro until 21 December 2026, then Free')
    const listed = () =>
      page
        .getByRole('region', { name: 'History' })
        .getByRole('listitem')
        .elements()
        .map(({ firstElementChild }) => firstElementChild?.textContent)
    await expect.poll(listed).toEqual(['Cancelled: back to Free', 'Kept Pro', 'Downgraded to Basic', 'Upgraded to Pro'])
  })

  it('is shown and changed on a phone', async () => {
    await page.viewport(390, 844)
    await open('/billing-portal?plan=basic', { plan: 'pro' }, { plan: 'pro', nextPlan: 'basic' })
    await button('Change to Basic').click()
    await expectText('then Basic')
    await expectNoViolationsInBothThemes()
    expect(document.documentElement.scrollWidth).toBe(390)
  })
})
