import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZip } from '#server-testing/read-zip.ts'
import { makeDataDir, startApp } from './support/app-process.ts'
import { type Journey, openJourney } from './support/journey.ts'
import { desktop, newAccount, openPage, pressGo, signIn, signUp } from './support/person.ts'

const account = newAccount('Mara')
let journey: Journey
let app: Journey['app']
let browser: Journey['browser']
let context: Journey['context']
let page: Journey['page']
beforeAll(async () => {
  journey = await openJourney({ account })
  ;({ app, browser, context, page } = journey)
})
afterAll(() => journey.close())

const toast = (title: string) => page.locator('.toast').filter({ hasText: title })
const button = (name: string) => page.getByRole('button', { name, exact: true })

describe('the profile', () => {
  it('opens from “Manage account”, with a username already', async () => {
    await page.goto('/image')
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Manage account' }).click()
    await page.waitForURL('**/manage-account')
    await expect.poll(() => page.getByLabel('First Name').inputValue()).toBe('Mara')
    await expect.poll(() => page.getByLabel('Username').inputValue()).toMatch(/^mara\.[0-9a-f.]+$/)
    const tabs = ['Profile', 'Billing & Subscription', 'Model keys', 'Your models']
    expect(await page.getByRole('tab').allTextContents()).toEqual(tabs)
  })

  it('shows the error of each field, and focuses the first', async () => {
    await expect.poll(() => button('Save changes').getAttribute('aria-disabled')).toBe('true')
    await page.getByLabel('Username').fill('m')
    await page.getByLabel('Facebook').fill('https://elsewhere.example/mara')
    await page.keyboard.press('Enter')
    await page.getByText('Enter an address like https://facebook.com/name.').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('username')
    await page.getByLabel('Facebook').fill('')
  })

  it('is saved by the keyboard, and stays saved', async () => {
    await page.getByLabel('Username').fill('mara.l')
    await page.getByLabel('Bio').fill('Pears against walls.')
    await page.getByLabel('Instagram').fill('@mara')
    await page.getByLabel('YouTube').fill('youtube.com/@mara')
    await page.keyboard.press('Enter')
    await toast('Profile updated').getByText('Your profile has been updated successfully.').waitFor()
    await expect.poll(() => page.getByLabel('YouTube').inputValue()).toBe('https://youtube.com/@mara')
    await page.reload()
    await expect.poll(() => page.getByLabel('Bio').inputValue()).toBe('Pears against walls.')
    await expect.poll(() => page.getByLabel('Instagram').inputValue()).toBe('mara')
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByText('@mara.l').waitFor()
    await page.keyboard.press('Escape')
  })

  it('asks before unsaved changes are discarded, also by logging out', async () => {
    await page.getByLabel('Bio').fill('Unsaved.')
    await page.getByRole('link', { name: 'Assets' }).click()
    await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByLabel('Bio').inputValue()).toBe('Unsaved.')
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await button('Cancel').click()
    await page.waitForTimeout(300)
    await expect.poll(() => page.getByLabel('Bio').inputValue()).toBe('Unsaved.')
    // The tabs are one page.
    await page.getByRole('tab', { name: 'Billing & Subscription' }).click()
    await button('Manage Subscription').waitFor()
    await page.getByRole('tab', { name: 'Profile' }).click()
    await expect.poll(() => page.getByLabel('Bio').inputValue()).toBe('Unsaved.')
    await page.getByRole('link', { name: 'Assets' }).click()
    await button('Leave').click()
    await page.waitForURL('**/assets')
  })

  it('accepts a picture, shows it everywhere, and refuses other files', async () => {
    await page.goto('/manage-account')
    await page.getByRole('group', { name: 'Profile picture' }).waitFor()
    const files = page.locator('input[type=file]')
    await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
    await toast('Upload failed').getByText('Choose an image file.').waitFor()
    await files.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('no') })
    await toast('Upload failed').getByText('This file is not a picture').waitFor()
    const buffer = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#553311' } })
      .png()
      .toBuffer()
    await files.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
    await toast('Avatar updated').getByText('Your profile picture has been updated successfully.').waitFor()
    await page.getByRole('button', { name: 'Account', exact: true }).locator('img').waitFor()
    await button('Remove').click()
    await page.getByRole('button', { name: 'Account', exact: true }).locator('img').waitFor({ state: 'detached' })
  })
})

