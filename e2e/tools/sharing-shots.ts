import type { Account } from './seed-account.ts'
import type { Shot } from './shot.ts'

const settleMs = 900

/** The index of a picture whose card branches from another. */
const storyPicture = 9

/** A shot of what a link opens, after some keys. */
const visited = (account: Account, name: string, ...keys: string[]): Shot => ({
  name,
  path: account.sharedAddress,
  prepare: {
    after: async (page) => {
      // On a phone a link opens as a list, and each picture opens by itself.
      await page
        .getByRole('button', { name: 'Look one by one' })
        .or(page.getByRole('button', { name: /^Open image 1 of/ }))
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
      for (const key of keys) await page.keyboard.press(key)
      await page.waitForTimeout(settleMs)
    },
  },
})

/** Review links: how they are created, and what they open. */
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
  visited(account, 'shared-picture', 'ArrowRight', 'ArrowRight', 'c'),
  visited(account, 'shared-story', ...Array<string>(storyPicture).fill('ArrowRight')),
  visited(account, 'shared-compare', ...Array<string>(storyPicture).fill('ArrowRight'), 'x'),
  {
    name: 'lightbox-comments',
    path: `/project/${account.fullProject}`,
    isSignedIn: 'regular',
    prepare: {
      after: async (page) => {
        await page.getByRole('button', { name: 'Canvas commands' }).click()
        await page.getByRole('menuitem', { name: 'Comments' }).click()
        await page.getByRole('button', { name: 'Show the liked picture' }).first().click()
        await page.waitForTimeout(settleMs)
      },
    },
  },
  {
    name: 'assets-compare',
    path: '/assets',
    isSignedIn: 'regular',
    prepare: {
      after: async (page) => {
        for (const place of [0, 5, 9])
          await page
            .getByRole('button', { name: /^Select:/ })
            .nth(place)
            .click({ force: true })
        await page.waitForTimeout(settleMs)
        await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Compare' }).click()
        await page.waitForTimeout(settleMs)
      },
    },
  },
]
