import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const storageCode = /\b(localStorage|sessionStorage|indexedDB)\b|from 'idb'|\/browser-storage\.ts'/
/** Read before the first paint, or before it is known who is signed in; and tests, which start with an empty browser. */
const allowed = ['web/src/ui/theme.tsx', 'web/src/data/live/release-watch.ts', 'web/src/testing/app-under-test.tsx']

const writesEntry = /\b(?:tabStorage|userStorage)\.write\(/
/** Those that keep one choice, of which the later is right, or merge several things by themselves. */
const merging = [
  'web/src/data/canvas-view.ts',
  'web/src/data/chosen-assets.ts',
  'web/src/data/drafts/use-prompt-history.ts',
  'web/src/data/projects.ts',
  'web/src/features/board/board-session.ts',
  'web/src/features/compose/canvas/left-panel.ts',
  'web/src/features/present/present-screen.tsx',
  'web/src/features/review/owner/link-address.ts',
]
const sources = globSync('web/src/**/*.{ts,tsx}')
  .toSorted()
  .filter((path) => !path.startsWith('web/src/data/storage/') && !/\.test\.tsx?$/.test(path))

describe('the storage of the browser', () => {
  it('is used by web/src/data/storage alone, which reports what could not be kept', () => {
    const paths = sources.filter((path) => !allowed.includes(path))
    expect(paths.filter((path) => storageCode.test(readFileSync(path, 'utf8')))).toEqual([])
  })

  it('is written through a store that merges what a storage has that opens late', () => {
    expect(sources.filter((path) => writesEntry.test(readFileSync(path, 'utf8')))).toEqual(merging)
  })
})
