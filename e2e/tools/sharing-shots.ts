import type { Account } from './seed-account.ts'
import type { Shot } from './shot.ts'

const settleMs = 900

/** Links for review: how they are made, and what they open. */
export const sharingShots = (account: Account): Shot[] => [
  {
    name: 'share',
    path: `/project/${account.fullProject}`,
    isSignedIn: 'regular',
    prepare: {
      after: async (page) => {
        await page.getByRole('button', { name: 'Share for review' }).click()
        await page.getByRole('dialog').waitFor()
        await page.waitForTimeout(settleMs)
      },
    },
  },
  { name: 'shared-canvas', path: account.sharedAddress },
  {
    name: 'shared-picture',
    path: account.sharedAddress,
    prepare: {
      after: async (page) => {
        await page.getByRole('button', { name: 'Look at the images one by one' }).click()
        for (const key of ['ArrowRight', 'ArrowRight', 'c']) await page.keyboard.press(key)
        await page.waitForTimeout(settleMs)
      },
    },
  },
]
