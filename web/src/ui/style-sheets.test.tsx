import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchStyleSheets, withStyleSheets } from './style-sheets.ts'

const address = () => new URL(`/lost-${crypto.randomUUID()}.css`, location.href).href
let lost: HTMLLinkElement | null = null
let stop = () => {}

beforeEach(() => {
  const unwatch = watchStyleSheets()
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement) lost = target
  }
  addEventListener('error', note, { capture: true })
  stop = () => {
    unwatch()
    removeEventListener('error', note, { capture: true })
  }
})
afterEach(() => {
  stop()
  for (const link of document.querySelectorAll('link[href^="blob:"]')) link.remove()
})

/** Adds a style sheet that does not exist, as the bundler's loader adds one, and waits until its fetch has failed. */
async function addLostSheet(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  document.head.append(link)
  await expect.poll(() => lost).toBe(link)
}

/** The next fetch of the lost style sheet succeeds. */
function restoreConnection(): void {
  if (lost) lost.href = URL.createObjectURL(new Blob([':root { --is-here: yes }'], { type: 'text/css' }))
}

const sheetsOnPage = () => document.querySelectorAll('link[rel=stylesheet]').length
const isHere = () => getComputedStyle(document.documentElement).getPropertyValue('--is-here') === 'yes'

it('code that has failed is fetched again with the style sheet that failed, and not without', async () => {
  let fetches = 0
  const load = withStyleSheets(async () => {
    fetches += 1
    if (fetches === 1) throw new Error('Unable to preload CSS')
    return isHere()
  })
  const before = sheetsOnPage()
  const href = address()
  await expect(load()).rejects.toThrow('Unable to preload CSS')
  await addLostSheet(href)
  expect(await withStyleSheets(async () => 'other code')()).toBe('other code')
  await expect(load()).rejects.toThrow(`The style sheet ${href} did not load.`)
  expect([fetches, sheetsOnPage()]).toEqual([1, before])
  restoreConnection()
  expect(await load()).toBe(true)
})

it('a style sheet that failed is fetched once for all code that is fetched later', async () => {
  const before = sheetsOnPage()
  await addLostSheet(address())
  restoreConnection()
  const load = withStyleSheets(async () => isHere())
  expect(await Promise.all([load(), withStyleSheets(async () => isHere())()])).toEqual([true, true])
  expect(await load()).toBe(true)
  expect(sheetsOnPage()).toBe(before + 1)
})
