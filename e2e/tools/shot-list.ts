import type { Page } from 'playwright-core'
import { accountShots } from './account-shots.ts'
import { editorShots } from './editor-shots.ts'
import { emailShots } from './email-shots.ts'
import { imageShots } from './image-shots.ts'
import { lineageShots } from './lineage-shots.ts'
import type { Account } from './seed-account.ts'
import { sharingShots } from './sharing-shots.ts'
import { shellShots } from './shell-shots.ts'
import type { Shot } from './shot.ts'

const fitMs = 900

const showAll = async (page: Page) => {
  await page.getByRole('button', { name: 'Fit to view' }).click()
  await page.waitForTimeout(fitMs)
}

/** Selects the first card and zooms in until it is an element of the page: far ones are painted. */
const showFirstCard = async (page: Page) => {
  await showAll(page)
  if ((await page.locator('[data-card]').count()) === 0) {
    await page.getByRole('button', { name: /Zoom to 100%/ }).click()
    await page.waitForTimeout(fitMs)
  }
  await page.getByRole('treeitem').first().focus()
  await page.waitForTimeout(fitMs)
}

/** The dialog that asks for the kind of branch. */
const openBranch = async (page: Page) => {
  await showFirstCard(page)
  await page.keyboard.press('b')
}

/** The images of the user beside the canvas. */
const openAssets = async (page: Page) => {
  // Before the canvas is there, a key is lost.
  await page.getByRole('region', { name: 'Prompt bar' }).waitFor()
  // The prompt bar of an empty canvas has the focus.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+1')
  await page.keyboard.press('Shift+I')
  await page.locator('[data-asset]').first().waitFor()
  await page.waitForTimeout(fitMs)
}

/** Presents what is selected. */
const present = async (page: Page) => {
  await page.keyboard.press('Shift+P')
  await page.getByRole('dialog', { name: 'Presentation' }).waitFor()
  await page.waitForTimeout(fitMs)
}

