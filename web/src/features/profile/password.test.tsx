import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '#web/testing/app-under-test.tsx'
import { refuse } from '#web/testing/fake-server.ts'

const form = page.getByRole('form', { name: 'Password' })

describe('the password of an account', () => {
  it('is unchanged where the current one is wrong, with an error at the field', async () => {
    await openApp('/manage-account', {
      replies: { account: { changePassword: () => refuse('invalid', wrongPassword) } },
    })
    await form.getByLabelText('Current password').fill('wrong one')
    await form.getByLabelText('New password').fill('secret100')
    await userEvent.keyboard('{Enter}')
    await expect.element(form.getByText('This is not your password.')).toBeVisible()
  })

  it('is changed with the current one, and the fields are emptied', async () => {
    const server = await openApp('/manage-account', {
      replies: { account: { changePassword: () => ({ ended: 0, endedTokens: 0 }) } },
    })
    await form.getByLabelText('Current password').fill('orchard')
    await form.getByLabelText('New password').fill('secret100')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Password changed')).toBeVisible()
    await expect.element(form.getByLabelText('New password')).toHaveValue('')
    expect(server.requests).toContainEqual({
      method: 'PUT',
      path: '/api/account/password',
      body: { currentPassword: 'orchard', newPassword: 'secret100' },
    })
  })
})

const wrongPassword = {
  message: 'Some fields are not right.',
  data: { issues: [{ path: ['currentPassword'], message: 'This is not your password.' }] },
}
