import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { uuid } from '#contract/testing/builders.ts'
import { editPageDraft } from '#web/data/drafts/page-draft.ts'
import { expectNoViolations, expectNoViolationsInBothThemes, openApp } from '#web/testing/app-under-test.tsx'
import { go, promptField } from '#web/testing/composer.ts'
import { completedGeneration, fakeAccount } from '#web/testing/fake-account.ts'
import { offeredEdits } from '#web/testing/fake-edits.ts'
import { editPageTexts } from './texts.ts'

const recent = page.getByRole('button', { name: /^Use this picture/ })
const attached = page.getByRole('figure', { name: 'The picture to edit' })
const reason = () => go.element().getAttribute('aria-description')
const instruct = { executor: 'Nano Banana', model: 'nano-banana', price: 101, seconds: 10, needsMask: false }
const withWords = {
  editOperations: {
    list: () => ({
      items: offeredEdits({
        instruct: { executor: 'Nano Banana', price: 101, seconds: 10, enabledBy: null, executors: [instruct] },
      }),
      nextCursor: null,
    }),
  },
}
const posted = (requests: readonly { method: string; path: string; body: unknown }[], path: string) =>
  requests.filter((request) => request.method === 'POST' && request.path === path).map(({ body }) => body)

/** Drags or drops a file from a folder on the page. */
async function dragOn(kind: 'dragover' | 'drop', file: File): Promise<void> {
  await expect.element(promptField).toBeVisible()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  promptField.element().dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer }))
}
const drop = (file: File) => dragOn('drop', file)
const photo = () => new File([new Uint8Array(100)], 'garden.png', { type: 'image/png' })

