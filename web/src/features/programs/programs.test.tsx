import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ApiTokenShape } from '#contract/programs/api-token.ts'
import { project, uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { button, describeScreens, inTurn, press, type Screen, shows, showsRole } from '#web/testing/describe-screens.ts'
import { guest } from '#web/testing/fake-account.ts'
import { lostConnection, type Replies, refuse } from '#web/testing/fake-server.ts'
import { budgetOf } from './token-form.tsx'

const path = '/manage-account?tab=api-agents'
const secret = `esp_${'Ab9_'.repeat(10)}xyz`
const garden = project({ id: uuid(1), title: 'Walled garden' })

const token = (over: Partial<ApiTokenShape> = {}): ApiTokenShape => ({
  id: uuid(700),
  name: 'Harvest agent',
  prefix: 'esp_7Qm2vT',
  kind: 'token',
  scopes: ['read', 'generate'],
  projectId: null,
  purseId: null,
  budget: { credits: 100, per: 'month', spent: 38.2 },
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  lastUsedAt: '2026-11-24T09:00:00.000Z',
  ...over,
})
const several = [
  token({ projectId: garden.id }),
  token({ id: uuid(701), name: 'Catalogue export', scopes: ['read'], budget: null, lastUsedAt: null }),
  token({ id: uuid(703), name: 'Claude', kind: 'connection', prefix: '' }),
  token({ id: uuid(702), name: 'Old laptop', budget: null, expiresAt: '2026-11-01T10:00:00.000Z' }),
]

/** A server that keeps its tokens. */
function keeping(tokens: readonly ApiTokenShape[]) {
  const kept = [...tokens]
  const sent: { call: string; input: unknown }[] = []
  const replies: Replies = {
    projects: { list: () => ({ items: [garden], nextCursor: null }) },
    tokens: {
      list: () => ({ items: [...kept], nextCursor: null }),
      create(input) {
        sent.push({ call: 'create', input })
        const { name, scopes, projectId, budget, expiresAt } = input
        const made = token({
          id: uuid(800),
          name,
          scopes,
          projectId: projectId ?? null,
          budget: budget ? { ...budget, spent: 0 } : null,
          expiresAt: expiresAt ?? null,
          lastUsedAt: null,
        })
        kept.unshift(made)
        return { token: made, secret }
      },
      change(input) {
        sent.push({ call: 'change', input })
        return token()
      },
      trash(input) {
        sent.push({ call: 'trash', input })
        return { deleted: 12, ids: [] }
      },
      end(input) {
        sent.push({ call: 'end', input })
        kept.splice(
          kept.findIndex(({ id }) => id === input.id),
          1,
        )
        return { deleted: 1, ids: [input.id] }
      },
    },
  }
  return { sent, replies }
}

async function open(tokens: readonly ApiTokenShape[] = several) {
  const { sent, replies } = keeping(tokens)
  await openApp(path, { replies })
  await expect.element(button('New token')).toBeVisible()
  return sent
}
const cap = page.getByRole('textbox', { name: 'Cap' })
/** Waits until a row has the text. */
const expectRow = (name: string, text: RegExp) => expect.poll(() => row(name).element().textContent).toMatch(text)
const row = (name: string) => page.getByRole('row').filter({ hasText: name })

describe('the tokens', () => {
  it('say what each may do, where, what is spent of its cap, and when it was used', async () => {
    await open()
    await expectRow('Harvest agent', /Read, make.*Walled garden.*38.20 of 100 a month/)
    await expectRow('Catalogue export', /Read.*All projects.*Spends nothing.*Never/)
    await expectRow('Old laptop', /Ended 1 November 2026/)
    await expectRow('Claude', /Connected by OAuth.*Read, make.*38.20 of 100 a month/)
  })

  it('are made with scopes, a project, a cap and an end; the secret is shown once, with Copy focused', async () => {
    const sent = await open([])
    await expectText('No tokens yet.')
    await button('New token').click()
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveFocus()
    await userEvent.keyboard('backup-script')
    await page.getByRole('checkbox', { name: 'Edit and delete' }).click()
    await page.getByLabelText('Projects', { exact: true }).selectOptions('Walled garden')
    await cap.fill('2,50')
    await page.getByLabelText('Per', { exact: true }).selectOptions('In total')
    await button('Make the token').click()
    await expect.element(page.getByRole('region', { name: 'Token' })).toHaveTextContent(secret)
    await expect.element(button('Copy')).toHaveFocus()
    const input = sent[0]?.input as { expiresAt: string }
    expect(input).toEqual({
      name: 'backup-script',
      scopes: ['read', 'generate', 'edit'],
      projectId: garden.id,
      budget: { credits: 2.5, per: 'total' },
      expiresAt: expect.any(String),
    })
    const days = (Date.parse(input.expiresAt) - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(90)
    // A slip does not lose it.
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await button('I have copied it').click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expectRow('backup-script', /0.00 of 2.5 in total/)
    expect(document.body.textContent).not.toContain(secret)
  })

  it('need a scope, and a cap that is a number', async () => {
    const sent = await open([])
    await button('New token').click()
    await cap.fill('much')
    await button('Make the token').click()
    await expectText('Write a number of credits')
    for (const name of ['Read', 'Make and branch']) await page.getByRole('checkbox', { name }).click()
    await expectText('Choose at least one.')
    await expect.element(cap).toBeDisabled()
    await expect.element(page.getByText('Write a number of credits')).not.toBeInTheDocument()
    expect(sent).toEqual([])
  })

  it('that the server does not make stay in the form, with the reason', async () => {
    const { replies } = keeping([])
    const create = () => refuse('conflict', { message: 'You have 50 tokens. End one of them first.' })
    await openApp(path, { replies: { ...replies, tokens: { ...replies.tokens, create } } })
    await button('New token').click()
    await page.getByLabelText('Name', { exact: true }).fill('one more')
    await button('Make the token').click()
    await expectText('You have 50 tokens. End one of them first.')
    await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('one more')
  })

  it('get another cap', async () => {
    const sent = await open()
    await button('More about Harvest agent').click()
    await page.getByRole('menuitem', { name: 'Change its cap' }).click()
    await cap.fill('250')
    await button('Save').click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(sent).toEqual([{ call: 'change', input: { id: uuid(700), budget: { credits: 250, per: 'month' } } }])
  })

  it('take back all that they made, after a question', async () => {
    const sent = await open()
    await button('More about Harvest agent').click()
    await page.getByRole('menuitem', { name: 'Move all it made to the trash' }).click()
    await expectText('They can be restored for 30 days.')
    await button('Move to the trash').click()
    await expectText('12 cards are in the trash')
    expect(sent).toEqual([{ call: 'trash', input: { id: uuid(700) } }])
  })

  it('have a menu that no tooltip covers', async () => {
    await open()
    const more = button('More about Harvest agent')
    await more.click()
    await expect.element(page.getByRole('menu')).toBeVisible()
    const point = (element: Element) =>
      element.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType: 'mouse' }))
    const shown = () => document.querySelector('.tooltip:popover-open')?.textContent
    point(button('More about Claude').element())
    await expect.poll(shown).toBe('More about Claude')
    // Right after another one it would come at once.
    point(more.element())
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(shown()).toBeUndefined()
  })

  it('of a connection are ended in the same place', async () => {
    const sent = await open()
    await button('More about Claude').click()
    await page.getByRole('menuitem', { name: 'End it' }).click()
    await expectText('It is refused at once, and has to be connected again.')
    await button('End the connection').click()
    await expect.element(row('Connected by OAuth')).not.toBeInTheDocument()
    expect(sent).toEqual([{ call: 'end', input: { id: uuid(703) } }])
  })

  it('are ended after a question', async () => {
    const sent = await open()
    await button('More about Harvest agent').click()
    await page.getByRole('menuitem', { name: 'End it' }).click()
    await expectText('Programs that use this token are refused at once.')
    await button('End the token').click()
    await expect.element(row('Harvest agent')).not.toBeInTheDocument()
    expect(sent).toEqual([{ call: 'end', input: { id: uuid(700) } }])
  })

  it('with a name of one long word break it, in the table and in every dialog', async () => {
    const name = 'backup_script_of_the_second_floor_print_room_nightly_2026_11'
    await open([token({ name })])
    await page.viewport(390, 844)
    for (const action of ['End it', 'Move all it made to the trash', 'Change its cap']) {
      await button(`More about ${name}`).click()
      await page.getByRole('menuitem', { name: action }).click()
      await expect.poll(() => document.querySelector('[role$="dialog"]')?.textContent).toContain(name)
      const dialog = document.querySelector('[role$="dialog"]')
      expect(dialog?.scrollWidth).toBe(dialog?.clientWidth)
      await userEvent.keyboard('{Escape}')
      await expect.poll(() => document.querySelector('[role$="dialog"]')).toBeNull()
    }
    expect(document.documentElement.scrollWidth).toBe(innerWidth)
  })

  it.each([
    ['', null],
    ['100', { credits: 100, per: 'month' }],
    ['2,5', { credits: 2.5, per: 'month' }],
    ['0', 'wrong'],
    ['-1', 'wrong'],
    ['1.234', 'wrong'],
    ['many', 'wrong'],
  ])('read a cap of %j', (credits, budget) => expect(budgetOf({ credits, per: 'month' })).toEqual(budget))
})

