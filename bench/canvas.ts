import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { chromiumArguments, findChromium } from '#server-testing/chromium.ts'
import { endWithProcess } from '#server-testing/end-with-process.ts'
import { startApp } from '../e2e/support/app-process.ts'
import { crowd, lookAtMiddle, makeThumbnails, seedBoard, signUpOwner } from './canvas/boards.ts'
import { putItems, removeItems } from './canvas/frames-and-notes.ts'
import { type Measured, measureEmptyPage, measureJump, measurePage, type Subject } from './canvas/measure-page.ts'
import { servePeer } from './canvas/serve-peer.ts'
import { type GestureFigures, markdown, median, mediansOf } from './figures.ts'

/**
 * Opens boards in the real application with the real server and plays a pan, a zoom and a drag on them; in the same
 * rounds also the same cards in React Flow and an empty page. Prints tables in Markdown.
 *
 * `--cards`, `--crowded` and `--items` say how many cards the boards have, 0: none of that kind. The boards of `--items`
 * are measured with 200 frames and 500 notes and, in the same rounds, without. `--drawing` says how the browser draws: `plain`, or
 * `gl`, as it chooses itself. With `--busy` another process takes a core while gestures are played.
 */
const { values } = parseArgs({
  options: {
    cards: { type: 'string', default: '1000,10000' },
    crowded: { type: 'string', default: '10000' },
    items: { type: 'string', default: '1000' },
    drawing: { type: 'string', default: 'plain,gl' },
    busy: { type: 'boolean', default: false },
  },
})
const sizesOf = (text: string) => text.split(',').map(Number).filter(Boolean)
const rounds = Number(process.env.ROUNDS ?? 3)
/** React Flow takes minutes to open more, and the thumbnails of more are not made first. */
const maxForPeer = 10_000

const dataDir = await mkdtemp(join(tmpdir(), 'espalier-canvas-'))
const app = await startApp(dataDir, { SKETCH_THREADS: '1' })
const peer = await servePeer(app.url, join(dataDir, 'peer'))

/** Two ways of starting the browser: without a graphics process, or as it starts by itself where there is no graphics card. */
const drawings = {
  plain: chromiumArguments,
  gl: ['--headless=new', '--no-sandbox', '--no-first-run'],
} as const
type Drawing = keyof typeof drawings

/** A fresh browser: nothing is in its caches, and nothing of an earlier round slows it. */
async function inFreshBrowser<Result>(
  drawing: Drawing,
  measure: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...drawings[drawing]] })
  try {
    return await measure(browser)
  } finally {
    await browser.close()
  }
}

const owner = await signUpOwner(app.url)
const signedIn = await owner.api.storageState()

/** @param card Selects cards: their elements, or raster tiles where too many cards overlap. */
const ours = (projectId: string, card = '[data-card]'): Subject => ({
  name: 'Espalier',
  url: `${app.url}/project/${projectId}`,
  card,
  ground: '.canvas, .canvas-world',
  // On a crowded board a painted card lies everywhere: the left button would drag it.
  panButton: 'middle',
  wheel: 'exponential',
  resetView: () => lookAtMiddle(owner, projectId),
})
const reactFlow = (projectId: string): Subject => ({
  name: 'React Flow',
  url: `${peer.url}/?project=${projectId}`,
  card: '.react-flow__node .peer-card',
  ground: '.react-flow__pane',
  // As ours: after a stroke a card may lie under the pointer, and the left button would take hold of it.
  panButton: 'middle',
  wheel: 'powers of two',
  // It opens at the saved view, which is where the last gesture of ours ended.
  resetView: () => lookAtMiddle(owner, projectId),
})

/** Takes a core, as another program on the same machine does. Returns the stop. */
function startSpinning(): () => void {
  const child = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' })
  endWithProcess(child, 'SIGKILL')
  return () => void child.kill('SIGKILL')
}

/** Measures in turn, so that other load on the machine affects all alike. */
async function measureAll(subjects: readonly Subject[], drawing: Drawing) {
  const stopSpinning = values.busy ? startSpinning() : () => {}
  const found = new Map<string, Measured[]>(subjects.map(({ name }) => [name, []]))
  const empty: GestureFigures[] = []
  for (let round = 0; round < rounds; round++) {
    empty.push(await inFreshBrowser(drawing, measureEmptyPage))
    for (const subject of subjects) {
      console.error(`${subject.name}, round ${round + 1} of ${rounds}`)
      const measured = await inFreshBrowser(drawing, (browser) => measurePage(browser, { subject, signedIn })).catch(
        (error: unknown) => {
          console.error(String(error))
          return null
        },
      )
      if (measured) found.get(subject.name)?.push(measured)
    }
  }
  stopSpinning()
  return { found, empty: mediansOf(empty) }
}

