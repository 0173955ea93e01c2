import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const storageCode = /\b(localStorage|sessionStorage|indexedDB)\b|from 'idb'|\/browser-storage\.ts'/
/** Read before the first paint, or before it is known who is signed in; and tests, which start with an empty browser. */
const allowed = ['web/src/ui/theme.tsx', 'web/src/data/live/release-watch.ts', 'web/src/testing/app-under-test.tsx']

describe('the storage of the browser', () => {
  it('is used by web/src/data/storage alone, which reports what could not be kept', () => {
    const paths = globSync('web/src/**/*.{ts,tsx}').filter(
      (path) => !path.startsWith('web/src/data/storage/') && !/\.test\.tsx?$/.test(path) && !allowed.includes(path),
    )
    expect(paths.filter((path) => storageCode.test(readFileSync(path, 'utf8')))).toEqual([])
  })
})
