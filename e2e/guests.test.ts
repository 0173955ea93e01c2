import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, makeDataDir, startApp } from './support/app-process.ts'
import {
  desktop,
  expectNoViolations,
  launchBrowser,
  newAccount,
  openPage,
  signIn,
  tileStatuses,
} from './support/person.ts'

let browser: Browser
let dataDir: Awaited<ReturnType<typeof makeDataDir>>
let app: AppProcess
beforeAll(async () => {
  browser = await launchBrowser()
  dataDir = await makeDataDir()
  app = await startApp(dataDir.path, { GUESTS: 'on' })
}, 60_000)
afterAll(async () => {
  await browser.close()
  await app.stop()
  await dataDir.remove()
})

const open = async () => openPage(await browser.newContext({ ...desktop, baseURL: app.url }))
const expectFourPictures = (page: Page) =>
  expect.poll(() => tileStatuses(page), { timeout: 40_000 }).toEqual(Array(4).fill('completed'))

describe('a guest', () => {
  const mara = newAccount('Mara')
  let page: Awaited<ReturnType<typeof open>>
  let board = ''
  beforeAll(async () => {
    page = await open()
  })
  afterAll(() => page.context().close())

  it('starts on the landing page with one press, on an empty board', async () => {
    await page.goto('/')
    await page.getByRole('button', { name: 'Try without an account' }).click()
    await page.waitForURL(/\/project\/[0-9a-f-]{36}$/)
    board = page.url()
    const hint = page.getByRole('complementary', { name: 'Guest' })
    await hint.getByText('You are a guest. Sign up to keep your board.').waitFor()
    await expectNoViolations(page)
  })

  it('makes a picture', async () => {
    await page.getByRole('textbox', { name: 'Prompt' }).fill('a red fox in the snow')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expectFourPictures(page)
  })

  it('signs up, is back on the board, and finds it after a reload', async () => {
    await page.getByRole('complementary', { name: 'Guest' }).getByRole('link', { name: 'Sign up' }).click()
    await page.getByLabel('First Name').fill(mara.firstName)
    await page.getByLabel('Email').fill(mara.email)
    await page.getByLabel('Password', { exact: true }).fill(mara.password)
    await page.getByRole('button', { name: 'Sign up' }).click()
    await page.waitForURL(board)
    await page.getByText('Account created!').waitFor()
    await expectFourPictures(page)
    await page.reload()
    await expectFourPictures(page)
    expect(await page.getByRole('complementary', { name: 'Guest' }).count()).toBe(0)
  })

  it('finds it on a second device', async () => {
    const device = await open()
    await signIn(device, app.url, mara)
    await device.goto(board)
    await expectFourPictures(device)
    expect([...page.errors, ...device.errors]).toEqual([])
    await device.context().close()
  })
})