describe('the sign-in data of an account', () => {
  it('is changed only with the password', async () => {
    const form = page.getByRole('form', { name: 'Password' })
    await form.getByLabel('Current password').fill('wrong one')
    await form.getByLabel('New password').fill('secret100')
    await page.keyboard.press('Enter')
    await form.getByText('This is not your password.').waitFor()
    await form.getByLabel('Current password').fill(account.password)
    await page.keyboard.press('Enter')
    await toast('Password changed').waitFor()
    await expect.poll(() => form.getByLabel('New password').inputValue()).toBe('')
  })

  it('lists open sessions, and ends all of them at once', async () => {
    const other = await openPage(await browser.newContext({ ...desktop, baseURL: app.url }))
    await signIn(other, app.url, { ...account, password: 'secret100' })
    await page.reload()
    await page.getByText('This browser').waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Sign out of / }).count()).toBe(1)
    await button('Sign out everywhere').click()
    await page.waitForURL('**/login')
    await other.goto('/manage-account')
    await other.waitForURL('**/login')
    await other.context().close()
    await signIn(page, app.url, { ...account, password: 'secret100' })
  })
})

describe('billing', () => {
  it('opens the portal in a new tab', async () => {
    await page.goto('/manage-account?tab=billing')
    const opened = context.waitForEvent('page')
    await button('Manage Subscription').click()
    await toast('Opening billing portal').getByText('Redirecting you to manage your subscription...').waitFor()
    const portal = await opened
    await portal.waitForURL('**/billing-portal')
    await portal.getByText('This server takes no payment.', { exact: false }).waitFor()
    await portal.close()
  })

  it('shows the reason when the portal cannot be opened', async () => {
    await page.route('**/billing/portal', (route) => route.abort())
    await button('Manage Subscription').click()
    await toast('Error').getByText('Failed to open billing portal').waitFor()
    expect(context.pages()).toHaveLength(1)
    await page.unroute('**/billing/portal')
  })
})

describe('leaving Espalier', () => {
  it('exports everything first', async () => {
    await page.goto('/image')
    await pressGo(page, 'a walled garden')
    await page.waitForURL('**/project/**')
    await page.locator('[data-image][data-status=completed]').nth(3).waitFor()
    await page.goto('/manage-account')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download all my data' }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('espalier-data.zip')
    const chunks: Buffer[] = []
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer)
    const names = [...readZip(Buffer.concat(chunks)).keys()]
    expect(names.filter((name) => name.startsWith('images/'))).toHaveLength(4)
    expect(names).toContain('usage.csv')
  })

  it('deletes the account after the password, and signs out', async () => {
    await button('Delete my account').click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' })
    await dialog.waitFor()
    await dialog.getByLabel('Your password').fill('wrong one')
    await page.keyboard.press('Enter')
    await dialog.getByText('This is not your password.').waitFor()
    await dialog.getByLabel('Your password').fill('secret100')
    await page.keyboard.press('Enter')
    await toast('Account deleted').waitFor()
    await page.goto('/manage-account')
    await page.waitForURL('**/login')
    expect(page.errors).toEqual([])
  })
})

it('without credits the account page has no billing', async () => {
  const folder = await makeDataDir()
  const free = await startApp(folder.path, { CREDITS: 'off' })
  const visitor = await openPage(await browser.newContext({ ...desktop, baseURL: free.url }))
  await signUp(visitor, free.url, newAccount('Ada'))
  await visitor.goto('/manage-account?tab=billing')
  await visitor.getByLabel('First Name').waitFor()
  expect(await visitor.getByRole('tab').allTextContents()).toEqual(['Profile', 'Model keys', 'Your models'])
  await visitor.context().close()
  await free.stop()
  await folder.remove()
})
