import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeUserStorage, openUserStorage } from '#web/data/storage/current-storage.ts'
import { forgetRerunDraft, rerunDrafts } from './rerun-draft.ts'

const sent = { prompt: 'a lake at night', improvedFrom: null, modelName: null }

beforeEach(() => openUserStorage('ada'))
afterEach(closeUserStorage)

describe('the draft of a re-run', () => {
  it('is kept for its card until it was sent', () => {
    rerunDrafts.write('a', sent)
    expect(rerunDrafts.read('a')).toEqual(sent)
    expect(rerunDrafts.read('b')).toBeNull()
    forgetRerunDraft('a', sent)
    expect(rerunDrafts.read('a')).toBeNull()
  })

  it('stays where it was changed while the previous one was being sent', () => {
    const next = { prompt: 'a lake at dawn', improvedFrom: null, modelName: 'Sketch' }
    rerunDrafts.write('a', next)
    forgetRerunDraft('a', sent)
    expect(rerunDrafts.read('a')).toEqual(next)
  })
})
