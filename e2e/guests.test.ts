import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Journey, openJourney, openScreen } from './support/journey.ts'
import { newAccount, signIn, tileStatuses } from './support/person.ts'

let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ variables: { GUESTS: 'on' } })
  page = journey.page
})
afterAll(() => journey.close())

const expectFourPictures = (page: Page) =>
  expect.poll(() => tileStatuses(page), { timeout: 40_000 }).toEqual(Array(4).fill('completed'))

it('a guest makes pictures on a board of their own, and keeps it by signing up, on every device', async () => {
  const mara = newAccount('Mara')
  await page.goto('/')
  await page.getByRole('button', { name: 'Try without an account' }).click()
  await page.waitForURL(/\/project\/[0-9a-f-]{36}$/)
  const board = page.url()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('a red fox in the snow')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expectFourPictures(page)
  await page.getByRole('complementary', { name: 'Guest' }).getByRole('link', { name: 'Sign up' }).click()
  await page.getByLabel('First Name').fill(mara.firstName)
  await page.getByLabel('Email').fill(mara.email)
  await page.getByLabel('Password', { exact: true }).fill(mara.password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL(board)
  await expectFourPictures(page)
  const { page: device } = await openScreen(journey.app)
  await signIn(device, journey.app.url, mara)
  await device.goto(board)
  await expectFourPictures(device)
  expect([...page.errors, ...device.errors]).toEqual([])
})
