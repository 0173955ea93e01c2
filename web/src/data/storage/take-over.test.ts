import { describe, expect, it } from 'vitest'
import { guardStorage } from './browser-storage.ts'
import { findOldEntries } from './take-over.ts'

/** Like a browser's storage it lists its keys as its own properties. */
function areaOf(stored: Record<string, string>) {
  const entries: Record<string, string> = Object.assign(
    Object.create({
      getItem: (key: string) => entries[key] ?? null,
      removeItem: (key: string) => delete entries[key],
    }),
    stored,
  )
  return guardStorage(() => entries as unknown as Storage)
}

const found = (all: Record<string, string>, tab: Record<string, string> = {}) =>
  Object.fromEntries(
    findOldEntries('ada', { all: areaOf(all), tab: areaOf(tab) }).map(({ area, key, value }) => [
      `${area} ${key}`,
      value,
    ]),
  )

describe('findOldEntries', () => {
  it('finds the entries of a user and of the browser, without their prefix and user', () =>
    expect(
      found(
        {
          'espalier.draft.ada': '{"prompt":"a heron"}',
          'espalier.outbox.ada.b1': '{"id":"b1"}',
          'espalier.last-project': 'p1',
          'espalier.page-draft.edit': '12',
          'draft ada': '1',
          unrelated: '1',
        },
        { 'espalier.canvas-drafts.ada.p1': '{}', 'espalier.view.p1': '{"zoomLevel":1}' },
      ),
    ).toEqual({
      'all draft': 1,
      'all outbox.b1': { id: 'b1' },
      'all last-project': 'p1',
      'all page-draft.edit': '12',
      'tab canvas-drafts.p1': {},
      'tab view.p1': { zoomLevel: 1 },
    }))

  it('leaves the entries of another user, and words of which the owner is unknown then', () =>
    expect(
      found({
        'espalier.draft.ben': '{}',
        'espalier.page-draft.edit': 'a secret garden',
        'espalier.sent-prompts.ada': '["a"]',
      }),
    ).toEqual({ 'all sent-prompts': ['a'] }))

  it('leaves what is read before it is known who is signed in', () =>
    expect(found({ 'espalier.theme': 'dark' }, { 'espalier.reloaded-at': '1', 'espalier.tab': 't' })).toEqual({}))

  it('leaves what is no JSON', () => expect(found({ 'espalier.controls.ada': '{"half":' })).toEqual({}))
})
