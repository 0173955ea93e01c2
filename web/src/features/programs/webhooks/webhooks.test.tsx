import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { DeliveryShape, WebhookShape } from '#contract/programs/webhook.ts'
import { project, uuid } from '#contract/testing/builders.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import { button, describeScreens, inTurn, press, type Screen, shows, showsRole } from '#web/testing/describe-screens.ts'
import { lostConnection, type Replies, refuse } from '#web/testing/fake-server.ts'

const path = '/manage-account?tab=api-agents'
const secret = `whsec_${'A'.repeat(43)}=`
const garden = project({ id: uuid(1), title: 'Walled garden' })

const webhook = (over: Partial<WebhookShape> = {}): WebhookShape => ({
  id: uuid(900),
  url: 'https://shop.example/hooks/espalier',
  events: ['generation.completed', 'comment.created'],
  projectId: null,
  state: 'on',
  failingSince: null,
  createdAt: '2026-11-20T10:00:00.000Z',
  ...over,
})
const delivery = (over: Partial<DeliveryShape> = {}): DeliveryShape => ({
  id: uuid(910),
  event: 'generation.completed',
  state: 'delivered',
  tries: 1,
  status: 204,
  error: null,
  createdAt: '2026-11-24T10:00:00.000Z',
  nextTryAt: null,
  ...over,
})
const failing = webhook({
  id: uuid(901),
  url: 'https://studio.example/relay',
  state: 'off',
  failingSince: '2026-11-19T09:10:00.000Z',
})
const deliveries = [
  delivery(),
  delivery({
    id: uuid(911),
    event: 'comment.created',
    state: 'waiting',
    status: 503,
    error: 'The receiver answered 503.',
    nextTryAt: '2026-11-24T10:05:00.000Z',
  }),
]

/** A server that keeps its webhooks. */
function keeping(webhooks: readonly WebhookShape[]) {
  const kept = [...webhooks]
  const sent: { call: string; input: unknown }[] = []
  const note = (call: string, input: unknown) => void sent.push({ call, input })
  const replies: Replies = {
    projects: { list: () => ({ items: [garden], nextCursor: null }) },
    tokens: { list: () => ({ items: [], nextCursor: null }) },
    webhooks: {
      list: () => ({ items: [...kept], nextCursor: null }),
      create(input) {
        note('create', input)
        const made = webhook({ id: uuid(950), ...input, projectId: input.projectId ?? null })
        kept.unshift(made)
        return { webhook: made, secret }
      },
      remove({ id }) {
        note('remove', id)
        kept.splice(
          kept.findIndex((each) => each.id === id),
          1,
        )
        return { deleted: 1 }
      },
      rotate({ id }) {
        note('rotate', id)
        return { webhook: webhook({ id }), secret }
      },
      resume({ id }) {
        note('resume', id)
        Object.assign(kept.find((each) => each.id === id) ?? {}, { state: 'on', failingSince: null })
        return webhook({ id })
      },
      deliveries: ({ id }) => ({ items: id === uuid(900) ? deliveries : [], nextCursor: null }),
      test({ id }) {
        note('test', id)
        return delivery({ event: 'webhook.test', status: 200 })
      },
      again(input) {
        note('again', input)
        return delivery({ state: 'waiting', status: 500, error: 'The receiver answered 500.' })
      },
    },
  }
  return { replies, sent }
}

async function open(webhooks: readonly WebhookShape[] = [webhook(), failing]) {
  const { replies, sent } = keeping(webhooks)
  await openApp(path, { replies })
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  return sent
}