describe('connecting an agent', () => {
  it('names the address of this server, and the token that was just made', async () => {
    await open([])
    await button('New token').click()
    await page.getByLabelText('Name', { exact: true }).fill('Claude')
    await button('Make the token').click()
    await button('How to connect it').click()
    await expectText(`claude mcp add --transport http espalier`)
    await expectText(`${location.origin}/mcp`)
    await expectText(`Bearer ${secret}`)
    await button('Codex').click()
    await expectText('bearer_token_env_var = "ESPALIER_TOKEN"')
    await expectText(`export ESPALIER_TOKEN=${secret}`)
    await button('VS Code').click()
    await expectText('"password": true')
    await expectText('generate_images')
  })
})

const screens: readonly Screen[] = [
  { name: 'the tokens', path, replies: keeping(several).replies, open: shows('Harvest agent') },
  { name: 'no tokens', path, replies: keeping([]).replies, open: shows('No tokens yet.') },
  {
    name: 'tokens that are being read',
    path,
    replies: { tokens: { list: () => new Promise<never>(() => undefined) } },
    open: () => expect.element(page.getByRole('status', { name: 'Loading your tokens' })).toBeVisible(),
  },
  {
    name: 'tokens that can not be read',
    path,
    replies: { tokens: { list: lostConnection } },
    open: shows('Your tokens could not be read.'),
  },
  {
    name: 'the form for a token',
    path,
    replies: keeping(several).replies,
    open: inTurn(press('New token'), showsRole('dialog')),
  },
  {
    name: 'a token that was made',
    path,
    replies: keeping([]).replies,
    open: inTurn(
      press('New token'),
      () => page.getByLabelText('Name', { exact: true }).fill('backup-script'),
      press('Make the token'),
      shows('Copy the token now'),
    ),
  },
  {
    name: 'how agents are connected',
    path,
    replies: keeping(several).replies,
    open: inTurn(() => page.getByRole('tab', { name: 'Connect' }).click(), shows('Connect an agent')),
  },
  {
    name: 'a guest, who has no tokens',
    path,
    plain: { 'GET /api/auth/get-session': () => Response.json({ session: { id: 's' }, user: guest }) },
    open: shows('Tokens of programs belong to an account'),
  },
]

describeScreens('API & agents', screens, {})
