import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const storageCode = /\b(localStorage|sessionStorage|indexedDB)\b|from 'idb'|\/browser-storage\.ts'/
/** Read before the first paint, or before it is known who is signed in; and tests, which start with an empty browser. */
const allowed = ['web/src/ui/theme.tsx', 'web/src/data/live/release-watch.ts', 'web/src/testing/app-under-test.tsx']

/** A file that knows an area of the storage, under any name, and writes. */
const knowsArea = /\/(current-storage|user-storage)\.ts'/
const writesEntry = /\.write\(/
/** Those that write entries by themselves, and why nothing is lost where the storage opens late. */
const writing = {
  'web/src/data/canvas-view.ts': 'the view as it was left: the later one is right',
  'web/src/data/chosen-assets.ts': 'what images are chosen for now',
  'web/src/data/drafts/use-prompt-history.ts': 'joins the prompts by itself',
  'web/src/data/http/request-ids.ts': 'joins the ids by itself',
  'web/src/data/live/outbox.ts': 'an entry for each batch, under an id of its own',
  'web/src/data/live/running-tracker.ts': 'expects those of the earlier page too',
  'web/src/data/live/undo-history.ts': 'joins the steps by itself',
  'web/src/data/projects.ts': 'the project that was open last: the later one is right',
  'web/src/features/board/board-session.ts': 'one choice: the later one is right',
  'web/src/features/compose/canvas/compose-drafts.ts': 'joins the drafts by itself',
  'web/src/features/compose/canvas/left-panel.ts': 'the panel that was left: the later one is right',
  'web/src/features/edit/editor-draft.ts': 'joins the drafts and their sizes by itself',
  'web/src/features/export/export-settings.ts': 'the settings of each format: the later ones are right',
  'web/src/features/present/present-screen.tsx': 'one choice: the later one is right',
  'web/src/features/review/owner/link-address.ts': 'an entry for each link, which does not change',
}
const sources = globSync('web/src/**/*.{ts,tsx}')
  .toSorted()
  .filter((path) => !path.startsWith('web/src/data/storage/') && !/\.test\.tsx?$/.test(path))

describe('the storage of the browser', () => {
  it('is used by web/src/data/storage alone, which reports what could not be kept', () => {
    const paths = sources.filter((path) => !allowed.includes(path))
    expect(paths.filter((path) => storageCode.test(readFileSync(path, 'utf8')))).toEqual([])
  })

  it('is written through a store that merges what a storage has that opens late, but for those that lose nothing', () => {
    const texts = sources.map((path) => [path, readFileSync(path, 'utf8')] as const)
    const writers = texts.filter(([, text]) => knowsArea.test(text) && writesEntry.test(text))
    expect(writers.map(([path]) => path)).toEqual(Object.keys(writing))
  })
})
