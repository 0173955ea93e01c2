import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RemakeBody } from '#contract/prompts/reference-use.ts'
import { uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, expectText, openApp } from '#web/testing/app-under-test.tsx'
import { expectFocused, openByKeys } from '#web/testing/composer.ts'
import { lostConnection, type PlainReplies, type Replies, refuse } from '#web/testing/fake-server.ts'
import { namedReference, referenceUse } from '#web/testing/fake-words.ts'

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const remake = page.getByRole('button', { name: /^Remake \d/ })
const checkbox = (number: number) =>
  page.getByRole('checkbox', { name: `Remake “@anna in the garden, view ${number}”` })
const cards = page.getByRole('list', { name: 'Cards' })

const uses = [
  referenceUse(2, { isCurrent: true, versionId: uuid(820) }),
  referenceUse(3),
  referenceUse(4, { price: null, projectTitle: 'Harbor' }),
  referenceUse(5, { price: 150 }),
]
const first = { items: uses, nextCursor: null, savedPrompts: [{ id: uuid(801), name: 'Anna in fog' }] }

type Options = { readonly replies?: Replies['references']; readonly plain?: PlainReplies }

/** Opens the tab of references by the command of every page. */
async function openReferences({ replies, plain = {} }: Options = {}) {
  const server = await openApp('/edit', {
    account: { references: [namedReference()] },
    replies: { references: { uses: () => first, ...replies } },
    plain,
  })
  await expect.element(page.getByRole('link', { name: 'Espalier', exact: true })).toBeVisible()
  const palette = page.getByRole('combobox', { name: 'Type a command' })
  await openByKeys('{Control>}k{/Control}', palette)
  await palette.fill('saved prompts')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('tab', { name: 'References', exact: true }).click()
  return server
}

async function openUses(options?: Options) {
  const server = await openReferences(options)
  await button('Uses of @anna').click()
  await expect.element(cards).toBeVisible()
  return server
}

describe('<ReferenceUses>', () => {
  it('lists cards and saved prompts, and links to a card', async () => {
    await openUses()
    expect(
      cards
        .getByRole('listitem')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual([
      '@anna in the garden, view 2Walled garden4.00 credits',
      '@anna in the garden, view 3Walled gardenOlder version4.00 credits',
      '@anna in the garden, view 4HarborOlder versionIts model is not available',
      '@anna in the garden, view 5Walled gardenOlder version1.50 credits',
    ])
    await expectText('Anna in fog')
    await page.getByRole('link', { name: '@anna in the garden, view 2' }).click()
    await expect.poll(() => location.pathname + location.search).toBe(`/project/${uuid(1)}?card=${uuid(2)}`)
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('makes chosen cards again for the price that is shown, and once where the reply was lost', async () => {
    const asked: RemakeBody[] = []
    await openUses({
      plain: {
        async 'POST /api/references/*/remake'(call) {
          asked.push(await call.json())
          if (asked.length === 1) return lostConnection()
          const refused = [{ generationId: uuid(5), message: 'A picture of this card is gone.' }]
          return Response.json({ series: [{ id: uuid(500), projectId: uuid(1) }], refused }, { status: 201 })
        },
      },
    })
    await expect.element(checkbox(4)).toBeDisabled()
    await expect.element(checkbox(4)).toHaveAccessibleDescription('Its model is not available')
    await expect.element(remake).toHaveAccessibleName('Remake 2 cards, 5.50 credits')
    await checkbox(3).click()
    await expect.element(remake).toHaveAccessibleName('Remake 1 card, 1.50 credits')
    await checkbox(3).click()
    await remake.click()
    await expectText('No reply came.')
    await remake.click()
    await expectText('1 card is made again')
    await expectText('@anna in the garden, view 5 A picture of this card is gone.')
    expect(asked[1]).toEqual(asked[0])
    expect(asked[0]).toMatchObject({ generationIds: [uuid(3), uuid(5)], price: 550, seriesId: expect.any(String) })
    await expect.element(page.getByRole('button', { name: /^Remake 0/ })).toHaveAttribute('aria-disabled', 'true')
  })

  it('checks fifty cards of several pages, and tries a page again that failed', async () => {
    const pages = [0, 1].map((index) =>
      Array.from({ length: 30 }, (_, place) => referenceUse(100 + index * 30 + place)),
    )
    let fails = true
    await openUses({
      replies: {
        uses: ({ cursor }) => {
          if (cursor !== undefined && fails) return refuse('not-found')
          const nextCursor = cursor === undefined ? 'next' : null
          return { items: pages[cursor === undefined ? 0 : 1] ?? [], nextCursor, savedPrompts: [] }
        },
      },
    })
    await button('Show more').click()
    await expectText('More cards could not be read.')
    fails = false
    await button('Try again').click()
    await expect.element(remake).toHaveAccessibleName('Remake 50 cards, 200.00 credits')
    await expect.element(checkbox(159)).toHaveAccessibleDescription('At most 50 at once.')
  })

  it('is offered after a new version, and gives the focus back by Escape', async () => {
    await openReferences()
    await button('Edit @anna').click()
    await page.getByRole('group', { name: 'Your latest images' }).getByRole('button').nth(2).click()
    await page.getByRole('form').getByRole('button', { name: 'Save', exact: true }).click()
    await expectText('3 cards used the older version of @anna.')
    await button('Show').click()
    await expect.element(cards).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expectFocused(button('Show'))
    await button('Dismiss').click()
    await expect.element(button('Show')).not.toBeInTheDocument()
  })

  it('has no violations on a phone, where nothing is wider than the screen', async () => {
    await page.viewport(390, 844)
    await openUses()
    await expectNoViolationsInBothThemes()
    expect(page.getByRole('dialog').element().scrollWidth).toBeLessThanOrEqual(390)
  })
})
