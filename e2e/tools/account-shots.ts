import type { Page } from 'playwright-core'
import type { Shot } from './shot.ts'

const settleMs = 600

const regular = (name: string, path: string, act?: (page: Page) => Promise<unknown>): Shot => ({
  name,
  path,
  isSignedIn: 'regular',
  ...(act && {
    prepare: {
      after: async (page: Page) => {
        await act(page)
        await page.waitForTimeout(settleMs)
      },
    },
  }),
})

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

/** The pages of the account. */
export const accountShots: readonly Shot[] = [
  { ...regular('manage-account', '/manage-account'), isFullPage: true },
  regular('manage-account-errors', '/manage-account', async (page) => {
    await page.getByLabel('Username').fill('m')
    await page.getByLabel('YouTube').fill('example.com/mara')
    await press('Save changes')(page)
  }),
  regular('manage-account-leave', '/manage-account', async (page) => {
    await page.getByLabel('Bio').fill('Pears against walls.')
    await page.getByRole('link', { name: 'Assets' }).first().click()
  }),
  regular('manage-account-delete', '/manage-account', async (page) => {
    await press('Delete my account')(page)
    await press('Delete account')(page)
  }),
  regular('usage', '/usage'),
  regular('usage-by-project', '/usage', async (page) => {
    await page.getByRole('tab', { name: 'By project' }).click()
    await page.getByRole('heading', { name: 'What your pictures have cost' }).scrollIntoViewIfNeeded()
  }),
  {
    name: 'usage-failed',
    path: '/usage',
    isSignedIn: 'regular',
    prepare: {
      before: async (page) => void (await page.route('**/api/credits/{usage,ledger}*', (route) => route.abort())),
      after: (page) => page.getByRole('button', { name: 'Try again' }).nth(1).waitFor(),
    },
  },
  regular('manage-account-billing', '/manage-account?tab=billing'),
  regular('your-models', '/manage-account?tab=your-models'),
  regular('model-keys', '/manage-account?tab=model-keys'),
  regular('model-keys-form', '/manage-account?tab=model-keys', async (page) => {
    await press('Add key of Krea')(page)
    await press('Check and save')(page)
  }),
]
