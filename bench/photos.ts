import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { startApp } from '../e2e/support/app-process.ts'
import { launchBrowser } from '../e2e/support/person.ts'
import { lookAtMiddle, makeThumbnails, seedBoard, signUpOwner } from './canvas/boards.ts'
import { pan, zoom } from './canvas/gestures.ts'
import { findPoint, openSubject } from './canvas/measure-page.ts'
import { traced } from './canvas/trace.ts'
import { gestureFigures, markdown } from './figures.ts'

/**
 * Brings fifty photos of 12 megapixels onto a board of a thousand cards, as they are chosen in the file dialog, while the
 * canvas is panned and zoomed. Prints how long it takes until the last card is there, as a ratio to decoding and encoding
 * the same photos one after the other, and how many frames were drawn meanwhile, beside those without the photos.
 */
const count = Number(process.env.PHOTOS ?? 50)
const cards = 1_000
const size = { width: 4_000, height: 3_000 }
/** Selects what a press on the background hits. */
const background = '.canvas, .canvas-world'

/** As many photos differ; the others are copies under other names: the application handles each file on its own. */
const different = 5

/** Photos like those of a camera: soft shapes, and noise that no encoder can leave out. */
async function writePhotos(folder: string): Promise<string[]> {
  const paths: string[] = []
  for (let number = 1; number <= count; number++) {
    const path = join(folder, `photo-${number}.jpg`)
    const original = paths[(number - 1) % different]
    paths.push(path)
    if (original) {
      await copyFile(original, path)
      continue
    }
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 10 }
    const hue = (number * 37) % 360
    const grain = await sharp({ create: { ...size, channels: 3, background: '#000', noise } })
      .png()
      .toBuffer()
    const light = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue},60%,70%)"/><stop offset="1" stop-color="hsl(${hue + 90},50%,25%)"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`,
    )
    await sharp(light)
      .composite([{ input: grain, blend: 'soft-light' }])
      .jpeg({ quality: 90 })
      .toFile(path)
  }
  return paths
}

/** What the machine needs at least: each photo is decoded and encoded once. Seconds. */
async function baseline(paths: readonly string[]): Promise<number> {
  const startedAt = performance.now()
  for (const path of paths) await sharp(path).jpeg({ quality: 90 }).toBuffer()
  return (performance.now() - startedAt) / 1_000
}

const folder = await mkdtemp(join(tmpdir(), 'espalier-photos-'))
const app = await startApp(join(folder, 'data'), { SKETCH_THREADS: '1' })
const browser = await launchBrowser()
try {
  const owner = await signUpOwner(app.url)
  const projectId = await seedBoard(join(folder, 'data'), owner.email, cards, 'shared')
  await makeThumbnails(owner, projectId)
  const paths = await writePhotos(folder)
  const decoded = await baseline(paths)
  const { page, cdp } = await openSubject(browser, {
    subject: {
      name: 'Espalier',
      url: `${app.url}/project/${projectId}`,
      card: '[data-card]',
      ground: background,
      panButton: 'middle',
      wheel: 'exponential',
      resetView: () => lookAtMiddle(owner, projectId),
    },
    signedIn: await owner.api.storageState(),
  })
  // Long before the key: Chromium may open a dialog of its own until Playwright has asked for it.
  const chooser = page.waitForEvent('filechooser', { timeout: 0 })
  const from = { left: await findPoint(page, background, 'right'), right: await findPoint(page, background, 'left') }
  let towards: 'left' | 'right' = 'right'
  const gestures = {
    pan() {
      // There and back: the next turn begins where this one did.
      towards = towards === 'left' ? 'right' : 'left'
      // Whatever has been brought in there meanwhile: the left button would drag it.
      return pan(cdp, { from: from[towards], button: 'middle', towards })
    },
    zoom: () => zoom(cdp, 'exponential'),
  }
  const measure = async (name: keyof typeof gestures) =>
    gestureFigures(await traced(page, cdp, gestures[name]), { pan, zoom }[name].seconds)
  const before = { pan: await measure('pan'), zoom: await measure('zoom') }

  await page.keyboard.press('i')
  const startedAt = performance.now()
  await (await chooser).setFiles(paths)
  let lastSeconds: number | null = null
  const watching = (async () => {
    // The page says it, when the server has replied to its last file: reading the board would take time from both.
    while (!(await page.getByText(`${count} pictures brought in`).isVisible())) await page.waitForTimeout(250)
    lastSeconds = (performance.now() - startedAt) / 1_000
  })()
  const meanwhile: { gesture: 'pan' | 'zoom'; fps: number; p95: number; longTasks: number }[] = []
  while (lastSeconds === null) {
    for (const gesture of ['pan', 'zoom'] as const) {
      const { drawnFps, p95, longTasks } = await measure(gesture)
      meanwhile.push({ gesture, fps: drawnFps, p95, longTasks })
    }
  }
  await watching
  const rows = (['pan', 'zoom'] as const).map((gesture) => {
    const during = meanwhile.filter((each) => each.gesture === gesture).map(({ fps }) => fps)
    return {
      gesture,
      'fps before': before[gesture].drawnFps.toFixed(1),
      'fps meanwhile, each round': during.map((fps) => fps.toFixed(1)).join(', '),
    }
  })
  console.log(`${count} photos of 12 megapixels: ${(lastSeconds as number).toFixed(1)} s until the last card is there,`)
  console.log(`${((lastSeconds as number) / decoded).toFixed(2)} × decoding and encoding them one after the other.`)
  console.log(`\n${markdown(rows)}`)
} finally {
  await browser.close()
  await app.stop()
  await rm(folder, { recursive: true, force: true })
}
