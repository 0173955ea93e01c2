import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LedgerEntryShape, UsageShape } from '#contract/money/credits.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, expectText, openApp } from '#web/testing/app-under-test.tsx'
import { focus } from '#web/testing/composer.ts'
import type { Replies } from '#web/testing/fake-server.ts'

const items: Readonly<Record<UsageShape['by'], UsageShape['items']>> = {
  day: [{ key: '2026-11-21', label: null, images: 8, calls: 12, spent: 24_600 }],
  model: [
    { key: 'Sketch', label: 'Sketch', images: 8, spent: 24_000 },
    { key: 'language-model', label: 'Prompts and descriptions', images: 0, calls: 12, spent: 600 },
  ],
  project: [
    { key: uuid(1), label: 'Three pears', images: 4, spent: 12_000 },
    { key: uuid(2), label: 'A walled garden', images: 4, spent: 12_000 },
  ],
  token: [],
}
const entry = (id: number, kind: LedgerEntryShape['kind'], amount: number): LedgerEntryShape => ({
  ...{ id: uuid(id), kind, amount, source: 'signup', generationId: null, imageId: null },
  createdAt: '2026-11-21T10:00:00.000Z',
})
/** An account of which 240 of 270 credits are spent. */
const replies: Replies = {
  credits: {
    get: () => ({
      available: 3_000,
      held: 0,
      sources: [{ kind: 'signup', available: 3_000, expiresAt: null }],
      plan: 'free',
      usedPercent: 100,
    }),
    usage: ({ by = 'day' }) => ({ by, items: items[by] }),
    ledger: () => ({
      items: [entry(1, 'settlement', 0), entry(2, 'hold', -3_000), entry(3, 'grant', 25_000)],
      nextCursor: null,
    }),
  },
}
const rows = (region: string) =>
  page
    .getByRole('region', { name: region })
    .getByRole('row')
    .elements()
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent))
const spent = () => rows('What your pictures have cost')

describe('the usage in the header', () => {
  it('says what is left from the end of the daily limit on', async () => {
    await openApp('/usage', { replies })
    const usage = page.getByRole('banner').getByRole('button', { name: 'Daily compute limit consumed: 100%' })
    await expect.element(usage).toHaveTextContent('100% · 30 left')
  })
})

describe('what pictures have cost', () => {
  it('is listed by day, by model and by project, with the keyboard', async () => {
    await openApp('/usage', { replies })
    await expectText('30.00')
    await expect.poll(spent).toEqual([['21 November 2026', '812 calls', '246.00']])
    await focus(page.getByRole('tab', { name: 'By day' }))
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(spent).toEqual([
      ['Sketch', '8', '240.00'],
      ['Prompts and descriptions', '12 calls', '6.00'],
    ])
    await userEvent.keyboard('{ArrowRight}')
    await expect.poll(spent).toEqual([
      ['Three pears', '4', '120.00'],
      ['A walled garden', '4', '120.00'],
    ])
  })

  it('is in the ledger, entry by entry, which can be downloaded', async () => {
    await openApp('/usage', { replies })
    await expect
      .poll(() => rows('Every entry').map((row) => [row[0]?.replace(/Sign-up credits.*/, ''), row.at(-1)]))
      .toEqual([
        ['Paid: the image is there', '0.00'],
        ['Held for an image', '−30.00'],
        ['Added', '+250.00'],
      ])
    await expect
      .element(page.getByRole('link', { name: 'Download as CSV' }))
      .toHaveAttribute('href', '/api/credits/usage?format=csv')
  })

  it('names prompts and descriptions of a language model in the ledger', async () => {
    const [hold, paid] = [entry(1, 'hold', -50), entry(2, 'settlement', 0)]
    const listed: LedgerEntryShape[] = [
      { ...paid, purpose: 'improved-prompt' },
      { ...hold, purpose: 'description' },
    ]
    await openApp('/usage', {
      replies: { credits: { ...replies.credits, ledger: () => ({ items: listed, nextCursor: null }) } },
    })
    await expect
      .poll(() => rows('Every entry').map(([kind]) => kind?.replace(/Sign-up credits.*/, '')))
      .toEqual(['Paid: prompt improved', 'Held for describing an image'])
  })

  it('is shown in the header, which links to it', async () => {
    await openApp('/image', { replies })
    await page.getByRole('button', { name: 'Daily compute limit consumed: 100%' }).hover()
    await expectText('30 credits left')
    await page.getByRole('link', { name: 'Usage', exact: true }).click()
    await expect.poll(() => location.pathname).toBe('/usage')
  })

  it('fits on a phone, where axe finds nothing', async () => {
    await page.viewport(390, 844)
    await openApp('/usage', { replies })
    await expectText('Paid: the image is there')
    await expectNoViolationsInBothThemes()
    expect(document.documentElement.scrollWidth).toBe(390)
  })
})
