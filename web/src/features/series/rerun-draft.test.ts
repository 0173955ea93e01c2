import { describe, expect, it } from 'vitest'
import { memoryStorage } from '#web/data/testing/memory-storage.ts'
import { forgetRerunDraft, keepRerunDraft, readRerunDraft } from './rerun-panel.tsx'

const sent = { prompt: 'a lake at night', modelName: null }

describe('the draft of a re-run', () => {
  it('is kept for its card until it was sent', () => {
    const storage = memoryStorage()
    keepRerunDraft('a', sent, storage)
    expect(readRerunDraft('a', storage)).toEqual(sent)
    expect(readRerunDraft('b', storage)).toBeNull()
    forgetRerunDraft('a', sent, storage)
    expect(readRerunDraft('a', storage)).toBeNull()
  })

  it('stays where it was changed while the previous one was being sent', () => {
    const storage = memoryStorage()
    const next = { prompt: 'a lake at dawn', modelName: 'Sketch' }
    keepRerunDraft('a', next, storage)
    forgetRerunDraft('a', sent, storage)
    expect(readRerunDraft('a', storage)).toEqual(next)
  })
})
