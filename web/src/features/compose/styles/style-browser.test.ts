import { describe, expect, it } from 'vitest'
import type { StyleShape } from '#contract/cards/style.ts'
import { styleWith } from '#web/data/testing/builders.ts'
import { type StyleFilter, visibleStyles } from './style-browser.tsx'

const styles: readonly StyleShape[] = [
  styleWith({ id: 'wash', title: 'Tidewater Wash', promptFragment: 'watercolour' }),
  styleWith({ id: 'block', title: 'Pine Block', family: 'flux', isPinned: true }),
  styleWith({ id: 'film', title: 'Film', collection: 'krea', isPinned: true }),
  styleWith({ id: 'mine', title: 'Mine', collection: 'private', isOwn: true }),
]
const shown = (filter: Partial<StyleFilter>) =>
  visibleStyles(styles, { tab: 'community', family: null, words: '', ...filter }).map(({ id }) => id)

describe('the styles of the picker', () => {
  it('are those of the tab', () => {
    expect(shown({})).toEqual(['wash', 'block'])
    expect(shown({ tab: 'krea' })).toEqual(['film'])
    expect(shown({ tab: 'private' })).toEqual(['mine'])
  })

  it('are all pinned ones, from any source, in the tab Pinned', () =>
    expect(shown({ tab: 'pinned' })).toEqual(['block', 'film']))

  it('are those of one family where it is chosen', () => {
    expect(shown({ family: 'flux' })).toEqual(['block'])
    expect(shown({ family: 'krea-1' })).toEqual(['wash'])
  })

  it('contain every typed word: in the title, the maker, the model or the phrase', () => {
    expect(shown({ words: 'wash TIDE' })).toEqual(['wash'])
    expect(shown({ words: 'watercol' })).toEqual(['wash'])
    expect(shown({ words: 'krea' })).toEqual(['wash', 'block'])
    expect(shown({ words: 'wash pine' })).toEqual([])
  })
})
