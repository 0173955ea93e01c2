import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startApp } from '../e2e/support/app-process.ts'
import { launchBrowser } from '../e2e/support/person.ts'
import { signUpOwner } from './canvas/boards.ts'
import { type Audited, audit } from './web/lighthouse.ts'
import { type Loaded, loadPage } from './web/load-page.ts'

/**
 * Lighthouse on the production build behind the real server, as it measures a phone on a slow line, and beside it what a page
 * loads without interaction. Prints a table in Markdown, and fails where a page misses its goal.
 */
const pages = [
  { path: '/', isSignedIn: false, maxKb: 120, leastSeo: 95 },
  { path: '/login', isSignedIn: false, maxKb: null, leastSeo: null },
  { path: '/pricing', isSignedIn: false, maxKb: null, leastSeo: null },
  { path: '/image', isSignedIn: true, maxKb: 220, leastSeo: null },
  { path: '/project', isSignedIn: true, maxKb: 240, leastSeo: null },
] as const
const minScore = 95
const maxShift = 0.02
const rounds = Number(process.env.ROUNDS ?? 3)

type Page = (typeof pages)[number]

/** What a page misses, in words. */
function misses({ path, maxKb, leastSeo }: Page, found: Audited, loaded: Loaded): string[] {
  const scores = [found.performance, found.accessibility, found.bestPractices]
  return [
    scores.some((score) => score < minScore) && `${path}: a score is below ${minScore}`,
    leastSeo !== null && found.seo < leastSeo && `${path}: SEO is below ${leastSeo}`,
    maxKb !== null && loaded.scriptKb > maxKb && `${path}: more than ${maxKb} kB of JavaScript`,
    Math.max(found.shift, loaded.shift) > maxShift && `${path}: the layout jumps`,
  ].filter((miss) => miss !== false)
}

const dataDir = await mkdtemp(join(tmpdir(), 'espalier-web-'))
const app = await startApp(dataDir)
const browser = await launchBrowser()
const failed: string[] = []
try {
  const owner = await signUpOwner(app.url)
  const signedIn = await owner.api.storageState()
  const headers = join(dataDir, 'headers.json')
  const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  await writeFile(headers, JSON.stringify({ Cookie: cookie }))

  console.log('| Page | Performance | Accessibility | Best practices | SEO | LCP | TBT | CLS | JS before | and after |')
  console.log('| ---- | ----------- | ------------- | -------------- | --- | --- | --- | --- | --------- | --------- |')
  for (const page of pages) {
    const url = `${app.url}${page.path}`
    const loaded = await loadPage(browser, { url, ...(page.isSignedIn && { signedIn }) })
    const found = await audit(url, { rounds, ...(page.isSignedIn && { headers }) })
    const cells = [
      page.path,
      found.performance,
      found.accessibility,
      found.bestPractices,
      found.seo,
      `${(found.largestPaintMs / 1_000).toFixed(1)} s`,
      `${Math.round(found.blockedMs)} ms`,
      Math.max(found.shift, loaded.shift).toFixed(3),
      `${loaded.scriptKb} kB`,
      `${loaded.laterScriptKb} kB`,
    ]
    console.log(`| ${cells.join(' | ')} |`)
    failed.push(...misses(page, found, loaded))
  }
} finally {
  await browser.close()
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
}
for (const miss of failed) console.error(miss)
process.exitCode = failed.length > 0 ? 1 : 0
