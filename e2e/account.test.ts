import { afterAll, beforeAll, expect, it } from 'vitest'
import { readZip } from '#server-testing/read-zip.ts'
import { boardOf } from './support/board-of.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { type Account, desktop, newAccount, openPage, signIn } from './support/person.ts'

let account: Account
let journey: Journey
let page: Journey['page']
beforeAll(async () => {
  // The first account of a server runs it, and as the only one that does can not be deleted.
  const first = await openJourney({ account: newAccount('Otto') })
  await first.close()
  account = newAccount('Mara')
  journey = await openJourney({ account })
  page = journey.page
})
afterAll(() => journey.close())

const toast = (title: string) => page.locator('.toast').filter({ hasText: title })
const button = (name: string) => page.getByRole('button', { name, exact: true })

it('an account is changed, signed out everywhere, downloaded and deleted', async () => {
  await boardOf(journey.context, journey.app.url).make({ prompt: 'a walled garden' })
  await page.goto('/manage-account')
  await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Mara')
  await page.getByLabel('Bio').fill('Pears against walls.')
  await page.getByLabel('Instagram').fill('@mara')
  await page.keyboard.press('Enter')
  await toast('Profile updated').waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Bio').inputValue()).toBe('Pears against walls.')

  const form = page.getByRole('form', { name: 'Password' })
  await form.getByLabel('Current password').fill(account.password)
  await form.getByLabel('New password').fill('secret100')
  await page.keyboard.press('Enter')
  await toast('Password changed').waitFor()
  const changed = { ...account, password: 'secret100' }
  const { app, browser } = journey
  const other = await openPage(await browser.newContext({ ...desktop, baseURL: app.url }))
  await signIn(other, app.url, changed)
  await button('Sign out everywhere').click()
  await page.waitForURL('**/login')
  await other.goto('/manage-account')
  await other.waitForURL('**/login')
  await signIn(page, app.url, changed)

  await page.goto('/manage-account')
  const download = page.waitForEvent('download')
  await button('Download all my data').click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('espalier-data.zip')
  const chunks: Buffer[] = []
  for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer)
  const names = [...readZip(Buffer.concat(chunks)).keys()]
  expect(names.filter((name) => name.startsWith('images/'))).toHaveLength(4)
  expect(names).toContain('usage.csv')

  await button('Delete my account').click()
  await page.getByRole('alertdialog').getByLabel('Your password').fill(changed.password)
  await page.keyboard.press('Enter')
  await toast('Account deleted').waitFor()
  await page.goto('/manage-account')
  await page.waitForURL('**/login')
  expect([page.errors, other.errors]).toEqual([[], []])
})
