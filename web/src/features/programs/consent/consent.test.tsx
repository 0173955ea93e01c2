import { afterEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { AuthorizationShape } from '#contract/programs/oauth.ts'
import { project, uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { button, describeScreens, inTurn, press, type Screen, shows } from '#web/testing/describe-screens.ts'
import { guest, user, visitor } from '#web/testing/fake-account.ts'
import { lostConnection, type Replies, refuse } from '#web/testing/fake-server.ts'

const parameters = 'response_type=code&client_id=abc&state=1e5&scope=read%20generate&unknown=1'
const path = `/connect#${parameters}`
const garden = project({ id: uuid(1), title: 'Walled garden' })

const asked = (over: Partial<AuthorizationShape> = {}): AuthorizationShape => ({
  ticket: 'a-ticket',
  name: 'Claude',
  documentHost: null,
  redirect: { host: 'claude.ai', isLocal: false },
  scopes: ['read', 'edit', 'generate'],
  denyUrl: '#denied',
  ...over,
})

/** A server that keeps what it was sent. Its addresses stay in this page. */
function deciding(request: AuthorizationShape = asked()) {
  const sent: { call: string; input: unknown }[] = []
  const replies: Replies = {
    projects: { list: () => ({ items: [garden], nextCursor: null }) },
    oauth: {
      read(input) {
        sent.push({ call: 'read', input })
        return request
      },
      allow(input) {
        sent.push({ call: 'allow', input })
        return { redirect: '#allowed' }
      },
    },
  }
  return { sent, replies }
}
async function open(request?: AuthorizationShape) {
  const { sent, replies } = deciding(request)
  await openApp(path, { replies })
  await expect.element(button('Allow')).toBeVisible()
  return sent
}
afterEach(() => history.replaceState(null, '', '/'))

describe('the page that asks about a program', () => {
  it('says who asks, where it is answered, and for whom it acts; its parameters are sent as they were', async () => {
    const sent = await open(asked({ documentHost: 'agent.example' }))
    await expectText('Connect Claude?')
    await expectText('claude.ai')
    await expectText('agent.example')
    await expectText(user.email)
    expect(sent).toEqual([
      {
        call: 'read',
        input: { response_type: 'code', client_id: 'abc', state: '1e5', scope: 'read generate' },
      },
    ])
  })

  it('allows less than was asked, in one project, with a cap, and leads back', async () => {
    const sent = await open()
    await page.getByRole('checkbox', { name: 'Edit and delete' }).click()
    await page.getByLabelText('Projects', { exact: true }).selectOptions('Walled garden')
    await page.getByRole('textbox', { name: 'Cap' }).fill('2,50')
    await button('Allow').click()
    await expectText('You can close this page.')
    expect(location.hash).toBe('#allowed')
    expect(sent.at(-1)).toEqual({
      call: 'allow',
      input: {
        ticket: 'a-ticket',
        name: 'Claude',
        scopes: ['read', 'generate'],
        projectId: garden.id,
        budget: { credits: 2.5, per: 'month' },
      },
    })
  })

  it('says no, and leads back', async () => {
    const sent = await open()
    await button('Deny').click()
    await expectText('Claude was refused.')
    expect(location.hash).toBe('#denied')
    expect(sent.map(({ call }) => call)).toEqual(['read'])
  })

  it('allows nothing without a scope, or with a cap that is no number', async () => {
    const sent = await open()
    await page.getByRole('textbox', { name: 'Cap' }).fill('much')
    await button('Allow').click()
    await expectText('Write a number of credits')
    for (const name of ['Read', 'Make and branch', 'Edit and delete'])
      await page.getByRole('checkbox', { name }).click()
    await button('Allow').click()
    await expectText('Choose at least one.')
    expect(sent.map(({ call }) => call)).toEqual(['read'])
  })

  it('warns where any program of the computer could be answered', async () => {
    await open(asked({ redirect: { host: '127.0.0.1:8080', isLocal: true } }))
    await expectText('This computer (127.0.0.1:8080)')
    await expectText('Any program on this computer can call itself so.')
  })

  it('keeps the form where the server refuses', async () => {
    const { replies } = deciding()
    const allow = () => refuse('conflict', { message: 'You have 50 tokens and connections.' })
    await openApp(path, { replies: { ...replies, oauth: { ...replies.oauth, allow } } })
    await button('Allow').click()
    await expectText('You have 50 tokens and connections.')
    await expect.element(button('Allow')).toBeEnabled()
  })

  it('leads back from a wrong request by a press alone', async () => {
    await openApp(path, { replies: wrongRequest })
    await expectText('Only response_type=code is answered.')
    await expect
      .element(page.getByRole('link', { name: 'Back to the program' }))
      .toHaveAttribute('href', 'https://claude.ai/x?error=e')
    expect(location.hash).toBe(`#${parameters}`)
  })

  it('says what to do about a program that the server does not know, with a way out', async () => {
    await openApp(path, { replies: unknownProgram })
    await expectText('Nothing was shared with it.')
    await expectText('remove the connection there and add it again')
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect.poll(() => location.pathname).toBe('/')
  })

  it('says that the connection is lost where it is lost, not that the program is wrong', async () => {
    await openApp(path, { replies: { oauth: { read: lostConnection } } })
    await expectText('What the program asks for could not be read.')
    await expect.element(page.getByRole('heading', { name: 'Connect a program' })).toBeVisible()
  })

  it('asks a visitor to sign in first, and stays at its address', async () => {
    await openApp(path, { plain: visitor })
    await expectText('Sign in to decide.')
    expect(location.pathname + location.hash).toBe(path)
  })
})

const wrongRequest: Replies = {
  oauth: {
    read: () =>
      refuse('invalid', {
        message: 'Only response_type=code is answered.',
        data: { error: 'unsupported_response_type', redirect: 'https://claude.ai/x?error=e', issues: [] },
      }),
  },
}

const unknownProgram: Replies = {
  oauth: {
    read: () =>
      refuse('invalid', {
        message: 'This server does not know the program that asks.',
        data: { error: 'invalid_client', redirect: null, issues: [] },
      }),
  },
}

const screens: readonly Screen[] = [
  { name: 'the request', path, replies: deciding().replies, open: shows('Make and branch') },
  {
    name: 'a request of a program on the computer',
    path,
    replies: deciding(
      asked({
        name: 'A program with a name '.repeat(3).slice(0, 60),
        redirect: { host: '127.0.0.1:8080', isLocal: true },
      }),
    ).replies,
    open: shows('Make and branch'),
  },
  {
    name: 'a request that is being read',
    path,
    replies: { oauth: { read: () => new Promise<never>(() => undefined) } },
    open: () => expect.element(page.getByText('Reading what the program asks for')).toBeInTheDocument(),
  },
  {
    name: 'a request that can not be read',
    path,
    replies: { oauth: { read: lostConnection } },
    open: shows('could not be read'),
  },
  { name: 'a wrong request', path, replies: wrongRequest, open: shows('Only response_type=code') },
  { name: 'a program that is not known', path, replies: unknownProgram, open: shows('Return to Home') },
  {
    name: 'a program that was allowed',
    path,
    replies: deciding().replies,
    open: inTurn(press('Allow'), shows('You can close this page.')),
  },
  {
    name: 'a program that was refused',
    path,
    replies: deciding().replies,
    open: inTurn(press('Deny'), shows('was refused')),
  },
  { name: 'a visitor', path, plain: visitor, open: shows('Sign in to decide.') },
  {
    name: 'a guest',
    path,
    plain: { 'GET /api/auth/get-session': () => Response.json({ session: { id: 's' }, user: guest }) },
    open: shows('Programs are connected to an account'),
  },
]

describeScreens('Connecting a program', screens, {})