const round = (value: number, digits = 0) => Number(value.toFixed(digits))
const gestureNames = ['pan', 'zoom', 'drag'] as const

async function report(title: string, subjects: readonly Subject[]): Promise<void> {
  for (const drawing of ['plain', 'gl'] as const)
    if (values.drawing.split(',').includes(drawing)) await reportOne(`${title}, ${drawing}`, { subjects, drawing })
}

type Measuring = { readonly subjects: readonly Subject[]; readonly drawing: Drawing }

async function reportOne(title: string, { subjects, drawing }: Measuring): Promise<void> {
  const { found, empty } = await measureAll(subjects, drawing)
  const measured = [...found].filter(([, all]) => all.length > 0)
  const pages = measured.map(([name, all]) => {
    const page = mediansOf(all.map((each) => each.page))
    return {
      '': name,
      'first card ms': round(page.firstCard),
      'view ready ms': round(page.viewReady),
      'JS heap MB': round(page.heap, 1),
      'DOM elements': page.elements,
      'cards in the DOM': page.cards,
    }
  })
  const gestures = gestureNames.flatMap((gesture) => {
    const all = measured.map(([name, each]) => ({ name, figures: mediansOf(each.map((one) => one[gesture])) }))
    const own = all[0]?.figures.drawnFps ?? 0
    return all.map(({ name, figures }) => ({
      gesture,
      '': name,
      'drawn fps': round(figures.drawnFps, 1),
      'frame p50 / p95 ms': `${round(figures.p50, 1)} / ${round(figures.p95, 1)}`,
      'long tasks': figures.longTasks,
      'ours is': `${round(own / figures.drawnFps, 2)} ×`,
    }))
  })
  console.log(`\n### ${title}\n\n${markdown(pages)}\n\n${markdown(gestures)}\n`)
  console.log(`An empty page in the same rounds: ${round(empty.drawnFps, 1)} fps, p95 ${round(empty.p95, 1)} ms.`)
}

for (const cards of sizesOf(values.cards)) {
  console.error(`Seeding ${cards} cards …`)
  const projectId = await seedBoard(dataDir, owner.email, cards)
  if (cards <= maxForPeer) await makeThumbnails(owner, projectId)
  await report(
    `${cards.toLocaleString('en')} cards`,
    cards > maxForPeer ? [ours(projectId)] : [ours(projectId), reactFlow(projectId)],
  )
  const jumps: number[] = []
  for (let turn = 0; turn < rounds; turn++)
    jumps.push(await inFreshBrowser('plain', (browser) => measureJump(browser, { subject: ours(projectId), signedIn })))
  console.log(`A cold jump to 10 %: every picture of the view is drawn after ${round(median(jumps))} ms.`)
}

const crowded = Number(values.crowded)
if (crowded > 0) {
  console.error(`Seeding ${crowded} cards to throw onto each other …`)
  const projectId = await seedBoard(dataDir, owner.email, crowded)
  let state = 7
  // Park and Miller's generator: the same board in every run.
  const random = () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
  await crowd(owner, projectId, random)
  await makeThumbnails(owner, projectId)
  await report(`${crowded.toLocaleString('en')} cards on each other in 20000 × 20000`, [
    ours(projectId, '.canvas-tiles canvas'),
  ])
}

for (const cards of sizesOf(values.items)) {
  console.error(`Seeding ${cards} cards for frames and notes …`)
  const projectId = await seedBoard(dataDir, owner.email, cards)
  await makeThumbnails(owner, projectId)
  const bare = ours(projectId)
  const withItems: Subject = {
    ...bare,
    name: 'with 200 frames and 500 notes',
    async resetView() {
      await putItems(owner, projectId)
      await bare.resetView()
    },
  }
  const without: Subject = {
    ...bare,
    name: 'the same board without',
    async resetView() {
      await removeItems(owner, projectId)
      await bare.resetView()
    },
  }
  await report(`${cards.toLocaleString('en')} cards with frames and notes`, [withItems, without])
}

await owner.api.dispose()
await peer.stop()
await app.stop()
await rm(dataDir, { recursive: true, force: true })
