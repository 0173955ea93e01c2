import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { EditShape } from '#contract/cards/edit.ts'
import type { GenerationShape } from '#contract/cards/generation.ts'
import { uuid } from '#contract/testing/builders.ts'
import { noEditRecord } from '#domain/edit/edit-record.ts'
import { expectNoViolations, openApp } from '#web/testing/app-under-test.tsx'
import { openByKey } from '#web/testing/composer.ts'
import { completedGeneration, fakeAccount } from '#web/testing/fake-account.ts'

const parent = completedGeneration(2)
const maskId = uuid(77)

/** A branch that erased a part of the parent's second image. */
const erased = (over: Partial<GenerationShape> = {}) =>
  completedGeneration(10, {
    prompt: 'Erase',
    parentGenerationId: parent.id,
    parentImageId: parent.images[1]?.id ?? null,
    branchKind: 'edit',
    edit: { operation: 'erase', maskUploadId: uuid(76), feather: 8 } as EditShape,
    editRecord: { ...noEditRecord, maskId, maskBox: { x: 1, y: 2, width: 30, height: 40 } },
    executor: 'this-machine',
    canvasX: parent.canvasX,
    canvasY: parent.canvasY + 500,
    ...over,
  })

const branchOf = ({ id, images, canvasY }: GenerationShape): Partial<GenerationShape> => ({
  prompt: 'By night',
  parentGenerationId: id,
  parentImageId: images[0]?.id ?? null,
  branchKind: 'remix',
  canvasY: canvasY + 500,
})

const selectByTree = async (name: string) => {
  const item = page.getByRole('treeitem', { name })
  await expect.element(item).toBeInTheDocument()
  const element = item.element()
  if (element instanceof HTMLElement) element.focus()
}

const open = (child: GenerationShape) =>
  openApp(`/project/${uuid(1)}?card=${parent.id}`, { account: { ...fakeAccount, generations: [parent, child] } })

const onLine = () => document.querySelector<SVGElement>('.connectors .selection-over-picture')
const addresses = (drawing: Element | null) =>
  [...(drawing?.querySelectorAll('image') ?? [])].map((each) => each.getAttribute('href'))
const selected = [`/api/images/${parent.images[1]?.id}/file?size=256`, `/api/uploads/${maskId}/file?size=256`]

describe('the line to an edit', () => {
  it('shows the outline of its selection over the picture that it starts from', async () => {
    await open(erased())
    await expect.poll(() => addresses(onLine())).toEqual(selected)
    const filter = onLine()?.querySelectorAll('image')[1]?.getAttribute('filter') ?? ''
    expect(onLine()?.querySelector(`[id="${filter.slice(5, -1)}"] feMorphology`)).not.toBeNull()
  })

  it('shows nothing for an edit without a selection, nor where the cards are too near', async () => {
    await open(erased({ editRecord: noEditRecord }))
    await expect.poll(() => document.querySelector('[data-connector]')).not.toBeNull()
    expect(onLine()).toBeNull()
    document.body.replaceChildren()
    await open(erased({ canvasY: parent.canvasY + 400 }))
    await expect.poll(() => document.querySelector('[data-connector]')).not.toBeNull()
    expect(onLine()).toBeNull()
  })

  it('is named for screen readers where it says what changed', async () => {
    await open(erased())
    const panel = page.getByRole('dialog', { name: 'What changed' })
    await openByKey(uuid(10), 'w', panel)
    const drawing = panel.getByRole('img', { name: 'What was selected, over the picture before' })
    await expect.element(drawing).toBeVisible()
    expect(addresses(drawing.element())).toEqual(selected)
    await expectNoViolations()
  })
})

describe('the mark of the kind of a branch', () => {
  it('is lit with its line: on the path from the selected card to its root', async () => {
    const child = erased()
    const other = completedGeneration(11, { ...branchOf(parent), canvasX: parent.canvasX + 900 })
    await openApp(`/project/${uuid(1)}?card=${parent.id}`, {
      account: { ...fakeAccount, generations: [parent, child, other] },
    })
    const lit = () =>
      [child, other].filter(({ id }) => document.querySelector(`[data-card="${id}"] > .card-kind[data-lit]`))
    await expect.poll(() => document.querySelectorAll('.card-kind').length).toBe(2)
    expect(lit()).toEqual([])
    await selectByTree(child.prompt)
    await expect.poll(lit).toEqual([child])
  })
})