/** Every screen, in the states that matter. */
export const shots = (account: Account): Shot[] => {
  const full = `/project/${account.fullProject}`
  return [
    { name: 'landing', path: '/', isFullPage: true },
    { name: 'landing-signed-in', path: '/', isSignedIn: 'regular' },
    { name: 'login', path: '/login' },
    {
      name: 'login-failed',
      path: '/login',
      prepare: {
        after: async (page) => {
          await page.getByLabel('Email').fill('mara@orchard.studio')
          await page.getByLabel('Password', { exact: true }).fill('wrong password')
          await page.getByRole('button', { name: 'Sign in' }).click()
          await page.waitForTimeout(fitMs)
        },
      },
    },
    {
      name: 'signup',
      path: '/signup',
      prepare: {
        after: async (page) => {
          await page.getByLabel('Password', { exact: true }).fill('pear')
          await page.getByRole('button', { name: 'Sign up' }).click()
          await page.waitForTimeout(fitMs)
        },
      },
    },
    ...imageShots(account),
    ...editorShots(account),
    { name: 'project-none', path: '/project', isSignedIn: 'new' },
    { name: 'project-empty', path: `/project/${account.emptyProject}`, isSignedIn: 'regular' },
    { name: 'project-full', path: full, isSignedIn: 'regular', prepare: { after: showAll } },
    { name: 'project-assets', path: full, isSignedIn: 'regular', prepare: { after: openAssets } },
    {
      name: 'project-assets-selected',
      path: full,
      isSignedIn: 'regular',
      prepare: {
        after: async (page) => {
          await openAssets(page)
          const images = page.locator('[data-asset]')
          await images.first().click()
          await images.nth(2).click()
        },
      },
    },
    {
      name: 'project-assets-dragged',
      path: `/project/${account.emptyProject}`,
      isSignedIn: 'regular',
      prepare: {
        after: async (page) => {
          await openAssets(page)
          await page.locator('[data-asset]').nth(1).hover()
          await page.mouse.down()
          await page.mouse.move(360, 300, { steps: 3 })
          const { width = 0 } = page.viewportSize() ?? {}
          await page.mouse.move(width * 0.65, 240, { steps: 3 })
          await page.waitForTimeout(fitMs)
        },
      },
    },
    {
      name: 'project-close',
      path: full,
      isSignedIn: 'regular',
      prepare: {
        after: async (page) => {
          await showAll(page)
          await page.getByRole('button', { name: /Zoom to 100%/ }).click()
          await page.waitForTimeout(fitMs)
          await page.locator('[data-card]').first().focus()
          await page.keyboard.press('Tab')
          await page.waitForTimeout(fitMs)
        },
      },
    },
    {
      name: 'project-running',
      path: '/image',
      isSignedIn: 'regular',
      prepare: {
        after: async (page) => {
          await page.getByLabel('Prompt', { exact: true }).fill('Slow light over a walled garden [[slow]]')
          await page.getByRole('button', { name: /^Go\b/ }).click()
          await page.waitForURL(/project\//)
          await page.waitForTimeout(2_500)
        },
      },
    },
    {
      name: 'project-delete',
      path: full,
      isSignedIn: 'regular',
      prepare: {
        after: async (page) => {
          await showFirstCard(page)
          await page.keyboard.press('Delete')
          await page.waitForTimeout(400)
        },
      },
    },
    {
      name: 'project-branch',
      path: full,
      isSignedIn: 'regular',
      prepare: {
        after: async (page) => {
          await openBranch(page)
          await page.waitForTimeout(300)
        },
      },
    },
    {
      name: 'project-remix',
      path: full,
      isSignedIn: 'regular',
      prepare: {
        after: async (page) => {
          await openBranch(page)
          await page.getByRole('button', { name: 'Remix' }).click()
          for (const name of ['Image style', 'Image prompt']) {
            await page.getByRole('button', { name, exact: true }).click()
            await page
              .getByRole('button', { name: /^Attach “/ })
              .first()
              .click()
            await page.waitForTimeout(fitMs)
          }
          await page.getByLabel('Prompt', { exact: true }).focus()
          await page.waitForTimeout(fitMs)
        },
      },
    },
    {
      name: 'project-lightbox',
      path: full,
      isSignedIn: 'regular',
      prepare: {
        after: async (page) => {
          await showFirstCard(page)
          await page.locator('.picture-open').nth(1).focus()
          await page.keyboard.press('Enter')
          await page.waitForTimeout(fitMs)
        },
      },
    },
    {
      name: 'project-present-card',
      path: full,
      isSignedIn: 'regular',
      prepare: {
        async after(page) {
          await showFirstCard(page)
          await present(page)
          await page.keyboard.press('p')
          await page.waitForTimeout(fitMs)
        },
      },
    },
    {
      name: 'project-present-frame',
      path: full,
      isSignedIn: 'regular',
      prepare: {
        // The frame stays on this page: other shots have none.
        before: async (page) => void (await page.route('**/changes', (route) => route.abort())),
        async after(page) {
          await showAll(page)
          await page.keyboard.press('Control+a')
          await page.keyboard.press('a')
          await page.getByRole('textbox', { name: 'Title of the frame' }).fill('For the client')
          await page.keyboard.press('Enter')
          await present(page)
        },
      },
    },
    {
      name: 'project-failed',
      path: full,
      isSignedIn: 'regular',
      prepare: {
        before: async (page) => void (await page.route('**/generations', (route) => route.fulfill({ status: 500 }))),
      },
    },
    {
      name: 'readme',
      path: `/project/${account.readmeProject}`,
      isSignedIn: 'regular',
      prepare: { after: showFirstCard },
    },
    { name: 'not-found', path: '/no/such/page' },
    ...lineageShots(account),
    ...sharingShots(account),
    ...shellShots,
    ...accountShots,
    ...emailShots,
  ]
}
