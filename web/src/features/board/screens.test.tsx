import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { focus, openByKey, promptField } from '#web/testing/composer.ts'
import {
  button,
  describeScreens,
  garden,
  inTurn,
  press,
  refused,
  type Screen,
  shows,
} from '#web/testing/describe-screens.ts'
import { completedGeneration, gardenCards } from '#web/testing/fake-account.ts'
import { reviewComment } from '#web/testing/fake-link.ts'
import { race, raceProject, racingCards } from '#web/testing/fake-series.ts'

const board = `/project/${uuid(1)}?card=${uuid(2)}`
const cardId = uuid(2)
const dialog = page.getByRole('dialog')

/** Opens a dialog with a key on the card that the board opens on. */
const byKey =
  (key: string, opened = dialog) =>
  () =>
    openByKey(cardId, key, opened)
const showsCard = () => expect.poll(() => document.querySelector(`[data-card="${cardId}"]`)).not.toBeNull()

/** Opens a dialog with a key on a card that branches from another. */
const branchId = uuid(10)
const ofBranch = `/project/${uuid(1)}?card=${branchId}`
const whatChanged = () => openByKey(branchId, 'w', page.getByRole('dialog', { name: 'What changed' }))

const running = completedGeneration(2, { status: 'running' })
/** A card with one finished image, one that is being made and two that wait. */
const runningCard = {
  ...running,
  images: running.images.map((each, place) => ({
    ...each,
    ...(place > 0 && { status: place === 1 ? ('running' as const) : ('queued' as const), imageUrl: null }),
  })),
}

/** The cards of the garden were made one after the other. */
const past = gardenCards().map(({ id, canvasX, canvasY }, place): [number, 'made', string, number, number] => [
  Date.UTC(2026, 10, 21, 10, place),
  'made',
  id,
  canvasX,
  canvasY,
])

const openReview = inTurn(press('Canvas commands'), () => page.getByRole('menuitem', { name: 'Comments' }).click())
const reviewed: Screen['replies'] = {
  projects: {
    review: () => ({
      comments: [reviewComment({ generationId: cardId })],
      likes: [{ imageId: reviewComment().imageId, generationId: cardId, names: ['Vera'] }],
      seq: 1,
    }),
  },
}

const onCanvas: readonly Screen[] = [
  {
    name: 'a project that is being read',
    path: board,
    replies: { projects: { get: () => new Promise<never>(() => {}) } },
    open: showsCard,
  },
  { name: 'its cards', path: board, open: showsCard },
  { name: 'its cards from afar', path: board, open: press('Fit to view') },
  {
    name: 'a card whose images are being made',
    path: board,
    account: { ...garden, generations: [runningCard] },
    open: showsCard,
  },
  {
    name: 'an empty project',
    path: `/project/${uuid(1)}`,
    account: { ...garden, generations: [] },
    open: shows('Nothing planted yet'),
  },
  {
    name: 'the question before a card is deleted',
    path: board,
    open: byKey('{Delete}', page.getByRole('alertdialog')),
  },
  {
    name: 'the kinds of a branch',
    path: board,
    open: async () => {
      await byKey('b')()
      // Its code may still be on its way.
      await expect.element(dialog.getByRole('button', { name: 'Remix' })).toBeVisible()
    },
  },
  {
    name: 'the panel of a branch',
    path: board,
    open: async () => {
      await byKey('b')()
      await dialog.getByRole('button', { name: 'Remix' }).click()
      await focus(promptField)
    },
  },
  {
    name: 'an image opened',
    path: board,
    open: async () => {
      await showsCard()
      document.querySelector<HTMLElement>('.picture-open')?.focus()
      await userEvent.keyboard('{Enter}')
      await expect.element(dialog).toBeVisible()
    },
  },
  {
    name: 'a board that cannot be read',
    path: board,
    plain: { 'GET /api/projects/*/board': refused(500, { code: 'internal', message: 'No.' }) },
    open: () => expect.element(button('Try again')).toBeVisible(),
  },
  {
    name: 'a card that a program asked for',
    path: board,
    account: {
      ...garden,
      generations: [completedGeneration(2, { madeBy: { tokenId: uuid(700), name: 'backup-script' } })],
    },
    open: shows('by token backup-script'),
  },
  { name: 'where a card comes from', path: `/project/${uuid(1)}?card=${uuid(10)}`, open: showsCard },
  { name: 'what changed along a branch', path: ofBranch, open: whatChanged },
  {
    name: 'the preview of a change that is applied to another card',
    path: ofBranch,
    open: inTurn(whatChanged, press('Apply this change to…'), press(/^Three pears/), shows('New prompt')),
  },
  { name: 'the path to a card', path: ofBranch, open: () => openByKey(branchId, 'p', dialog) },
  { name: 'images compared', path: board, open: byKey('x') },
  { name: 'images compared by a slider', path: board, open: inTurn(byKey('x'), press('Slider')) },
  {
    name: 'images gathered to be compared',
    path: board,
    open: byKey('{Shift>}X{/Shift}', page.getByRole('region', { name: 'Images to compare' })),
  },
  { name: 'the images one by one', path: board, open: byKey('k') },
  { name: 'what a branch costs', path: board, open: byKey('e') },
  { name: 'a branch run again', path: board, open: byKey('r') },
  {
    name: 'a race that hides its names',
    path: `/project/${raceProject.id}?card=${racingCards[0]?.id}`,
    account: { ...garden, projects: [raceProject], generations: racingCards },
    replies: { projects: { series: () => ({ items: [race], nextCursor: null }) } },
    open: inTurn(shows('Names are hidden until you pick a winner.'), shows('Model B')),
  },
  {
    name: 'a moment of the past',
    path: board,
    replies: { projects: { history: () => ({ items: past, nextCursor: null, deleted: [] }) } },
    open: inTurn(byKey('t', page.getByRole('slider')), () => userEvent.keyboard('{ArrowLeft}')),
  },
  { name: 'what reviewers said', path: board, replies: reviewed, open: inTurn(openReview, shows('Liked by Vera')) },
  {
    name: 'what reviewers said, on a phone',
    path: board,
    replies: reviewed,
    open: inTurn(() => page.viewport(390, 844), openReview, shows('Liked by Vera')),
  },
  {
    name: 'the boards, of which another one has new comments',
    path: board,
    replies: { projects: { review: () => ({ comments: [], likes: [], hasNewElsewhere: true, seq: 1 }) } },
    open: inTurn(press('Boards, new comments on another one'), () =>
      expect.element(page.getByRole('listbox', { name: 'Latest boards' })).toBeVisible(),
    ),
  },
  {
    name: 'an image with the comment of a reviewer',
    path: board,
    replies: reviewed,
    open: inTurn(openReview, press('Show the liked picture'), () =>
      expect.element(page.getByRole('complementary').getByText('Vera').first()).toBeVisible(),
    ),
  },
  {
    name: 'links for review',
    path: board,
    open: async () => {
      await button('Share for review').click()
      await expect.element(dialog).toBeVisible()
    },
  },
]

describeScreens('the canvas', onCanvas, { account: garden })