describe('webhooks', () => {
  it('are added with an address, events and a project; the secret is shown once', async () => {
    const sent = await open([])
    await expectText('No webhooks yet.')
    await button('New webhook').click()
    await page.getByLabelText('Address').fill('https://n8n.example/hook')
    await page.getByRole('checkbox', { name: 'Credits are low' }).click()
    await page.getByLabelText('Projects').selectOptions('Walled garden')
    await button('Add the webhook').click()
    await expect.element(page.getByRole('region', { name: 'Signing secret' })).toHaveTextContent(secret)
    await button('I have copied it').click()
    expect(sent).toEqual([
      {
        call: 'create',
        input: {
          url: 'https://n8n.example/hook',
          events: [
            'generation.completed',
            'generation.failed',
            'comment.created',
            'proof.approved',
            'proof.changes_asked',
            'round.closed',
          ],
          projectId: garden.id,
        },
      },
    ])
    await expectText('https://n8n.example/hook')
    expect(document.body.textContent).not.toContain(secret)
  })

  it('need an event, and an address that the server takes', async () => {
    const { replies } = keeping([])
    const message = 'Must begin with https.'
    const create = () => refuse('invalid', { data: { issues: [{ path: ['url'], message }] } })
    await openApp(path, { replies: { ...replies, webhooks: { ...replies.webhooks, create } } })
    await page.getByRole('tab', { name: 'Webhooks' }).click()
    await button('New webhook').click()
    await page.getByLabelText('Address').fill('http://n8n.example/hook')
    await button('Add the webhook').click()
    await expectText(message)
    await expect.element(page.getByLabelText('Address')).toHaveValue('http://n8n.example/hook')
  })

  it('show what came of deliveries, and send one again, or a test', async () => {
    const sent = await open()
    const row = (name: RegExp) => page.getByRole('row', { name })
    await expect.element(row(/generation\.completed.*204/)).toBeVisible()
    const waiting = row(/comment\.created.*503.*Again at/)
    await waiting.getByRole('button', { name: 'Send again' }).click()
    await expectText('The receiver answered 500.')
    await button('Send a test').click()
    await expectText('Delivered: the receiver answered 200')
    // Also without a pointer that hovers.
    await expect.element(waiting.getByText('The receiver answered 503.')).toBeVisible()
    expect(sent).toEqual([
      { call: 'again', input: { id: uuid(900), deliveryId: uuid(911) } },
      { call: 'test', input: uuid(900) },
    ])
  })

  it('say since when one fails, and what to do about one that was switched off', async () => {
    await open([webhook({ failingSince: '2026-11-23T09:10:00.000Z' }), failing])
    await expectText('Images are there, a comment')
    await expectText('Failing since 23 Nov 2026')
    await expectText('Switched off: nothing has arrived since 19 Nov 2026')
  })

  it('show each event and its answer in one line on a phone', async () => {
    await open()
    await page.viewport(390, 844)
    const texts = [...document.querySelectorAll('tbody [data-line]')]
    expect(texts.map(({ textContent }) => textContent)).toEqual([
      'generation.completed',
      '204',
      'comment.created',
      '503',
    ])
    for (const text of texts) expect(text.getClientRects()).toHaveLength(1)
    expect(document.documentElement.scrollWidth).toBe(innerWidth)
  })

  it('are switched on again, get another secret, and are removed', async () => {
    const sent = await open()
    await button('Switch on').click()
    await expect.element(button('Switch on')).not.toBeInTheDocument()
    await button('More about https://studio.example/relay').click()
    await page.getByRole('menuitem', { name: 'Replace its secret' }).click()
    await expectText('The old secret signs as well until tomorrow.')
    await button('I have copied it').click()
    await button('More about https://studio.example/relay').click()
    await page.getByRole('menuitem', { name: 'Remove it' }).click()
    await button('Remove').click()
    await expect.element(page.getByText('https://studio.example/relay')).not.toBeInTheDocument()
    expect(sent.map(({ call }) => call)).toEqual(['resume', 'rotate', 'remove'])
  })
})

const openTab = () => page.getByRole('tab', { name: 'Webhooks' }).click()
const screens: readonly Screen[] = [
  {
    name: 'webhooks',
    path,
    replies: keeping([webhook(), failing]).replies,
    open: inTurn(openTab, shows('Recent deliveries')),
  },
  { name: 'no webhooks', path, replies: keeping([]).replies, open: inTurn(openTab, shows('No webhooks yet.')) },
  {
    name: 'webhooks that could not be read',
    path,
    replies: { ...keeping([]).replies, webhooks: { list: lostConnection } },
    open: inTurn(openTab, shows('Your webhooks could not be read.')),
  },
  {
    name: 'a new webhook',
    path,
    replies: keeping([]).replies,
    open: inTurn(openTab, press('New webhook'), showsRole('dialog')),
  },
]

describeScreens('webhooks', screens, {})