describe('the page Edit an Image', () => {
  it('says what is missing: first a picture, then words', async () => {
    await openApp('/edit', { replies: withWords })
    await expect.poll(reason).toBe('Choose a picture first.')
    await recent.first().click()
    await expect.element(attached).toBeVisible()
    await expect.poll(reason).toBe('Describe the change you want.')
    await promptField.fill('more fog')
    await expect.poll(reason).toBeNull()
    await promptField.fill('')
  })

  it('sends the change of one of the images, and opens its project', async () => {
    const made = completedGeneration(40, { branchKind: 'edit' })
    const { requests } = await openApp('/edit', { replies: { ...withWords, generations: { request: () => made } } })
    await recent.first().click()
    await promptField.fill('more fog')
    await page.getByRole('combobox', { name: 'Images' }).selectOptions('2')
    await expect.element(page.getByText('2.02 credits')).toBeVisible()
    await userEvent.keyboard('{Tab}')
    promptField.element().focus()
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => location.pathname).toBe(`/project/${uuid(1)}`)
    expect(posted(requests, '/api/generations')).toEqual([
      {
        id: expect.any(String),
        projectId: uuid(1),
        prompt: 'more fog',
        parentGenerationId: uuid(2),
        parentImageId: uuid(20),
        branchKind: 'edit',
        count: 2,
        model: 'nano-banana',
        edit: { operation: 'instruct' },
      },
    ])
  })

  it('says at the button that was pressed that it works, and lets no other begin', async () => {
    await openApp('/edit', { replies: { ...withWords, generations: { request: () => new Promise<never>(() => {}) } } })
    await recent.first().click()
    await promptField.fill('more fog')
    await go.click()
    await expect.element(page.getByRole('button', { name: 'Generating...' })).toHaveAttribute('aria-busy', 'true')
    const select = page.getByRole('button', { name: 'Select a part first' })
    expect(select.element().hasAttribute('aria-busy')).toBe(false)
    for (const name of ['Select a part first', 'Adjust', 'Take the picture out'])
      await expect.element(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
    await promptField.fill('')
  })

  it('covers the box with the words that it takes the file, while one is dragged over it', async () => {
    await openApp('/edit', { replies: withWords })
    await dragOn('dragover', photo())
    const cover = () => {
      const box = promptField.element().closest('[data-over]')
      const { content, borderTopStyle } = getComputedStyle(box ?? document.body, '::after')
      return [content, borderTopStyle]
    }
    await expect.poll(cover).toEqual([`"${editPageTexts.dropHere}"`, 'dashed'])
  })

  it('puts a dropped file into a new project once, and opens it in the editor', async () => {
    const project = { ...(fakeAccount.projects[0] as (typeof fakeAccount.projects)[number]), id: uuid(1) }
    const card = completedGeneration(2)
    const { requests } = await openApp('/edit', {
      replies: { ...withWords, projects: { create: () => project } },
      plain: {
        'POST /api/projects/*/pictures': () => Response.json({ generations: [card], refused: [] }, { status: 201 }),
      },
    })
    await drop(photo())
    await expect.element(attached).toBeVisible()
    await page.getByRole('button', { name: 'Crop, straighten' }).click()
    await expect.element(page.getByRole('dialog', { name: 'Edit image 1 of 4' })).toBeVisible()
    await expect.element(page.getByRole('slider', { name: 'Angle' })).toBeVisible()
    expect(posted(requests, '/api/projects')).toEqual([{ id: expect.any(String), title: 'garden.png' }])
    expect(location.search).toBe('')
  })

  it('stays where the person has gone meanwhile, and keeps the words that were written meanwhile', async () => {
    const project = { ...(fakeAccount.projects[0] as (typeof fakeAccount.projects)[number]), id: uuid(1) }
    const card = completedGeneration(2)
    const reply = Promise.withResolvers<void>()
    const { requests } = await openApp('/edit', {
      replies: {
        ...withWords,
        projects: { create: () => project },
        generations: {
          async request() {
            await reply.promise
            return completedGeneration(30)
          },
        },
      },
      plain: {
        'POST /api/projects/*/pictures': () => Response.json({ generations: [card], refused: [] }, { status: 201 }),
      },
    })
    await drop(photo())
    await promptField.fill('more fog')
    await go.click()
    await expect.poll(() => posted(requests, '/api/generations')).toHaveLength(1)
    await promptField.fill('less fog')
    await page.getByRole('link', { name: 'Assets' }).first().click()
    await expect.poll(() => location.pathname).toBe('/assets')
    reply.resolve()
    await expect.poll(() => editPageDraft.get().prompt).toBe('less fog')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect([location.pathname, editPageDraft.get().prompt]).toEqual(['/assets', 'less fog'])
    editPageDraft.set({ prompt: '', improvedFrom: null })
  })

  it('says why a file can not be used', async () => {
    await openApp('/edit', { replies: withWords })
    await drop(new File(['pears'], 'notes.txt', { type: 'text/plain' }))
    await expect.element(page.getByText('This is not a picture. Choose a PNG, JPEG or WebP.')).toBeVisible()
    await expect.element(attached).not.toBeInTheDocument()
  })

  it('takes out a file that the server can not use, and keeps the words', async () => {
    const project = { ...(fakeAccount.projects[0] as (typeof fakeAccount.projects)[number]), id: uuid(1) }
    const message = 'This file is not a picture that can be used. Choose a PNG, JPEG, WebP, AVIF or GIF.'
    const refused = [{ code: 'unsupported-media', name: 'garden.png', message }]
    const removed: string[] = []
    await openApp('/edit', {
      replies: {
        ...withWords,
        projects: {
          create: () => project,
          remove({ id }) {
            removed.push(id)
            return { deleted: 0, ids: [] }
          },
        },
      },
      plain: { 'POST /api/projects/*/pictures': () => Response.json({ generations: [], refused }, { status: 201 }) },
    })
    await drop(photo())
    // The browser can not show it either.
    await expect.element(attached.getByText('garden.png')).toBeVisible()
    expect(attached.element().querySelector('img')).toBeNull()
    await promptField.fill('more fog')
    await go.click()
    await expect.element(page.getByText(message)).toBeVisible()
    await expect.element(attached).not.toBeInTheDocument()
    await expect.element(promptField).toHaveValue('more fog')
    // No empty project is left of each try.
    await expect.poll(() => removed).toEqual([project.id])
    await promptField.fill('')
  })

  it('says that no model edits with words, and offers the tools that need none', async () => {
    await openApp('/edit')
    await expect.element(page.getByText('No model here can edit with words.')).toBeVisible()
    await recent.first().click()
    await expect.element(page.getByRole('button', { name: 'Remove background' })).toBeVisible()
  })

  it('keeps its words, and is without violations with and without a picture', async () => {
    await openApp('/edit', { replies: withWords })
    await page.getByRole('button', { name: 'Add warm evening light from the left' }).click()
    await expect.element(promptField).toHaveValue('Add warm evening light from the left')
    await expectNoViolationsInBothThemes()
    await recent.first().click()
    await expectNoViolations()
    await page.getByRole('button', { name: 'Take the picture out' }).click()
    await expect.element(attached).not.toBeInTheDocument()
    await promptField.fill('')
  })
})
