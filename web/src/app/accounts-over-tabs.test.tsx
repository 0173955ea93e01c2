import { describe, expect, it } from 'vitest'
import { accountQuery } from '#contract/account/account-header.ts'
import { userStorage } from '#web/data/storage/current-storage.ts'
import { openApp } from '#web/testing/app-under-test.tsx'
import { promptField } from '#web/testing/composer.ts'
import { user } from '#web/testing/fake-account.ts'

const session = (reply: object | null) => ({ 'GET /api/auth/get-session': () => Response.json(reply) })

/** Another tab of this browser tells that its account has changed. */
function changeAccountElsewhere() {
  const channel = new BroadcastChannel('espalier.account')
  channel.postMessage('changed')
  channel.close()
}

describe('the event stream', () => {
  it('names the user of the page, whose events it receives', async () => {
    const { streamAddresses } = await openApp('/image')
    const users = () => streamAddresses().map((address) => new URL(address).searchParams.get(accountQuery))
    await expect.poll(users).toEqual([user.id])
  })
})

describe('an account that changes in another tab', () => {
  it('leads to the sign-in after a sign-out', async () => {
    const server = await openApp('/image')
    await expect.element(promptField).toBeVisible()
    server.replyPlain(session(null))
    changeAccountElsewhere()
    await expect.poll(() => location.pathname).toBe('/login')
  })

  it('shows nothing of the account before', async () => {
    const server = await openApp('/image')
    await promptField.fill('a secret garden')
    await expect.poll(() => userStorage.read('draft')).toMatchObject({ prompt: 'a secret garden' })
    server.replyPlain(session({ user: { ...user, id: 'another' } }))
    changeAccountElsewhere()
    await expect.element(promptField).toHaveValue('')
    expect(userStorage.read('draft')).toBeUndefined()
    server.replyPlain(session({ user }))
    changeAccountElsewhere()
    await expect.element(promptField).toHaveValue('a secret garden')
  })
})
