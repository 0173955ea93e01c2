import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Journey, openJourney, openScreen } from './support/journey.ts'
import { expectNoViolations, newAccount, signIn, tileStatuses } from './support/person.ts'

let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ variables: { GUESTS: 'on' } })
  page = journey.page
})
afterAll(() => journey.close())

const expectFourPictures = (page: Page) =>
  expect.poll(() => tileStatuses(page), { timeout: 40_000 }).toEqual(Array(4).fill('completed'))

describe('a guest', () => {
  const mara = newAccount('Mara')
  let board = ''

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
    const { page: device } = await openScreen(journey.app)
    await signIn(device, journey.app.url, mara)
    await device.goto(board)
    await expectFourPictures(device)
    expect([...page.errors, ...device.errors]).toEqual([])
  })
})
