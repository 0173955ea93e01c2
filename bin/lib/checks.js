import { auditCheck } from './audit-check.js'
import { ensureS3Server } from './ensure-s3-server.js'
import { ensureChromium } from './find-chromium.js'
import { inRoot } from './paths.js'
import { prepare } from './prepare.js'
import { Refusal } from './refusal.js'
import { run } from './run.js'
import { runVitest } from './vitest-check.js'

/**
 * The outcome of a check: its tests if it has some, else the check itself as one.
 * @typedef {{ file: string, seconds: number }} Duration of the tests of a file
 * @typedef {{ passed: number, failed: number, output: string, note?: string, failures?: string[], durations?: Duration[] }} Outcome
 * `note` is shown in the check's line, `failures` after all checks, a line each
 * @typedef {{ name: string, cores: 1 | 2, after?: string, run: () => Promise<Outcome> }} Check `cores`: how many it keeps
 * busy; `after`: the check before it whose result it uses
 */

/** Each has a tsconfig.json of its own: what it may use differs. */
const typedParts = {
  root: '.',
  domain: 'domain',
  contract: 'contract',
  server: 'server',
  sketch: 'sketch',
  engine: 'engine',
  web: 'web',
  cli: 'cli',
}

/**
 * Every check, in the order in which they start.
 * @param {string} node
 * @returns {Check[]}
 */
export function listChecks(node) {
  /** @param {string} file @param {string[]} args */
  const tool = (file, ...args) => single(run(node, [inRoot('node_modules', file), ...args]))
  return [
    { name: 'build', cores: 1, run: buildCheck },
    {
      name: 'lint',
      cores: 1,
      run: () => tool('@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off'),
    },
    { name: 'audit', cores: 1, run: () => auditCheck(node) },
    { name: 'unused', cores: 1, run: () => tool('knip/bin/knip.js', '--no-progress') },
    { name: 'http', cores: 1, run: () => serverCheck(node) },
    // Of two pages in one browser one is in the background, where pointers and frames wait: each half has a browser of its own.
    ...['1/2', '2/2'].map(
      (shard) =>
        /** @type {Check} */ ({
          name: `component-${shard.replace('/', '-of-')}`,
          cores: 1,
          run: () => browserCheck(node, 'component', shard),
        }),
    ),
    // Documents name what the build makes.
    { name: 'unit', cores: 1, after: 'build', run: () => unitCheck(node) },
    // Short ones fill the core that has nothing to do until the last of the long ones ends.
    ...Object.entries(typedParts).map(
      ([part, folder]) =>
        /** @type {Check} */ ({
          name: `types-${part}`,
          cores: 1,
          // One checker: each of the usual four resolves the types of its imports again, 40 s of processor for the server in place of 28.
          run: () => tool('typescript/bin/tsc', '-p', folder, '--checkers', '1'),
        }),
    ),
    // Its pages and servers keep both cores busy: beside other checks each would wait for the other, up to its time limits.
    { name: 'e2e', cores: 2, after: 'build', run: () => journeyCheck(node) },
  ]
}

/** @returns {Promise<Outcome>} */
async function buildCheck() {
  try {
    await prepare({ purpose: 'test', parts: 'build' })
    return { passed: 1, failed: 0, output: '' }
  } catch (error) {
    if (error instanceof Refusal) return { passed: 0, failed: 1, output: error.message }
    throw error
  }
}

/**
 * @param {string} node
 * @returns {Promise<Outcome>}
 */
async function unitCheck(node) {
  // ONNX Runtime is no package of the application: the engine fetches it at its first use, here before its tests.
  const installed = await run(node, [inRoot('engine/tools/install-runtime.ts'), inRoot('.engine')])
  if (installed.code !== 0) return { passed: 0, failed: 1, output: installed.output }
  return runVitest(node, 'unit', process.env)
}

/**
 * @param {string} node
 * @returns {Promise<Outcome>}
 */
async function serverCheck(node) {
  await ensureS3Server()
  return runVitest(node, 'http', process.env)
}

/**
 * @param {string} node
 * @returns {Promise<Outcome>}
 */
async function journeyCheck(node) {
  await ensureS3Server()
  return browserCheck(node, 'e2e')
}

/**
 * @param {string} node
 * @param {'component' | 'e2e'} project
 * @param {string} [shard] as vitest takes it: `1/2`
 * @returns {Promise<Outcome>}
 */
async function browserCheck(node, project, shard) {
  const chromium = await ensureChromium(node)
  if ('missing' in chromium) return { passed: 0, failed: 1, output: chromium.missing }
  // React as it is delivered: component tests take a quarter less of the processor than with its checks for developers.
  const mode = project === 'component' ? { NODE_ENV: 'production' } : {}
  return runVitest(node, project, { ...process.env, ...mode, ESPALIER_CHROMIUM: chromium.path }, shard)
}

/**
 * @param {Promise<import('./run.js').Finished>} finished
 * @returns {Promise<Outcome>}
 */
async function single(finished) {
  const { code, output } = await finished
  return code === 0 ? { passed: 1, failed: 0, output } : { passed: 0, failed: 1, output }
}
