import { expect } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { RequestGenerationInput } from '#contract/cards/generation.ts'
import { uuid } from '#contract/testing/builders.ts'
import { openApp } from './app-under-test.tsx'
import { completedGeneration } from './fake-account.ts'

/** The editor of the second image of the first card, in tests. */
export const cardId = uuid(2)
export const image = completedGeneration(2).images[1]
export const editor = page.getByRole('dialog', { name: 'Edit image 2 of 4' })
export const button = (name: string | RegExp) => editor.getByRole('button', { name })
export const operation = (name: string) =>
  editor.getByRole('group', { name: 'What to do' }).last().getByRole('button', { name })
export const words = editor.getByRole('textbox', { name: 'What to change' })
export const share = () => editor.getByText(/% of the picture$/)

/** The reply to an edit: a child card whose images are in the states. */
export const made = (states: readonly ('completed' | 'queued' | 'failed')[]) => (input: RequestGenerationInput) => {
  const place = completedGeneration(2).images.findIndex(({ id }) => id === input.parentImageId)
  const child = completedGeneration(place === 1 ? 30 : 31 + place, {
    prompt: input.prompt || 'Erase',
    parentGenerationId: cardId,
    parentImageId: input.parentImageId ?? null,
    branchKind: 'edit',
    edit: (input.edit ?? null) as never,
    executor: 'ChatGPT Image Fast',
    price: 135 * states.length,
    canvasX: 10_900,
  })
  const images = child.images.slice(0, states.length).map((each, at) => ({
    ...each,
    status: states[at] ?? 'queued',
    error: states[at] === 'failed' ? { code: 'refused' as const, message: 'The model refused this prompt.' } : null,
  }))
  return { ...child, status: 'completed' as const, images }
}

type Options = NonNullable<Parameters<typeof openApp>[1]>

export async function openEditor(
  replies: Options['replies'] = {},
  { account = {}, plain = {} }: Pick<Options, 'account' | 'plain'> = {},
) {
  const server = await openApp(`/project/${uuid(1)}?card=${cardId}`, {
    account,
    plain,
    replies: {
      generations: { request: made(['completed', 'completed']) },
      projects: {
        applyChanges: ({ changes }) => ({
          items: changes.map(({ id }) => ({ id, outcome: 'applied' as const })),
          seq: 2,
        }),
      },
      ...replies,
    },
  })
  await openAgain()
  return server
}

/** Opens the editor from the card. */
export async function openAgain(): Promise<void> {
  await page.getByRole('button', { name: 'Open image 2 of 4' }).first().click()
  await page
    .getByRole('toolbar', { name: 'Tools for image 2 of 4' })
    .getByRole('button', { name: 'Edit', exact: true })
    .click()
  await expect.element(editor).toBeVisible()
}

export const asked = (requests: readonly { method: string; path: string; body: unknown }[]) =>
  requests.filter(({ method, path }) => method === 'POST' && path === '/api/generations').map(({ body }) => body)

/** Waits until a part of what an element says matches. */
export const expectText = (element: Locator, text: RegExp) =>
  expect.poll(() => element.query()?.textContent ?? '').toMatch(text)

/** Draws over the picture through points of it, 0 to 1. */
export function draw(...points: readonly (readonly [number, number])[]): void {
  Element.prototype.setPointerCapture = () => {}
  const stage = document.querySelector('.edit-stage')
  const { x, y, width, height } = document.querySelector('.edit-picture')?.getBoundingClientRect() ?? new DOMRect()
  const send = (type: string, [across, down]: readonly [number, number]) =>
    stage?.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        pointerType: 'mouse',
        button: 0,
        buttons: 1,
        clientX: x + across * width,
        clientY: y + down * height,
      }),
    )
  const [first = [0, 0]] = points
  send('pointerdown', first)
  for (const point of points.slice(1)) send('pointermove', point)
  send('pointerup', points.at(-1) ?? first)
}
