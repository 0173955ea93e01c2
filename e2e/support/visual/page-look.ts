import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { comparePictures, type Difference } from './compare-pictures.ts'

/** Letters can still be distinguished from a bar, but not how their edges are smoothed. */
const reducedBy = 3
/** A state that moves by itself has this long to come to rest. */
const restMs = 4_000
const againMs = 250
/** Everything that a state shows is loaded within this, also beside two other pages on a busy machine. */
const loadMs = 30_000

/**
 * The largest difference that counts as the same look. Measured on these pages against the stored baselines: another
 * run, and a browser without hinting and subpixels of letters, differ by up to 1.3 in the mean and 12 in a block, which
 * is what the baselines lose to compression. The smallest of the faults that the test makes on purpose, another accent
 * and connectors that are missing, differ by 20 in a block; a shift by three pixels by 40.
 */
const limits: Difference = { mean: 2, largestBlock: 15 }

export const isAlike = ({ mean, largestBlock }: Difference) =>
  mean <= limits.mean && largestBlock <= limits.largestBlock

/** The fonts, pictures and raster tiles that are not there yet: a name of each, empty where all are. */
const loadingIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => [
    ...(document.fonts.status === 'loaded' ? [] : ['fonts']),
    ...[...document.querySelectorAll('[data-pending], .canvas-tiles[data-incomplete]')].map(
      ({ className, ariaLabel }) => `${className} ${ariaLabel ?? ''}`,
    ),
    ...[...document.images].filter(({ complete, loading }) => !complete && loading !== 'lazy').map(({ src }) => src),
  ])

/** Waits until fonts, pictures and raster tiles are loaded. */
async function standStill(page: Page): Promise<void> {
  for (const until = Date.now() + loadMs; ; await setTimeout(againMs / 10)) {
    const loading = await loadingIn(page)
    if (loading.length === 0) break
    if (Date.now() > until) throw new Error(`${page.url()} still loads ${loading.join(', ')}`)
  }
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )
}

/** A screenshot of the page: in full size as a JPEG, which takes a fifth of the time of a PNG, and reduced. */
type Photograph = { readonly whole: Buffer; readonly reduced: Buffer }

async function photograph(page: Page): Promise<Photograph> {
  await standStill(page)
  const whole = await page.screenshot({
    type: 'jpeg',
    quality: 95,
    animations: 'disabled',
    caret: 'hide',
    scale: 'css',
  })
  const { width = 0 } = await sharp(whole).metadata()
  const reduced = await sharp(whole)
    .resize({ width: Math.round(width / reducedBy) })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { whole, reduced }
}

/** Takes screenshots until two in a row are the same. */
export async function photographAtRest(page: Page): Promise<Photograph> {
  let last = await photograph(page)
  for (const until = Date.now() + restMs; Date.now() < until; ) {
    const next = await photograph(page)
    if ((await comparePictures(last.reduced, next.reduced)).largestBlock === 0) return next
    last = next
    await setTimeout(againMs)
  }
  return last
}

const fileOf = (folder: string, name: string) => fileURLToPath(new URL(`../../../${folder}/${name}`, import.meta.url))

/** The file of the baseline of a page in a state. */
const baselineOf = (name: string) => fileOf('e2e/visual', `${name}.webp`)

async function write(path: string, picture: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, picture)
}

/**
 * Compares the page with its baseline, or writes the baseline if UPDATE_VISUALS is set. Returns the difference in one
 * line, or null. The page in full size is left in shots/visual/ when it differs or the baseline is new.
 */
export async function differenceFromBaseline(page: Page, name: string): Promise<string | null> {
  const path = fileOf('shots/visual', `${name}.jpg`)
  if (process.env.UPDATE_VISUALS) {
    const { whole, reduced } = await photographAtRest(page)
    await write(path, whole)
    await write(
      baselineOf(name),
      await sharp(reduced).webp({ quality: 94, effort: 6, smartSubsample: true }).toBuffer(),
    )
    return null
  }
  const expected = await readFile(baselineOf(name)).catch(() => null)
  if (!expected) return `${name}: there is no baseline; make it with UPDATE_VISUALS=1`
  for (const until = Date.now() + restMs; ; await setTimeout(againMs)) {
    const { whole, reduced } = await photograph(page)
    const difference = await comparePictures(expected, reduced)
    if (isAlike(difference)) return null
    if (Date.now() < until) continue
    await write(path, whole)
    const { mean, largestBlock } = difference
    return `${name}: differs by ${mean.toFixed(2)}, in one block by ${largestBlock.toFixed(1)}; see ${path}`
  }
}
