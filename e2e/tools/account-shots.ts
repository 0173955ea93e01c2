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

/** The account's own pages. */
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
  regular('manage-account-billing', '/manage-account?tab=billing'),
  regular('model-keys', '/manage-account?tab=model-keys'),
  regular('model-keys-form', '/manage-account?tab=model-keys', async (page) => {
    await press('Add key of Krea')(page)
    await press('Check and save')(page)
  }),
]
