import type { Page } from 'playwright-core'
import type { Shot } from './shot.ts'

const settleMs = 600

/** Runs an action and lets the page come to rest. */
const after = (act: (page: Page) => Promise<unknown>) => ({
  after: async (page: Page) => {
    await act(page)
    await page.waitForTimeout(settleMs)
  },
})

const selectTwo = async (page: Page) => {
  for (const place of [0, 2])
    await page
      .getByRole('button', { name: /^Select:/ })
      .nth(place)
      .click({ force: true })
}

/** The pages around the canvas: plans, coming features, assets, and what is above every page. */
export const shellShots: readonly Shot[] = [
  { name: 'pricing', path: '/pricing', isFullPage: true },
  { name: 'pricing-signed-in', path: '/pricing', isSignedIn: 'regular' },
  {
    name: 'pricing-dialog',
    path: '/video',
    isSignedIn: 'regular',
    prepare: after((page) => page.getByRole('button', { name: /^Daily compute limit/ }).click()),
  },
  { name: 'billing-portal', path: '/billing-portal?plan=pro', isSignedIn: 'regular' },
  { name: 'video', path: '/video', isSignedIn: 'regular' },
  { name: 'edit', path: '/edit', isSignedIn: 'regular' },
  {
    name: 'account-menu',
    path: '/edit',
    isSignedIn: 'regular',
    prepare: after((page) => page.getByRole('button', { name: 'Account' }).click()),
  },
  { name: 'palette', path: '/edit', isSignedIn: 'regular', prepare: after((page) => page.keyboard.press('Control+k')) },
  { name: 'shortcuts', path: '/assets', isSignedIn: 'regular', prepare: after((page) => page.keyboard.press('?')) },
  { name: 'assets', path: '/assets', isSignedIn: 'regular' },
  {
    name: 'assets-failed',
    path: '/assets',
    isSignedIn: 'regular',
    prepare: {
      before: (page) => page.route('**/api/assets*', (route) => route.abort()).then(() => {}),
      after: (page) => page.getByRole('button', { name: 'Try again' }).waitFor(),
    },
  },
  { name: 'assets-empty', path: '/assets', isSignedIn: 'new' },
  {
    name: 'assets-loading',
    path: '/assets',
    isSignedIn: 'regular',
    prepare: { before: (page) => page.route('**/api/assets*', () => {}).then(() => {}) },
  },
  { name: 'assets-selected', path: '/assets', isSignedIn: 'regular', prepare: after(selectTwo) },
  { name: 'assets-no-hit', path: '/assets?q=xyzzy', isSignedIn: 'regular' },
  {
    name: 'assets-filter',
    path: '/assets',
    isSignedIn: 'regular',
    prepare: after((page) => page.getByRole('button', { name: 'Ratio' }).click()),
  },
  {
    name: 'assets-choosing',
    path: '/assets?choosing=image&back=%2Fimage',
    isSignedIn: 'regular',
    prepare: after((page) => page.locator('[data-asset]').first().click()),
  },
  {
    name: 'assets-lightbox',
    path: '/assets',
    isSignedIn: 'regular',
    prepare: after((page) => page.locator('[data-asset]').nth(2).click()),
  },
]
