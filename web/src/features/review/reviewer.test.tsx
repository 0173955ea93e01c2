import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { project, uuid } from '#contract/testing/builders.ts'
import { expectNoViolationsInBothThemes, expectText, openApp, reloadApp } from '#web/testing/app-under-test.tsx'
import { expectFocusOn } from '#web/testing/composer.ts'
import { completedGeneration, gardenCards, user } from '#web/testing/fake-account.ts'
import { comment, linkPath, livingLink } from '#web/testing/fake-link.ts'
import { lostConnection, refuse } from '#web/testing/fake-server.ts'

const root = completedGeneration(2, { prompt: 'A lighthouse at dusk' })
const child = completedGeneration(10, {
  prompt: 'The lighthouse in a storm',
  parentGenerationId: root.id,
  parentImageId: root.images[0]?.id ?? null,
  branchKind: 'remix',
  canvasX: root.canvasX + 900,
})
const after = completedGeneration(11, {
  prompt: 'The storm has passed',
  parentGenerationId: child.id,
  parentImageId: child.images[3]?.id ?? null,
  branchKind: 'remix',
  createdAt: '2026-11-21T11:00:00.000Z',
  canvasX: child.canvasX + 900,
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const viewer = (prompt: string) => page.getByRole('dialog', { name: prompt })
const picture = (prompt: string) => button(`Open image 1 of ${prompt}`)
const field = page.getByLabelText('What about this spot?')
const wholeField = page.getByLabelText('Say something about the picture')
const nameField = page.getByLabelText('Your name')
const remark = (text: string) => page.getByRole('listitem').filter({ hasText: text })
const press = (keys: string) => userEvent.keyboard(keys)
/** Makes the page ask at once, as it does when it becomes visible again. */
const ask = () => document.dispatchEvent(new Event('visibilitychange'))

async function visit(options: Parameters<typeof livingLink>[0] = {}) {
  const link = livingLink({ cards: [root, child], ...options })
  const server = await openApp(linkPath, link)
  await expect.element(button('Fit to view')).toBeVisible()
  const sent = (path: RegExp) => server.requests.filter(({ method, path: to }) => method !== 'GET' && path.test(to))
  return { ...link, server, sent }
}

/** Opens an image, on which the keys are heard then. */
async function open(prompt: string): Promise<void> {
  await picture(prompt).click()
  await expect.element(viewer(prompt)).toBeVisible()
  await expectFocusOn('.review-viewer')
}

describe('a reviewer', () => {
  it('views, steps through the path and compares', async () => {
    await visit()
    await open(child.prompt)
    const path = page.getByRole('region', { name: 'Path to here' })
    await expect.element(path.getByRole('button', { name: /^Step 1 of 2: ?Start/ })).toBeVisible()
    const last = path.getByRole('button', { name: /^Step 2 of 2: ?.*storm/ }).element()
    if (last instanceof HTMLElement) last.focus()
    await press('{ArrowLeft}')
    await expect.element(viewer(root.prompt)).toBeVisible()
    await press('{End}')
    await expect.element(viewer(child.prompt)).toBeVisible()
    await button('Compare images').click()
    const compared = viewer('Compare 2 images')
    await expect.element(compared.getByText('1:1 · 1K').first()).toBeVisible()
    await button('Overlay').click()
    await page.getByLabelText('How much of B is seen').fill('20')
    await expect.element(page.getByLabelText('How much of B is seen')).toHaveValue('20')
    await press('{Escape}')
    await expect.element(compared).not.toBeInTheDocument()
    await expect.element(viewer(child.prompt)).toBeVisible()
  })

  it('comments on a spot and votes, under a name that is asked for once', async () => {
    const { sent } = await visit()
    await open(child.prompt)
    const shown = document.querySelector('.review-picture')?.getBoundingClientRect() ?? new DOMRect()
    await viewer(child.prompt)
      .getByRole('img', { name: child.prompt })
      .click({ position: { x: shown.width / 4, y: shown.height / 2 } })
    await field.fill('The beam could be longer.')
    await button('Send').click()
    await nameField.fill('Vera')
    await page.getByRole('dialog', { name: 'Who are you?' }).getByRole('button', { name: 'Send' }).click()
    await expect.element(remark('The beam could be longer.')).toBeVisible()
    const [{ body } = { body: null }] = sent(/comments$/)
    expect(body).toMatchObject({ imageId: child.images[0]?.id, text: 'The beam could be longer.' })
    expect(Object(body).x).toBeCloseTo(0.25, 2)
    expect(Object(body).y).toBeCloseTo(0.5, 2)
    await button(/^Like, 0 likes/).click()
    await expect.element(button(/^Take your like back, 1 like/)).toBeVisible()
    await expectNoViolationsInBothThemes()
    await button(/^Take your like back/).click()
    await expect.element(button(/^Like, 0 likes/)).toBeVisible()
    expect(sent(/name$/)).toHaveLength(1)
    await button('Comment 1 by Vera: The beam could be longer.').click()
    await expectFocusOn('.remark')
  })

  it('posts a comment once, however often its keys are pressed while it is sent', async () => {
    const { server, sent } = await visit({ visitorName: 'Vito' })
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    server.reply({
      shared: {
        comment: async ({ text }) => {
          await held
          return comment({ imageId: root.images[0]?.id ?? '', text })
        },
      },
    })
    await open(root.prompt)
    await press('c')
    await field.fill('Second.')
    // Repeats of a held key come before the next render.
    for (let time = 0; time < 3; time += 1)
      field
        .element()
        .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }))
    goOn()
    await expect.element(remark('Second.')).toBeVisible()
    expect(sent(/comments$/)).toHaveLength(1)
  })

  it('keeps the words of a comment over Escape, the next image, Close and a reload, for each image', async () => {
    await visit({ visitorName: 'Vera' })
    await open(root.prompt)
    await press('c')
    await field.fill('Half a thought')
    await press('{Escape}')
    await expect.element(wholeField).toHaveValue('Half a thought')
    await press('c')
    await expect.element(field).toHaveValue('Half a thought')
    await button('Next image').click()
    await expect.element(wholeField).toHaveValue('')
    await button('Previous image').click()
    await expect.element(field).toHaveValue('Half a thought')
    await button('Close').first().click()
    await open(root.prompt)
    await expect.element(field).toHaveValue('Half a thought')
    await reloadApp(linkPath)
    await open(root.prompt)
    await expect.element(field).toHaveValue('Half a thought')
    await button('Send').click()
    await expect.element(remark('Half a thought')).toBeVisible()
    await expect.element(wholeField).toHaveValue('')
  })

  it('comments on the whole picture, without a pin', async () => {
    const { sent } = await visit({ visitorName: 'Vera' })
    await open(root.prompt)
    await wholeField.fill('This one for the cover.')
    await button('Send').click()
    await expect.element(remark('This one for the cover.').getByText('Whole picture')).toBeVisible()
    expect(document.querySelector('.review-picture .pin')).toBeNull()
    expect(sent(/comments$/).map(({ body }) => body)).toMatchObject([{ x: null, y: null }])
  })

  it('has the buttons of a comment within a window at 200 %', async () => {
    await visit({ visitorName: 'Oda' })
    await page.viewport(720, 450)
    await open(root.prompt)
    await wholeField.fill('Fog here.')
    const send = button('Send').element().getBoundingClientRect()
    expect([send.bottom <= 450, send.right <= 720]).toEqual([true, true])
    expect(document.querySelector('.review-picture')?.getBoundingClientRect().height).toBeGreaterThan(200)
  })

  it('takes a vote back by a second press before the first reply', async () => {
    const { server, sent } = await visit({ visitorName: 'Vera' })
    const held = Promise.withResolvers<void>()
    server.reply({
      shared: { like: async () => ({ likes: await held.promise.then(() => 1) }), unlike: () => ({ likes: 0 }) },
    })
    await open(root.prompt)
    await press('1')
    await expect.element(button(/^Take your like back, 1 like/)).toBeVisible()
    await press('1')
    await expect.element(button(/^Like, 0 likes/)).toBeVisible()
    held.resolve()
    await expect.poll(() => sent(/likes/).map(({ method }) => method)).toEqual(['PUT', 'DELETE'])
    await expect.element(button(/^Like, 0 likes/)).toBeVisible()
  })

  it('zooms the board, not the page, by a pinch over a bar', async () => {
    await visit()
    const zoom = () => getComputedStyle(document.querySelector('.canvas') ?? document.body).getPropertyValue('--z')
    const before = zoom()
    const wheel = new WheelEvent('wheel', { ctrlKey: true, deltaY: -100, bubbles: true, cancelable: true })
    document.querySelector('header')?.dispatchEvent(wheel)
    expect(wheel.defaultPrevented).toBe(true)
    await expect.poll(zoom).not.toBe(before)
  })

  it('does all of it by keyboard', async () => {
    await visit()
    const first = button('Look one by one').element()
    if (first instanceof HTMLElement) first.focus()
    await press('{Enter}')
    await expectFocusOn('.review-viewer')
    await press('{ArrowRight}c')
    await expect.element(field).toHaveFocus()
    await press('Good.{Control>}{Enter}{/Control}')
    await expect.element(nameField).toHaveFocus()
    await press('Kay{Enter}')
    await expect.element(remark('Good.')).toBeVisible()
    // Escape ends a comment first.
    await press('c')
    await expect.element(field).toHaveFocus()
    await press('{Escape}')
    await expect.element(field).not.toBeInTheDocument()
    await expect.element(viewer(root.prompt)).toBeVisible()
    await expectFocusOn('.review-viewer, .review-viewer *')
    await press('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  })

  it('sees what others say', async () => {
    const { addComment } = await visit()
    await open(root.prompt)
    addComment(comment({ imageId: root.images[0]?.id ?? '', text: 'Less empty here.', author: 'Vito' }))
    ask()
    await expect.element(remark('Less empty here.')).toBeVisible()
    await expect.element(button('Comment 1 by Vito: Less empty here.')).toBeVisible()
  })

  it('sees new, moved and deleted cards at once, while a comment is being written', async () => {
    const { setCards } = await visit({ visitorName: 'Vera' })
    const left = (id: string) => document.querySelector(`[data-card="${id}"]`)?.getBoundingClientRect().left
    await expect.poll(() => left(root.id)).toBeDefined()
    const before = left(root.id)
    await open(child.prompt)
    const next = button('Next image')
    await press('{ArrowRight>3/}')
    await expect.element(next).toBeDisabled()
    await press('c')
    await field.fill('Half a thou')
    setCards([root, child, after])
    ask()
    await expect.element(next).toBeEnabled()
    await expect.element(field).toHaveFocus()
    await press('ght')
    await expect.element(field).toHaveValue('Half a thought')
    await button('Cancel').click()
    await next.click()
    await expect.element(viewer(after.prompt)).toBeVisible()
    await expect.element(button(/^Step 3 of 3/)).toBeVisible()

    setCards([root, child])
    ask()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(left(root.id)).toBe(before)

    setCards([root, child, { ...after, canvasX: root.canvasX, canvasY: root.canvasY + 900 }])
    ask()
    await button('Fit to view').click()
    await expect.element(picture(after.prompt)).toBeVisible()
    expect(left(after.id)).toBeCloseTo(left(root.id) ?? 0, 0)
  })

  it('finds no prompt, no title and no copy where its owner hides them', async () => {
    await visit({ showsPrompts: false })
    await expect.element(button('Open image 1').first()).toBeVisible()
    expect(document.body.textContent).not.toMatch(/lighthouse|Walled garden/i)
    await expect.element(page.getByRole('heading', { name: 'Shared pictures' })).toBeVisible()
    await expect.element(button('Copy to my account')).not.toBeInTheDocument()
    await button('Look one by one').click()
    await expect.element(viewer('Image 1')).toBeVisible()
    await button('Compare images').click()
    await expect.element(viewer('Compare 4 images')).toBeVisible()
    expect(document.body.textContent).not.toContain('lighthouse')
  })
})

describe('a copy of what a link shows', () => {
  const copy = project({ id: uuid(1), title: 'Walled garden' })

  it('is opened as a project of the reader', async () => {
    const link = livingLink()
    await openApp(linkPath, {
      ...link,
      replies: { ...link.replies, shared: { ...link.replies.shared, fork: () => copy } },
      plain: { ...link.plain, 'GET /api/auth/get-session': () => Response.json({ user }) },
      account: { projects: [copy], generations: gardenCards() },
    })
    await button('Copy to my account').click()
    await expectText('Copied into a project of your own')
    await expect.poll(() => location.pathname).toBe(`/project/${copy.id}`)
    await expect.poll(() => document.querySelector('[data-card]')).not.toBeNull()
  })

  it('needs an account', async () => {
    const { server } = await visit()
    server.reply({ shared: { fork: () => refuse('unauthenticated') } })
    await button('Copy to my account').click()
    await expectText('Sign in first, then open the link again.')
    expect(location.pathname).toBe('/shared')
  })
})

describe('a link that is not open', () => {
  it('says so, and whom to ask', async () => {
    const { replies, plain } = livingLink()
    await openApp(linkPath, { plain, replies: { shared: { ...replies.shared, open: () => refuse('not-found') } } })
    await expectText('This link is not open')
    await expectText('Ask them for another one.')
  })

  it('takes away what it showed, when its owner closes it', async () => {
    const { server } = await visit()
    server.reply({ shared: { feedback: () => refuse('not-found') } })
    ask()
    await expectText('This link is not open')
    expect(document.body.textContent).not.toContain('lighthouse')
  })

  it('can be opened again where the connection was lost', async () => {
    const { replies, plain } = livingLink()
    const server = await openApp(linkPath, {
      plain,
      replies: { shared: { ...replies.shared, open: () => lostConnection() } },
    })
    await expectText('This did not load')
    server.reply(replies)
    await button('Try again').click()
    await expect.element(button('Fit to view')).toBeVisible()
  })
})
