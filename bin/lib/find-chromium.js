import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian-packages.js'
import { inRoot } from './paths.js'
import { run } from './run.js'

const NAMES = ['chromium', 'google-chrome', 'chromium-browser']
const MAC_APP = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** Chromium without windows: a page opens in a fifth of the time, and needs a quarter of the processor for it. */
const HEADLESS = 'chromium-headless-shell'

/** @typedef {{ path: string } | { missing: string }} Found `missing` says what was tried and what to do */

/** The search for all checks of this process. @type {Promise<Found> | undefined} */
let search

/**
 * Finds a Chromium for the browser tests, once: CHROME_PATH, else Debian's headless one, which is installed where possible,
 * else one in PATH, or one that Playwright downloaded; else downloads one.
 * @param {string} node
 * @returns {Promise<Found>}
 */
export function ensureChromium(node) {
  search ??= findOrInstall(node)
  return search
}

/**
 * @param {string} node
 * @returns {Promise<Found>}
 */
async function findOrInstall(node) {
  const tried = []
  if (!process.env.CHROME_PATH && !findInPath([HEADLESS])) tried.push(await installHeadless())
  const found = findChromium()
  if (found) return { path: found }
  for (const install of [installDebianChromium, () => installWithPlaywright(node)]) {
    tried.push(await install())
    const installed = findChromium()
    if (installed) return { path: installed }
  }
  return {
    missing: `${tried.filter(Boolean).join('\n')}\nNo Chromium: install Chromium or Chrome, or set CHROME_PATH to its path.`,
  }
}

/** @returns {string | null} */
function findChromium() {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH
  return findInPath([HEADLESS, ...NAMES]) ?? [MAC_APP, ...playwrightBrowsers()].find(isExecutable) ?? null
}

/** @param {readonly string[]} names */
function findInPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/** Newest first. */
function playwrightBrowsers() {
  const cache = process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright'
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), cache)
  if (!existsSync(folder)) return []
  const inside = ['chrome-linux64/chrome', 'chrome-linux/chrome', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium']
  return readdirSync(folder)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((name) => inside.map((path) => join(folder, name, path)))
}

const installHeadless = () =>
  installFromDebian([HEADLESS], 'Installing Debian’s Chromium without windows for the browser tests (once) …')

const installDebianChromium = () =>
  installFromDebian(['chromium'], 'Installing Debian’s Chromium for the browser tests (once) …')

/**
 * @param {string} node
 * @returns {Promise<string>} the output of a failed step
 */
async function installWithPlaywright(node) {
  console.log('Fetching Playwright’s Chromium for the browser tests (once) …')
  const installed = await run(node, [inRoot('node_modules/playwright-core/cli.js'), 'install', 'chromium'])
  return installed.code === 0 ? '' : installed.output
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
