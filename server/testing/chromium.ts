import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const NAMES = ['chromium', 'google-chrome', 'chromium-browser']

/**
 * The path of the Chromium for browser tests and measurements: the one that `npm test` chose, else CHROME_PATH, else
 * the first in PATH; undefined where there is none.
 */
export function chromiumPath(): string | undefined {
  const chosen = process.env.ESPALIER_CHROMIUM ?? process.env.CHROME_PATH
  if (chosen) return chosen
  const folders = (process.env.PATH ?? '').split(delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

/**
 * The same path.
 * @throws Error that says what to do, where there is none
 */
export function findChromium(): string {
  const found = chromiumPath()
  if (!found) throw new Error('There is no Chromium: install it, or set CHROME_PATH to its path.')
  return found
}

/** Headless, offline except for the pages under test, and also as root and in containers. */
export const chromiumArguments = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
  // Every page is ours: without a process in reserve for other sites a journey takes a sixth less.
  '--disable-site-isolation-trials',
]

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
