import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readZip } from '#server-testing/read-zip.ts'
import { boardOf } from './support/board-of.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { type Account, desktop, newAccount, openPage, signIn } from './support/person.ts'

let account: Account
let journey: Journey
let page: Journey['page']
beforeEach(async () => {
  account = newAccount('Mara')
  journey = await openJourney({ account })
  page = journey.page
})
afterEach(async () => {
  expect(page.errors).toEqual([])
  await journey.close()
})

const toast = (title: string) => page.locator('.toast').filter({ hasText: title })
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('the profile', () => {
  it('opens from “Manage account”, with a username already', async () => {
    await page.goto('/image')
    await button('Account').click()
    await page.getByRole('menuitem', { name: 'Manage account' }).click()
    await page.waitForURL('**/manage-account')
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Mara')
    await expect.poll(() => page.getByLabel('Username').inputValue()).toMatch(/^mara(\.[0-9a-f.]+)?$/)
  })

  it('is saved by the keyboard, and stays saved', async () => {
    const username = `mara.${Date.now().toString(36)}`
    await page.goto('/manage-account')
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Bio').fill('Pears against walls.')
    await page.getByLabel('Instagram').fill('@mara')
    await page.getByLabel('YouTube').fill('youtube.com/@mara')
    await page.keyboard.press('Enter')
    await toast('Profile updated').getByText('Your profile has been updated successfully.').waitFor()
    await expect.poll(() => page.getByLabel('YouTube').inputValue()).toBe('https://youtube.com/@mara')
    await page.reload()
    await expect.poll(() => page.getByLabel('Bio').inputValue()).toBe('Pears against walls.')
    await expect.poll(() => page.getByLabel('Instagram').inputValue()).toBe('mara')
    await button('Account').click()
    await page.getByText(`@${username}`).waitFor()
  })

  it('accepts a picture, shows it everywhere, and refuses other files', async () => {
    await page.goto('/manage-account')
    await page.getByRole('group', { name: 'Profile picture' }).waitFor()
    const files = page.locator('input[type=file]')
    await files.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no') })
    await toast('Upload failed').getByText('This file is not a picture').waitFor()
    const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#553311' } })
      .png()
      .toBuffer()
    await files.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await toast('Avatar updated').getByText('Your profile picture has been updated successfully.').waitFor()
    await button('Account').locator('img').waitFor()
    await button('Remove').click()
    await button('Account').locator('img').waitFor({ state: 'detached' })
  })
})

describe('the sign-in of an account', () => {
  it('goes by another password once it is changed, and ends everywhere at once', async () => {
    await page.goto('/manage-account')
    const form = page.getByRole('form', { name: 'Password' })
    await form.getByLabel('Current password').fill('wrong one')
    await form.getByLabel('New password').fill('secret100')
    await page.keyboard.press('Enter')
    await form.getByText('This is not your password.').waitFor()
    await form.getByLabel('Current password').fill(account.password)
    await page.keyboard.press('Enter')
    await toast('Password changed').waitFor()

    const changed = { ...account, password: 'secret100' }
    const { app, browser } = journey
    const other = await openPage(await browser.newContext({ ...desktop, baseURL: app.url }))
    await signIn(other, app.url, changed)
    await page.reload()
    await page.getByText('This browser').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Sign out of / }).count()).toBe(1)
    await button('Sign out everywhere').click()
    await page.waitForURL('**/login')
    await other.goto('/manage-account')
    await other.waitForURL('**/login')
    await signIn(page, app.url, changed)
  })
})

describe('billing', () => {
  it('opens the portal in a new tab', async () => {
    await page.goto('/manage-account?tab=billing')
    const opened = journey.context.waitForEvent('page')
    await button('Manage Subscription').click()
    await toast('Opening billing portal').getByText('Redirecting you to manage your subscription...').waitFor()
    const portal = await opened
    await portal.waitForURL('**/billing-portal')
    await portal.getByText('This server takes no payment.', { exact: false }).waitFor()
  })
})

describe('the end of an account', () => {
  it('comes after a download of everything', async () => {
    await boardOf(journey.context, journey.app.url).make({ prompt: 'a walled garden' })
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
  })

  it('needs the password, and signs out', async () => {
    await page.goto('/manage-account')
    await button('Delete my account').click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    await dialog.waitFor()
    await dialog.getByLabel('Your password').fill('wrong one')
    await page.keyboard.press('Enter')
    await dialog.getByText('This is not your password.').waitFor()
    await dialog.getByLabel('Your password').fill(account.password)
    await page.keyboard.press('Enter')
    await toast('Account deleted').waitFor()
    await page.goto('/manage-account')
    await page.waitForURL('**/login')
  })
})
