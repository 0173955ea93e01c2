import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '#web/testing/app-under-test.tsx'
import { chooseFiles, expectFocusOn } from '#web/testing/composer.ts'

const field = (name: string) => page.getByLabelText(name, { exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const leaving = page.getByRole('alertdialog', { name: 'Leave without saving?' })

async function openProfile() {
  const server = await openApp('/manage-account')
  await expect.element(field('Username')).toHaveValue('mara')
  return server
}

async function chooseLogOut(): Promise<void> {
  await button('Account').click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

describe('the profile form', () => {
  it('has nothing to save before a field is changed', async () => {
    await openProfile()
    await expect.element(button('Save changes')).toHaveAttribute('aria-disabled', 'true')
  })

  it('says at each field what is wrong, and moves the focus to the first', async () => {
    const server = await openProfile()
    await field('Username').fill('m')
    await field('Facebook').fill('https://elsewhere.example/mara')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Enter an address like https://facebook.com/name.')).toBeVisible()
    await expectFocusOn('[name=username]')
    expect(server.requests.filter(({ method }) => method === 'PATCH')).toEqual([])
  })

  it('asks before changes are left behind, and keeps them on Escape', async () => {
    await openProfile()
    await field('Bio').fill('Unsaved.')
    await page.getByRole('link', { name: 'Assets' }).click()
    await expect.element(leaving).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(leaving).not.toBeInTheDocument()
    await expect.element(field('Bio')).toHaveValue('Unsaved.')
  })

  it('leaves once that is confirmed', async () => {
    await openProfile()
    await field('Bio').fill('Unsaved.')
    await page.getByRole('link', { name: 'Assets' }).click()
    await button('Leave').click()
    await expect.poll(() => location.pathname).toBe('/assets')
  })

  it('asks before a log-out too, and stays signed in on Cancel', async () => {
    const server = await openProfile()
    await field('Bio').fill('Unsaved.')
    await chooseLogOut()
    await button('Cancel').click()
    await expect.element(leaving).not.toBeInTheDocument()
    await expect.element(field('Bio')).toHaveValue('Unsaved.')
    expect(server.requests.map(({ path }) => path)).not.toContain('/api/auth/sign-out')
  })

  it('keeps what was typed while another tab is shown', async () => {
    await openProfile()
    await field('Bio').fill('Unsaved.')
    await page.getByRole('tab', { name: 'Billing & Subscription' }).click()
    await expect.element(button('Manage Subscription')).toBeVisible()
    await page.getByRole('tab', { name: 'Profile' }).click()
    await expect.element(field('Bio')).toHaveValue('Unsaved.')
  })

  it('refuses a picture that is no image, without an upload', async () => {
    const server = await openProfile()
    await chooseFiles(new File(['no'], 'notes.txt', { type: 'text/plain' }))
    await expect.element(page.getByText('Choose an image file.')).toBeVisible()
    expect(server.requests.map(({ path }) => path)).not.toContain('/api/profile/avatar')
  })
})
