import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '#web/testing/app-under-test.tsx'
import { refuse } from '#web/testing/fake-server.ts'

const prompt = page.getByRole('dialog', { name: 'Enter your password' })

/** Opens the form for a token on a server that asks for the password until it has been given. */
async function askForToken() {
  const state = { isProven: false }
  const server = await openApp('/manage-account?tab=api-agents', {
    replies: {
      tokens: {
        list: () => ({ items: [], nextCursor: null }),
        create: () => (state.isProven ? created : refuse('impossible', needsPassword)),
      },
      account: {
        confirmPassword: (input: unknown) => {
          if ((input as { password: string }).password !== 'orchard') return refuse('impossible', wrongPassword)
          state.isProven = true
          return { confirmed: true as const }
        },
      },
    },
  })
  await page.getByRole('button', { name: 'New token' }).click()
  await page.getByLabelText('Name', { exact: true }).fill('A program')
  await userEvent.keyboard('{Enter}')
  await expect.element(prompt).toBeVisible()
  return server
}

describe('<PasswordPrompt>', () => {
  it('asks for the password where a token is made long after sign-in, and makes it then', async () => {
    await askForToken()
    await prompt.getByLabelText('Password', { exact: true }).fill('wrong')
    await userEvent.keyboard('{Enter}')
    await expect.element(prompt.getByText('This is not your password.')).toBeVisible()
    await prompt.getByLabelText('Password', { exact: true }).fill('orchard')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText(created.secret)).toBeVisible()
    await expect.element(prompt).not.toBeInTheDocument()
  })

  it('makes nothing where it is canceled', async () => {
    const server = await askForToken()
    await prompt.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(page.getByText('Enter your password to go on.')).toBeVisible()
    const asked = server.requests.filter(({ method, path }) => method === 'POST' && path === '/api/tokens')
    // The one that was refused for want of the password.
    expect(asked).toHaveLength(1)
  })
})

const needsPassword = { message: 'Enter your password to go on.', data: { reason: 'password' } }
const wrongPassword = {
  message: 'This is not your password.',
  data: { issues: [{ path: ['password'], message: 'This is not your password.' }] },
}
const created = {
  token: {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'A program',
    prefix: 'esp_AAAA',
    kind: 'token' as const,
    scopes: ['read' as const],
    projectId: null,
    purseId: null,
    budget: null,
    createdAt: '2026-11-28T00:00:00.000Z',
    expiresAt: null,
    lastUsedAt: null,
  },
  secret: `esp_${'A'.repeat(43)}`,
}
