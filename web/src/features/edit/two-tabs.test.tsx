import { beforeEach, describe, expect, it } from 'vitest'
import { uuid } from '#contract/testing/builders.ts'
import { tabStorage, userStorage } from '#web/data/storage/current-storage.ts'
import { memoryStorage } from '#web/data/testing/memory-storage.ts'
import { reloadApp } from '#web/testing/app-under-test.tsx'
import {
  asked,
  button,
  cardId,
  draw,
  editor,
  image,
  openAgain,
  openEditor,
  share,
  words,
} from '#web/testing/image-editor.ts'
import { keepEdit, readEdit } from './editor-draft.ts'
import { noSelection, withStep } from './selection/selection.ts'

/** What the other tab keeps for itself: nothing of it is seen here. */
let otherTab = { all: userStorage, tab: memoryStorage() }
const imageId = image?.id ?? ''
const drawnElsewhere = () =>
  keepEdit(
    imageId,
    {
      ...readEdit(imageId, otherTab),
      words: 'a red door',
      selection: withStep(noSelection, { kind: 'invert' }),
    },
    otherTab,
  )
/** From here on this is a tab that was opened just now. */
const beginNewTab = () => {
  for (const key of tabStorage.keys('')) tabStorage.remove(key)
}
const reopen = async () => {
  await reloadApp(`/project/${uuid(1)}?card=${cardId}`)
  await openAgain()
}

beforeEach(() => {
  otherTab = { all: userStorage, tab: memoryStorage() }
})

describe('one picture in the editors of two tabs', () => {
  it('loses nothing of the one where something was drawn, when the other is closed untouched', async () => {
    await openEditor()
    drawnElsewhere()
    await button('Close the editor').click()
    await expect.element(editor).not.toBeInTheDocument()
    dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(readEdit(imageId, otherTab).words).toBe('a red door')
    // This tab had nothing of its own: it begins with that.
    await reopen()
    await expect.element(words).toHaveValue('a red door')
    await expect.element(share()).toHaveTextContent('100% of the picture')
  })

  it('has strokes and words of its own in each, over a reload; a new tab begins with the last', async () => {
    await openEditor()
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a wooden boat')
    await expect.poll(() => readEdit(imageId).words).toBe('a wooden boat')
    const strokes = share().element().textContent
    drawnElsewhere()
    await reopen()
    await expect.element(words).toHaveValue('a wooden boat')
    await expect.poll(() => share().element().textContent).toBe(strokes)
    expect(readEdit(imageId, otherTab).words).toBe('a red door')
    beginNewTab()
    await reopen()
    await expect.element(words).toHaveValue('a red door')
  })

  it('makes a request of each, with its own selection and words', async () => {
    const { requests } = await openEditor()
    draw([0.2, 0.5], [0.8, 0.5])
    await words.fill('a wooden boat')
    await button(/^Go/).click()
    await expect.poll(() => asked(requests).length).toBe(1)
    await expect.poll(() => readEdit(imageId).words).toBe('a wooden boat')
    drawnElsewhere()
    beginNewTab()
    await reopen()
    await expect.element(share()).toHaveTextContent('100% of the picture')
    await button(/^Go/).click()
    await expect.poll(() => asked(requests).length).toBe(2)
    expect(asked(requests)).toMatchObject([
      { prompt: 'a wooden boat', parentImageId: imageId, branchKind: 'edit' },
      { prompt: 'a red door', parentImageId: imageId, branchKind: 'edit' },
    ])
  })
})
