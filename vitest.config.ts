import tailwind from '@tailwindcss/vite'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chromiumArguments, chromiumPath } from './server/testing/chromium.ts'
import { bundledWorkers } from './web/build/bundled-workers.ts'
import { samplePictures } from './web/build/sample-pictures.ts'
import { sourcePlugins } from './web/build/source-plugins.ts'

/** Files that take minutes. In a clean clone the durations are unknown, and large files would start first. */
const slow = [
  'first-picture',
  'visual',
  'kill-drill',
  'sharing',
  'model-keys',
  'cluster',
  'rolling-restart',
  'two-processes',
  'faults',
]

/** Starts with the slow files, so that none of them runs alone at the end. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const found = slow.findIndex((name) => moduleId.endsWith(`/e2e/${name}.test.ts`))
      return found === -1 ? slow.length : found
    }
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

const chromium = chromiumPath()

/** Files whose page has a touch screen. */
const touchScreens = ['web/src/ui/touch-targets.test.tsx']

/**
 * Four suites, fastest first. `unit` needs nothing but Node; `component` opens the application in a browser, on a fake server
 * in the page; `http` runs the app on the embedded PostgreSQL, one cloned
 * database a file; `e2e` drives a real browser against the real server.
 */
export default defineConfig({
  test: {
    // Two files at a time, also on two cores: much of each is waiting for a browser, a database or a process.
    maxWorkers: 2,
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '*.test.ts',
            'bin/**/*.test.js',
            '{domain,contract,server,web,cli}/src/**/*.test.ts',
            'server/testing/**/*.test.ts',
            '{sketch,engine}/{src,tools}/**/*.test.ts',
          ],
          exclude: ['**/*.http.test.ts'],
          // Files share what they import, which takes longer than most of their tests; none of them replaces a module.
          isolate: false,
          // No test measures time; a busy machine is slow.
          testTimeout: 60_000,
        },
      },
      {
        plugins: [...sourcePlugins(), tailwind(), samplePictures(), bundledWorkers()],
        publicDir: 'web/public',
        test: {
          name: 'component',
          include: ['web/src/**/*.test.tsx'],
          setupFiles: ['web/src/testing/close-app.ts'],
          isolate: false,
          // One page at a time: of two, one is in the background, where pointers and frames wait.
          maxWorkers: 1,
          // Most take less than a second; a busy machine is slow.
          testTimeout: 30_000,
          expect: { poll: { timeout: 15_000 } },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // As Playwright's own, which the journeys use: a part of the text is enough.
            locators: { exact: false },
            provider: playwright({
              launchOptions: { ...(chromium && { executablePath: chromium }), args: chromiumArguments },
              // Animations need not be waited for.
              contextOptions: { reducedMotion: 'reduce' },
            }),
            instances: [
              { browser: 'chromium', viewport: { width: 1440, height: 900 }, exclude: touchScreens },
              // A page of its own: once a page had a touch screen, it has no mouse that hovers.
              {
                browser: 'chromium',
                name: 'component (touch)',
                viewport: { width: 390, height: 844 },
                include: touchScreens,
              },
            ],
          },
        },
      },
      {
        test: {
          name: 'http',
          include: ['server/{src,testing}/**/*.http.test.ts', 'cli/src/**/*.http.test.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['server/testing/quick-passwords.ts'],
          isolate: false,
          // One more than there are cores: some tests wait for a retry, a lease or a process that was killed.
          maxWorkers: 3,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: ['e2e/support/global-setup.ts'],
          // Files of one worker share its server and its browser.
          isolate: false,
          // One more than there are cores: a journey waits for its page, its server and its pictures in turn.
          maxWorkers: 3,
          // Journeys are about what is done with pictures. Those that are about the pictures paint every pixel.
          env: { SKETCH_LONGEST_SIDE: '128' },
          testTimeout: 120_000,
          hookTimeout: 180_000,
          maxConcurrency: 3,
          // A busy machine is slow.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
