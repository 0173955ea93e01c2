import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { StyleShape } from '#contract/cards/style.ts'
import { expectText, openApp } from '#web/testing/app-under-test.tsx'
import {
  attached,
  chip,
  chooseFiles,
  dialog,
  expectFocused,
  expectFocusOn,
  focus,
  pictureFile,
} from '#web/testing/composer.ts'
import { listedStyles } from '#web/testing/fake-catalogue.ts'
import { type Replies, refuse } from '#web/testing/fake-server.ts'

const styles = dialog('Style')
const tab = (name: string) => styles.getByRole('tab', { name })
const tile = (title: string) => styles.getByRole('button', { name: new RegExp(`^${title}`) })
const tiles = () => [...document.querySelectorAll<HTMLElement>('.style-tile')]
const shown = () =>
  tiles()
    .flatMap((each) => [...each.querySelectorAll('b')].map((title) => title.textContent))
    .filter((title) => title !== 'Your own')

/** Opens the picker of an account that has the sample styles. */
async function openStyles(replies: Replies = {}) {
  const server = await openApp('/image', { account: { styles: listedStyles }, replies })
  await chip('Style').click()
  await expect.element(tile('Pine Block')).toBeVisible()
  return server
}

describe('the style picker', () => {
  it('shows an introduction, and everything about the clicked style', async () => {
    await openStyles()
    await expect.element(styles.getByText('Click to view a style.')).toBeVisible()
    await tile('Pine Block').click()
    const details = styles.getByRole('complementary', { name: 'Pine Block' })
    await expect.element(details.getByText('@old_harbour')).toBeVisible()
    await expect.element(details.getByText('Flux', { exact: true })).toBeVisible()
    const examples = details.getByRole('list', { name: 'Examples of Pine Block' })
    await expect.poll(() => examples.getByRole('listitem').elements().length).toBe(6)
    const pictures = [...details.element().querySelectorAll('img')]
    expect(await Promise.all(pictures.map((image) => image.decode().then(() => true)))).toEqual(Array(6).fill(true))
  })

  it('has tabs, filters and a search that narrow the grid', async () => {
    await openStyles()
    const community = shown()
    await tab('Krea').click()
    await expect.element(tab('Krea')).toHaveAttribute('aria-selected', 'true')
    const krea = shown()
    expect(krea.filter((title) => community.includes(title))).toEqual([])
    expect(community.length + krea.length).toBeGreaterThanOrEqual(24)
    await tab('Community').click()
    await styles.getByRole('button', { name: 'Flux', exact: true }).click()
    const flux = shown()
    await styles.getByRole('button', { name: 'Krea 1', exact: true }).click()
    expect([...flux, ...shown()].sort()).toEqual([...community].sort())
    await styles.getByRole('button', { name: 'All', exact: true }).click()
    await styles.getByRole('searchbox', { name: 'Search styles' }).fill('woodblock PINE')
    await expect.poll(shown).toEqual(['Pine Block'])
    await styles.getByRole('searchbox').fill('nothing like it')
    await styles.getByRole('button', { name: 'Clear the search' }).click()
    await expect.poll(shown).toEqual(community)
  })

  it('attaches a style to the prompt, replacing the previous one, and removes it', async () => {
    await openStyles()
    for (const title of ['Pine Block', 'Impasto Noon']) {
      if (!styles.query()) await chip('Style').click()
      await tile(title).click()
      await styles.getByRole('button', { name: 'Add Style' }).click()
      await expect.element(styles).not.toBeInTheDocument()
      expect(attached()).toEqual([`Style 1 ${title}`])
    }
    await chip('Style').click()
    await styles.getByRole('button', { name: 'Remove Style' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.poll(attached).toEqual([])
  })

  it('keeps pins, and reverts one that the server refused', async () => {
    const { replies, isPinned } = pins()
    const server = await openStyles(replies)
    await tab('Pinned').click()
    await expect.element(styles.getByText('Nothing pinned yet')).toBeVisible()
    await tab('Community').click()
    await tile('Pine Block').click()
    await styles.getByRole('button', { name: 'Pin', exact: true }).click()
    await expect.element(styles.getByRole('button', { name: 'Unpin' })).toBeVisible()
    await expect.poll(isPinned).toBe(true)
    await tab('Pinned').click()
    await expect.poll(shown).toEqual(['Pine Block'])
    await tile('Pine Block').click()
    server.reply({ styles: { unpin: () => refuse('unavailable', { message: 'No.' }) } })
    await styles.getByRole('button', { name: 'Unpin' }).click()
    await expectText('The pin could not be changed. Try again.')
    expect(shown()).toEqual(['Pine Block'])
    server.reply(replies)
    await styles.getByRole('button', { name: 'Unpin' }).click()
    await expect.element(styles.getByText('Nothing pinned yet')).toBeVisible()
  })
})

describe('the style picker by keyboard', () => {
  it('finds a style, adds it and removes it; the focus moves to the text', async () => {
    await openApp('/image', { account: { styles: listedStyles } })
    await focus(chip('Style'))
    await userEvent.keyboard('{Enter}')
    await expectFocusOn('[type=search]')
    await userEvent.keyboard('pine block')
    await expect.poll(() => tiles().length).toBe(1)
    await userEvent.keyboard('{Tab}')
    await expectFocusOn('.style-tile')
    await userEvent.keyboard('{Enter}{Tab}')
    await expect.poll(() => document.activeElement?.textContent).toBe('Add Style')
    await userEvent.keyboard('{Enter}')
    await expect.element(styles).not.toBeInTheDocument()
    expect(attached()).toEqual(['Style 1 Pine Block'])
    await focus(page.getByRole('button', { name: 'Remove Style 1' }))
    await userEvent.keyboard('{Enter}')
    await expectFocusOn('textarea')
  })

  it('moves through the tabs and the grid of styles with the arrows', async () => {
    await openApp('/image', { account: { styles: listedStyles } })
    await focus(chip('Style'))
    await userEvent.keyboard('{Enter}')
    await expect.element(tile('Pine Block')).toBeVisible()
    await focus(tab('Community'))
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(tab('Krea')).toHaveAttribute('aria-selected', 'true')
    document.querySelector<HTMLElement>('.style-tile[tabindex="0"]')?.focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{ArrowUp}{Enter}')
    await expect.poll(() => tiles()[2]?.getAttribute('aria-pressed')).toBe('true')
    await userEvent.keyboard('{Escape}')
    await expectFocused(chip('Style'))
  })
})

describe('a private style', () => {
  it('is created from a name, a phrase and images, edited, used, and deleted after a confirmation', async () => {
    await openStyles(privateStyles())
    await tile('Create style').click()
    const form = page.getByRole('form')
    await form.getByRole('button', { name: 'Create style' }).click()
    await expect.element(form.getByText('Give the style a name.')).toBeVisible()
    await form.getByLabelText('Name').fill('Red brick')
    await form.getByLabelText('Added to the prompt').fill('warm brick wall, low sun')
    await form.getByRole('button', { name: 'Flux' }).click()
    await chooseFiles(pictureFile('wall.png'))
    await expect.element(form.getByRole('img', { name: 'Reference picture 1' })).toBeVisible()
    await form.getByRole('button', { name: 'Create style' }).click()

    const details = styles.getByRole('complementary', { name: 'Red brick' })
    await expect.element(details.getByText('warm brick wall, low sun')).toBeVisible()
    await expect.element(tab('Private')).toHaveAttribute('aria-selected', 'true')
    await styles.getByRole('button', { name: 'Edit' }).click()
    await form.getByLabelText('Name').fill('Old brick')
    await form.getByRole('button', { name: 'Remove reference picture 1' }).click()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.element(styles.getByRole('complementary', { name: 'Old brick' })).toBeVisible()
    await styles.getByRole('button', { name: 'Add Style' }).click()
    await expect.poll(attached).toEqual(['Style 1 Old brick'])

    await chip('Style').click()
    await tab('Private').click()
    await styles.getByRole('button', { name: 'Delete' }).click()
    const question = page.getByRole('alertdialog', { name: 'Delete “Old brick”?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await styles.getByRole('button', { name: 'Delete' }).click()
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect.element(styles.getByText('No style of your own yet')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    // A deleted style is not sent either.
    await expect.poll(attached).toEqual([])
  })

  it("keeps its form where it cannot be saved, with the server's message", async () => {
    await openStyles({
      styles: { create: () => refuse('plan-limit', { message: 'Your plan holds one private style.' }) },
    })
    await tile('Create style').click()
    await page.getByLabelText('Name').fill('Red brick')
    await page.getByLabelText('Added to the prompt').fill('warm brick')
    await page.getByRole('form').getByRole('button', { name: 'Create style' }).click()
    await expectText('Your plan holds one private style.')
    await expect.element(page.getByLabelText('Name')).toHaveValue('Red brick')
  })
})

/** Replies that store which style is pinned. */
function pins(): { replies: Replies; isPinned: () => boolean } {
  let pinned: string | null = null
  const answer = (id: string): StyleShape => {
    const style = listedStyles.find((each) => each.id === id)
    if (!style) return refuse('not-found')
    return { ...style, isPinned: pinned === id }
  }
  return {
    isPinned: () => pinned !== null,
    replies: {
      styles: {
        pin: ({ id }) => {
          pinned = id
          return answer(id)
        },
        unpin: ({ id }) => {
          pinned = null
          return answer(id)
        },
      },
    },
  }
}

/** Replies that store the sent style, whose pictures are its references. */
function privateStyles(): Replies {
  const id = '00000000-0000-4000-8000-000000000700'
  const styleOf = ({ title = '', promptFragment = '', referenceIds = [] as readonly string[] }): StyleShape => ({
    id,
    collection: 'private',
    family: 'flux',
    title,
    username: 'mara',
    model: 'Flux',
    promptFragment,
    coverUrl: listedStyles[0]?.coverUrl ?? '',
    exampleUrls: referenceIds.map((each) => `/api/uploads/${each}/file`),
    referenceIds: [...referenceIds],
    isPinned: false,
    isOwn: true,
  })
  return {
    styles: {
      create: (input) => styleOf(input),
      change: (input) => styleOf(input),
      remove: () => ({ deleted: 1, ids: [id] }),
    },
  }
}
